//! The TCP stream below the HTTP server. It reports activity, and replaces the server's bare rejections.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::{Buf as _, Bytes};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use crate::connection::{activity::Activity, unreadable_request::Refusals};

/// A client's stream.
#[derive(Debug)]
pub(crate) struct WatchedStream {
    stream: TcpStream,
    activity: Arc<Activity>,
    refusals: Arc<Refusals>,
    /// The unsent rest of a replaced rejection.
    refusal: Bytes,
}

impl WatchedStream {
    pub(crate) fn new(stream: TcpStream, activity: Arc<Activity>, refusals: Arc<Refusals>) -> Self {
        Self {
            stream,
            activity,
            refusals,
            refusal: Bytes::new(),
        }
    }

    fn record(&self, outcome: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &outcome {
            Poll::Pending => self.activity.blocked(),
            Poll::Ready(Ok(_)) => self.activity.sent(),
            Poll::Ready(Err(_)) => {}
        }
        outcome
    }

    /// Sends the rejection that replaces `bytes`, and reports them as sent when it is complete.
    fn poll_refuse(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        while self.refusal.has_remaining() {
            let sent = Pin::new(&mut self.stream).poll_write(context, &self.refusal);
            let sent = ready!(self.record(sent))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.refusal.advance(sent);
        }
        Poll::Ready(Ok(bytes.len()))
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let received = buffer.filled().len() - before;
        if received > 0 {
            self.activity.received(received).map_err(io::Error::other)?;
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.refusal.is_empty() {
            self.refusal = self.refusals.replacement_for(bytes).unwrap_or_default();
        }
        if !self.refusal.is_empty() {
            return self.poll_refuse(context, bytes);
        }
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.record(sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let [bytes] = slices {
            return self.poll_write(context, bytes);
        }
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.record(sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
