use std::{
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long a stop may take from the request to the end of the process, unless a service asks for longer
/// ([`Frame::set_stop_timeout`](crate::Frame::set_stop_timeout)). Kubernetes kills after `terminationGracePeriodSeconds`, which
/// the manifests set above this.
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(10);

/// A stop in two steps: first the server drains, then the background tasks end.
///
/// Cheap to clone; all clones stand for the same program.
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
    /// A program that was not asked to stop yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How long a stop of this program may take.
    pub fn stop_timeout(&self) -> Duration {
        *self.stop_timeout.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_stop_timeout(&self, stop_timeout: Duration) {
        *self.stop_timeout.lock().unwrap_or_else(PoisonError::into_inner) = stop_timeout;
    }

    /// Asks the program to stop; returns at once. A second request changes nothing.
    pub fn request(&self) {
        self.drain.cancel();
    }

    /// Whether a stop was asked for.
    pub fn is_requested(&self) -> bool {
        self.drain.is_cancelled()
    }

    /// Ends when a stop has taken as long as it may: what still runs then is abandoned.
    pub async fn timed_out(&self) {
        self.drain.cancelled().await;
        tokio::time::sleep(self.stop_timeout()).await;
    }

    /// Ends the background tasks and waits for them.
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
