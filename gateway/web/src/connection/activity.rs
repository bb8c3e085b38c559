//! What happens on one connection, and until when it may go on like that.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard},
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use http::Version;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use runtime::{Place, Places};
use tokio::{sync::Notify, time::Instant};

use crate::connection::{client_address::ClientAddress, limits::Times};

/// A head beyond it, in bytes, needs a place among the large ones. Those of browsers have 1 to 2 kB.
const LARGE_HEAD: usize = 8 * 1024;

/// The activity of a connection, told by the stream below the HTTP server and the service above it.
#[derive(Debug)]
pub(crate) struct Activity {
    times: Times,
    idle_time: Duration,
    client: ClientAddress,
    large_heads: Arc<Places>,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    opened_at: Instant,
    /// The version of the first request; none before it.
    version: Option<Version>,
    open_requests: usize,
    /// Answers whose body is on its way, and when the server last asked one of them for more.
    open_bodies: usize,
    body_moved_at: Instant,
    /// When the last open request ended, or later, when the last of its answer left.
    idle_since: Instant,
    /// When the first byte came that belongs to no open request, and how many came since.
    head_since: Option<Instant>,
    head_length: usize,
    large_head: Option<Place>,
    write_blocked_since: Option<Instant>,
    closing_since: Option<Instant>,
}

/// A large head is refused while too many other large heads are unfinished.
#[derive(Debug, thiserror::Error)]
#[error("too many large heads are unfinished")]
pub(crate) struct TooManyLargeHeads;

impl Activity {
    /// A connection that was opened just now. `idle_time` is how long it may stay open between requests.
    pub(crate) fn new(
        times: Times,
        idle_time: Duration,
        client: ClientAddress,
        large_heads: Arc<Places>,
    ) -> Self {
        let now = Instant::now();
        let state = State {
            opened_at: now,
            version: None,
            open_requests: 0,
            open_bodies: 0,
            body_moved_at: now,
            idle_since: now,
            head_since: None,
            head_length: 0,
            large_head: None,
            write_blocked_since: None,
            closing_since: None,
        };
        Self {
            times,
            idle_time,
            client,
            large_heads,
            state: Mutex::new(state),
            changed: Notify::new(),
        }
    }

    /// Since when no request is open; none while one is.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let state = self.lock();
        (state.open_requests == 0).then_some(state.idle_since)
    }

    /// Bytes came from the client.
    pub(crate) fn received(&self, bytes: usize) -> Result<(), TooManyLargeHeads> {
        let mut state = self.lock();
        if state.open_requests > 0 {
            return Ok(());
        }
        state.head_since.get_or_insert_with(Instant::now);
        state.head_length += bytes;
        if state.head_length > LARGE_HEAD && state.large_head.is_none() {
            state.large_head = Some(self.large_heads.acquire(self.client).ok_or(TooManyLargeHeads)?);
        }
        Ok(())
    }

    /// Bytes went to the client.
    pub(crate) fn sent(&self) {
        let mut state = self.lock();
        state.write_blocked_since = None;
        // Over HTTP/2 it may be an answer to a ping, with which a client could stay for ever.
        if state.open_requests == 0 && state.version != Some(Version::HTTP_2) {
            state.idle_since = Instant::now();
        }
    }

    /// The client takes no more bytes at the moment.
    pub(crate) fn blocked(&self) {
        self.lock().write_blocked_since.get_or_insert_with(Instant::now);
    }

    /// A request came whole with its head.
    pub(crate) fn open_request(self: &Arc<Self>, version: Version) -> OpenRequest {
        let mut state = self.lock();
        state.open_requests += 1;
        state.head_since = None;
        state.head_length = 0;
        state.large_head = None;
        if state.version.replace(version).is_none() {
            self.changed.notify_waiters();
        }
        drop(state);
        OpenRequest {
            activity: Arc::clone(self),
            is_answered: false,
        }
    }

    /// From now on only open requests are waited for.
    pub(crate) fn begin_closing(&self) {
        self.lock().closing_since.get_or_insert_with(Instant::now);
        self.changed.notify_waiters();
    }

    /// Ends once a request came over HTTP/2.
    pub(crate) async fn speaks_http2(&self) {
        loop {
            let changed = self.changed.notified();
            if self.lock().version == Some(Version::HTTP_2) {
                return;
            }
            changed.await;
        }
    }

    /// Ends when the connection has taken longer for something than it may.
    pub(crate) async fn overdue(&self) {
        loop {
            let changed = self.changed.notified();
            let now = Instant::now();
            let deadline = self.lock().deadline(&self.times, self.idle_time);
            if deadline.is_some_and(|deadline| deadline <= now) {
                return;
            }
            // What happens meanwhile may bring a nearer deadline, but none nearer than the shortest time.
            let look_again = now + self.times.shortest();
            let look_again = deadline.map_or(look_again, |deadline| deadline.min(look_again));
            tokio::select! { () = tokio::time::sleep_until(look_again) => (), () = changed => () }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .expect("nothing panics while it holds this lock")
    }
}

impl State {
    fn deadline(&self, times: &Times, idle_time: Duration) -> Option<Instant> {
        let blocked = self.write_blocked_since.map(|since| since + times.write);
        let waiting = match (self.open_requests, self.open_bodies) {
            (0, _) => Some(self.next_request_deadline(times, idle_time)),
            // The layers around every request see to it that it is answered.
            (_, 0) => None,
            _ => Some(self.body_moved_at + times.write),
        };
        blocked.into_iter().chain(waiting).min()
    }

    fn next_request_deadline(&self, times: &Times, idle_time: Duration) -> Instant {
        if let Some(since) = self.closing_since {
            return since.max(self.idle_since) + times.closing;
        }
        match (self.version, self.head_since) {
            (None, None) => self.opened_at + times.first_byte,
            // Over HTTP/2 bytes between requests need not begin a head.
            (Some(Version::HTTP_2), _) | (_, None) => self.idle_since + idle_time,
            (_, Some(since)) => since + times.head,
        }
    }
}

/// A request from its head to the end of its answer.
#[derive(Debug)]
pub(crate) struct OpenRequest {
    activity: Arc<Activity>,
    is_answered: bool,
}

impl OpenRequest {
    /// The answer's body, which keeps the request open until it is sent or given up.
    pub(crate) fn answered(mut self, body: Body) -> AnswerBody {
        self.is_answered = true;
        let mut state = self.activity.lock();
        state.open_bodies += 1;
        state.body_moved_at = Instant::now();
        drop(state);
        AnswerBody { body, request: self }
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        let mut state = self.activity.lock();
        state.open_requests -= 1;
        state.open_bodies -= usize::from(self.is_answered);
        state.idle_since = Instant::now();
    }
}

/// The body of an answer, which tells when the server asks it for more.
#[derive(Debug)]
pub(crate) struct AnswerBody {
    body: Body,
    request: OpenRequest,
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.request.activity.lock().body_moved_at = Instant::now();
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
