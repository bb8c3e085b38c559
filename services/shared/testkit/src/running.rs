use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A task that is asked to stop when this is dropped.
#[derive(Debug)]
pub struct Running {
    stop: DropGuard,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    /// Starts what runs until its token is cancelled.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test's runtime ends with the test, and its tasks with it"
    )]
    pub fn start<Task>(task: impl FnOnce(CancellationToken) -> Task) -> Self
    where
        Task: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let stopping = CancellationToken::new();
        let task = tokio::spawn(task(stopping.clone()));
        Self {
            stop: stopping.drop_guard(),
            task,
        }
    }

    /// Asks it to stop and waits until it has.
    pub async fn stop(self) {
        drop(self.stop);
        self.task.await.expect("it does not panic").expect("it ends well");
    }

    /// Ends it as a crash would.
    pub async fn kill(self) {
        self.task.abort();
        self.task.await.expect_err("it is gone");
    }
}
