//! A service behind a gateway, and the result of its last call.

use std::{
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

use runtime::Client;
use tonic::{Code, Response, Status};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

/// The time that a service counts as down before it is checked again, unless a call succeeds earlier.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(3);

const NEVER_POISONED: &str = "nothing panics while it holds this lock";

/// A service, and whether it answered its last call.
#[derive(Debug)]
pub struct Backend<C> {
    client: C,
    health: HealthClient<Client>,
    last_answer: Mutex<Option<LastAnswer>>,
}

#[derive(Debug, Clone, Copy)]
struct LastAnswer {
    answers: bool,
    at: Instant,
}

impl<C: Clone> Backend<C> {
    /// A service before its first call; `typed` makes the gRPC client.
    pub fn new(client: Client, typed: impl FnOnce(Client) -> C) -> Self {
        Self {
            health: HealthClient::new(client.clone()),
            client: typed(client),
            last_answer: Mutex::default(),
        }
    }

    /// Makes one call and notes whether the service answered.
    pub async fn call<T>(
        &self,
        call: impl AsyncFnOnce(C) -> Result<Response<T>, Status>,
    ) -> Result<T, Status> {
        let answer = call(self.client.clone()).await;
        *self.last_answer() = Some(LastAnswer {
            answers: !answer.as_ref().is_err_and(is_down),
            at: Instant::now(),
        });
        answer.map(Response::into_inner)
    }

    /// Whether the service answered its last call; `None` before the first call, and after it came back.
    pub fn is_up(&self) -> Option<bool> {
        self.last_answer().map(|last| last.answers)
    }

    /// Clears the down state once the service serves. Its own dependencies may still be down; the next call
    /// shows that.
    pub async fn probe(&self) {
        let is_down = |last: &LastAnswer| !last.answers && last.at.elapsed() >= ASK_AGAIN_AFTER;
        if !self.last_answer().as_ref().is_some_and(is_down) {
            return;
        }
        let answer = self.health.clone().check(HealthCheckRequest::default()).await;
        let serves = answer.is_ok_and(|answer| answer.get_ref().status() == ServingStatus::Serving);
        if serves {
            self.last_answer().take_if(|last| is_down(last));
        }
    }

    fn last_answer(&self) -> MutexGuard<'_, Option<LastAnswer>> {
        self.last_answer.lock().expect(NEVER_POISONED)
    }
}

fn is_down(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded)
}
