use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A task that is stopped on drop.
#[derive(Debug)]
pub struct Running {
    stop: DropGuard,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    /// Starts a task that runs until its token is cancelled.
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

    /// Stops the task and waits for its end.
    pub async fn stop(self) {
        drop(self.stop);
        self.task.await.expect("it does not panic").expect("it ends well");
    }

    /// Aborts the task, like a crash.
    pub async fn kill(self) {
        self.task.abort();
        self.task.await.expect_err("it is gone");
    }
}
