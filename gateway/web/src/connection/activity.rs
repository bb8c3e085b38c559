//! The activity on one connection, and its deadlines.

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

/// The size from which a request head needs a slot for large heads, in bytes. Browsers send 1 to 2 kB.
const LARGE_HEAD: usize = 8 * 1024;

/// The activity of a connection, reported by the stream below the HTTP server and the service above it.
#[derive(Debug)]
pub(crate) struct Activity {
    times: Times,
    idle_time: Duration,
    client: ClientAddress,
    large_heads: Arc<Places>,
    state: Mutex<ActivityState>,
    changed: Notify,
}

#[derive(Debug)]
struct ActivityState {
    opened_at: Instant,
    /// The HTTP version of the first request; `None` before it.
    version: Option<Version>,
    open_requests: usize,
    /// Responses whose body is being sent, and when the server last asked one of them for more.
    open_bodies: usize,
    body_moved_at: Instant,
    /// When the last open request ended, or when the last byte of its response left, whichever is later.
    idle_since: Instant,
    /// When the first byte outside any open request came, and the number of such bytes since.
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
    /// A new connection. `idle_time` is the longest time between requests.
    pub(crate) fn new(
        times: Times,
        idle_time: Duration,
        client: ClientAddress,
        large_heads: Arc<Places>,
    ) -> Self {
        let now = Instant::now();
        let state = ActivityState {
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

    /// The time since which no request is open; `None` while one is open.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let state = self.lock();
        (state.open_requests == 0).then_some(state.idle_since)
    }

    /// Notes bytes from the client.
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

    /// Notes bytes to the client.
    pub(crate) fn sent(&self) {
        let mut state = self.lock();
        state.write_blocked_since = None;
        // Over HTTP/2 these may answer pings, with which a client could stay connected forever.
        if state.open_requests == 0 && state.version != Some(Version::HTTP_2) {
            state.idle_since = Instant::now();
        }
    }

    /// Notes that the client accepts no more bytes at the moment.
    pub(crate) fn blocked(&self) {
        self.lock().write_blocked_since.get_or_insert_with(Instant::now);
    }

    /// Notes a request with a complete head.
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

    /// Starts closing: from now on the connection waits only for open requests.
    pub(crate) fn begin_closing(&self) {
        self.lock().closing_since.get_or_insert_with(Instant::now);
        self.changed.notify_waiters();
    }

    /// Returns once a request came over HTTP/2.
    pub(crate) async fn speaks_http2(&self) {
        loop {
            let changed = self.changed.notified();
            if self.lock().version == Some(Version::HTTP_2) {
                return;
            }
            changed.await;
        }
    }

    /// Returns when the connection exceeds one of its time limits.
    pub(crate) async fn overdue(&self) {
        loop {
            let changed = self.changed.notified();
            let now = Instant::now();
            let deadline = self.lock().deadline(&self.times, self.idle_time);
            if deadline.is_some_and(|deadline| deadline <= now) {
                return;
            }
            // Events may bring an earlier deadline, but not earlier than the shortest time limit.
            let look_again = now + self.times.shortest();
            let look_again = deadline.map_or(look_again, |deadline| deadline.min(look_again));
            tokio::select! { () = tokio::time::sleep_until(look_again) => (), () = changed => () }
        }
    }

    fn lock(&self) -> MutexGuard<'_, ActivityState> {
        self.state
            .lock()
            .expect("nothing panics while it holds this lock")
    }
}

impl ActivityState {
    fn deadline(&self, times: &Times, idle_time: Duration) -> Option<Instant> {
        let blocked = self.write_blocked_since.map(|since| since + times.write);
        let waiting = match (self.open_requests, self.open_bodies) {
            (0, _) => Some(self.next_request_deadline(times, idle_time)),
            // The layers around the request ensure a response in time.
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

/// A request from its head to the end of its response.
#[derive(Debug)]
pub(crate) struct OpenRequest {
    activity: Arc<Activity>,
    is_answered: bool,
}

impl OpenRequest {
    /// Wraps the response body, which keeps the request open until it is sent or dropped.
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

/// A response body that notes when the server asks for more.
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
