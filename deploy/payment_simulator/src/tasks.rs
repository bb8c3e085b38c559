//! Background tasks, which all end with the simulator.

use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// The longest time that a call hangs, for a client without a timeout.
const LONGEST_HANG: Duration = Duration::from_mins(2);

#[derive(Debug, Clone, Default)]
pub(crate) struct Tasks {
    running: TaskTracker,
    end: CancellationToken,
}

impl Tasks {
    /// Runs until it is done or the simulator ends.
    pub(crate) fn start(&self, work: impl Future<Output = ()> + Send + 'static) {
        let end = self.end.clone();
        self.running.spawn(async move {
            end.run_until_cancelled_owned(work).await;
        });
    }

    /// Serves requests until the simulator ends.
    pub(crate) fn serve(&self, listener: TcpListener, router: Router) {
        let end = self.end.clone();
        self.running.spawn(async move {
            let serving = axum::serve(listener, router).with_graceful_shutdown(end.cancelled_owned());
            if let Err(error) = serving.await {
                eprintln!("the simulated payment provider stopped: {error}");
            }
        });
    }

    /// Holds a response until `released` ends, the simulator ends, or the time limit is reached.
    pub(crate) async fn hold(&self, released: impl Future<Output = ()>) {
        let waiting = tokio::time::timeout(LONGEST_HANG, released);
        // At the time limit, the response is sent to clients that still wait.
        let _ = self.end.run_until_cancelled(waiting).await;
    }

    /// Does not answer until the caller gives up, the simulator ends, or the time limit is reached.
    pub(crate) async fn hang(&self) {
        self.end
            .run_until_cancelled(tokio::time::sleep(LONGEST_HANG))
            .await;
    }

    pub(crate) fn end(&self) {
        self.end.cancel();
    }

    pub(crate) async fn stop(&self) {
        self.end();
        self.running.close();
        self.running.wait().await;
    }
}
