use std::{
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// The default limit of a stop, from the request to the end of the process. A service can set another one
/// ([`Frame::set_stop_timeout`](crate::Frame::set_stop_timeout)). Kubernetes kills after
/// `terminationGracePeriodSeconds`, which the manifests set higher.
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(10);

/// A program was asked to stop before it served. [`main`](crate::main) then exits with 0.
#[derive(Debug, thiserror::Error)]
#[error("a stop was requested before it was ready")]
pub struct Stopped;

/// A two-step shutdown: first the server drains, then background tasks end.
///
/// Cheap to clone. All clones belong to the same program.
#[derive(Debug, Clone)]
pub struct Shutdown {
    pub(crate) drain: CancellationToken,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
    stop_timeout: Arc<Mutex<Duration>>,
}

impl Default for Shutdown {
    fn default() -> Self {
        Self {
            drain: CancellationToken::new(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            stop_timeout: Arc::new(Mutex::new(GIVE_UP_AFTER)),
        }
    }
}

impl Shutdown {
    /// Creates a shutdown that is not requested yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The time limit of a stop.
    pub fn stop_timeout(&self) -> Duration {
        *self.stop_timeout.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_stop_timeout(&self, stop_timeout: Duration) {
        *self.stop_timeout.lock().unwrap_or_else(PoisonError::into_inner) = stop_timeout;
    }

    /// Requests a stop. Returns at once. Further requests have no effect.
    pub fn request(&self) {
        self.drain.cancel();
    }

    /// True if a stop was requested.
    pub fn is_requested(&self) -> bool {
        self.drain.is_cancelled()
    }

    /// Returns when a stop has exceeded its limit. Remaining work is then abandoned.
    pub async fn timed_out(&self) {
        self.drain.cancelled().await;
        tokio::time::sleep(self.stop_timeout()).await;
    }

    /// Stops the background tasks and waits for them.
    pub(crate) async fn end_tasks(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    pub(crate) fn track<F>(&self, task: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tasks.spawn(task);
    }
}
