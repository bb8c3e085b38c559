//! What runs in the background, all of which ends with the simulator.

use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long a call hangs at most, for a client that never gives up.
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

    /// Answers requests until the simulator ends.
    pub(crate) fn serve(&self, listener: TcpListener, router: Router) {
        let end = self.end.clone();
        self.running.spawn(async move {
            let serving = axum::serve(listener, router).with_graceful_shutdown(end.cancelled_owned());
            if let Err(error) = serving.await {
                eprintln!("the simulated payment provider stopped: {error}");
            }
        });
    }

    /// Holds an answer back until `released` ends, the simulator ends, or a while has passed.
    pub(crate) async fn hold(&self, released: impl Future<Output = ()>) {
        let waiting = tokio::time::timeout(LONGEST_HANG, released);
        // What was held for that long is answered to whoever still waits.
        let _ = self.end.run_until_cancelled(waiting).await;
    }

    /// Answers nothing, until the caller gives up, the simulator ends, or a while has passed.
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
