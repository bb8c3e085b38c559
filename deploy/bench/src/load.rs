//! A minimal HTTP/1.1 client over keep-alive connections. It writes requests and reads responses of known
//! length or of chunks, because it shares the cores with the measured programs: a full client costs as much
//! as the baseline server.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use futures_util::future::try_join_all;
use runtime::Call;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// The longest head of a response, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;

/// The status of a successful call by gRPC-Web, at the end of its body.
const DONE: &[u8] = b"grpc-status:0";

/// The result of a load.
#[derive(Debug, Default)]
pub(crate) struct LoadResult {
    /// The response times, shortest first.
    pub(crate) times: Vec<Duration>,
    /// The time from the first request to the last response.
    pub(crate) took: Duration,
}

impl LoadResult {
    /// Sorts the times.
    pub(crate) fn new(mut times: Vec<Duration>, took: Duration) -> Self {
        times.sort_unstable();
        Self { times, took }
    }

    /// The number of responses.
    #[expect(clippy::cast_precision_loss, reason = "what is counted here is small")]
    pub(crate) fn count(&self) -> f64 {
        self.times.len() as f64
    }

    /// Responses per second.
    pub(crate) fn rate(&self) -> f64 {
        self.count() / self.took.as_secs_f64()
    }

    /// A percentile of the response times, in milliseconds.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let place = (self.times.len() * percent / 100).min(self.times.len().saturating_sub(1));
        self.times
            .get(place)
            .map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
    }
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await.context("connect")?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            buffer: Vec::with_capacity(64 * 1024),
        })
    }

    /// Sends a request, reads its response and returns the status.
    pub(crate) async fn send(&mut self, request: &[u8]) -> anyhow::Result<u16> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            ensure!(
                self.stream.read_buf(&mut self.buffer).await? > 0,
                "the server closed the connection"
            );
            if let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            ensure!(self.buffer.len() < LONGEST_HEAD, "the head is too long");
        };
        let (status, length) = read_head(&self.buffer[..head])?;
        while !length.is_reached(&self.buffer[head..]) {
            ensure!(
                self.stream.read_buf(&mut self.buffer).await? > 0,
                "the server closed the connection"
            );
        }
        if matches!(length, Length::Chunks) {
            let mut parts = self.buffer.windows(DONE.len());
            ensure!(parts.any(|part| part == DONE), "the call was refused");
        }
        Ok(status)
    }
}

/// The end of a body.
#[derive(Debug, Clone, Copy)]
enum Length {
    /// The number of bytes.
    Known(usize),
    /// The body of a call by gRPC-Web, whose last chunk is empty.
    Chunks,
}

impl Length {
    fn is_reached(self, body: &[u8]) -> bool {
        match self {
            Self::Known(length) => body.len() >= length,
            Self::Chunks => body.ends_with(b"\r\n0\r\n\r\n"),
        }
    }
}

/// Reads the status and the body's length from the head of a response.
fn read_head(head: &[u8]) -> anyhow::Result<(u16, Length)> {
    let head = str::from_utf8(head)?;
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.get(9..12));
    let status = status.context("this is no HTTP response")?.parse()?;
    let has_no_body = status == 304 || status == 204;
    for line in lines {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            let length = if has_no_body { 0 } else { value.trim().parse()? };
            return Ok((status, Length::Known(length)));
        }
    }
    let length = if has_no_body {
        Length::Known(0)
    } else {
        Length::Chunks
    };
    Ok((status, length))
}

/// A GET request with these headers.
pub(crate) fn get(path: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let headers = lines(headers);
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n").into_bytes()
}

/// A POST request of JSON with these headers.
pub(crate) fn post(path: &str, headers: &[(&str, &str)], body: &serde_json::Value) -> Vec<u8> {
    with_body(path, headers, "application/json", body.to_string().as_bytes())
}

/// A call of a method of the contract by gRPC-Web, through the office.
pub(crate) fn call<C: Call>(request: &C, headers: &[(&str, &str)]) -> Vec<u8> {
    let message = request.encode_to_vec();
    let length = u32::try_from(message.len()).expect("a request is short");
    let body = [&[0][..], &length.to_be_bytes(), &message].concat();
    let path = format!("/api/office/rpc{}", C::METHOD.path);
    with_body(&path, headers, "application/grpc-web+proto", &body)
}

fn with_body(path: &str, headers: &[(&str, &str)], content_type: &str, body: &[u8]) -> Vec<u8> {
    let (headers, length) = (lines(headers), body.len());
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\n{headers}\r\n"
    );
    [head.as_bytes(), body].concat()
}

fn lines(headers: &[(&str, &str)]) -> String {
    let lines = headers
        .iter()
        .map(|(name, value)| [name, ": ", value, "\r\n"].concat());
    lines.collect()
}

/// Sends requests back to back over `connections` connections for a while. Only responses with the status
/// `expected` count.
pub(crate) async fn send_back_to_back(
    address: SocketAddr,
    connections: usize,
    time: Duration,
    expected: u16,
    request: impl Fn() -> Vec<u8>,
) -> anyhow::Result<LoadResult> {
    let open = (0..connections).map(|_| Connection::open(address));
    let open = try_join_all(open).await?;
    let (began, refused) = (Instant::now(), AtomicUsize::new(0));
    let clients = open.into_iter().map(async |mut connection| {
        let mut times = Vec::new();
        while began.elapsed() < time {
            let request = request();
            let sent = Instant::now();
            let status = connection.send(&request).await?;
            if status == expected {
                times.push(sent.elapsed());
            } else {
                refused.fetch_add(1, Ordering::Relaxed);
            }
        }
        anyhow::Ok(times)
    });
    let times = try_join_all(clients).await?.concat();
    ensure_answered(times.len(), refused.into_inner(), expected)?;
    Ok(LoadResult::new(times, began.elapsed()))
}

/// Prints the number of responses with other statuses, which a busy machine causes. Fails if they are more
/// than half.
pub(crate) fn ensure_answered(answered: usize, refused: usize, expected: u16) -> anyhow::Result<()> {
    ensure!(
        answered >= refused,
        "{refused} of {} were not answered {expected}",
        answered + refused
    );
    if refused > 0 {
        println!("note: {refused} were not answered {expected}, beside {answered} that were");
    }
    Ok(())
}

/// Sends requests at a constant rate for a while. A request's time starts when it is due, even if no
/// connection is free.
pub(crate) async fn send_at_rate(
    address: SocketAddr,
    connections: u32,
    rate: f64,
    time: Duration,
    expected: u16,
    request: impl Fn() -> Vec<u8>,
) -> anyhow::Result<LoadResult> {
    let open = (0..connections).map(|_| Connection::open(address));
    let open = try_join_all(open).await?;
    let (began, refused) = (Instant::now(), AtomicUsize::new(0));
    let every = Duration::from_secs_f64(f64::from(connections) / rate);
    let clients = open
        .into_iter()
        .zip(0..)
        .map(async |(mut connection, place): (_, u32)| {
            let mut times = Vec::new();
            let mut due = began + every * place / connections;
            while due < began + time {
                tokio::time::sleep_until(due.into()).await;
                let status = connection.send(&request()).await?;
                if status == expected {
                    times.push(due.elapsed());
                } else {
                    refused.fetch_add(1, Ordering::Relaxed);
                }
                due += every;
            }
            anyhow::Ok(times)
        });
    let times = try_join_all(clients).await?.concat();
    ensure_answered(times.len(), refused.into_inner(), expected)?;
    Ok(LoadResult::new(times, began.elapsed()))
}
