//! A service behind a gateway, and what its last answer told about it.

use std::{
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

use runtime::Client;
use tonic::{Code, Response, Status};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

/// How long a service counts as down, unless calls say otherwise, before it is asked whether it is back.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(3);

const NEVER_POISONED: &str = "nothing panics while it holds this lock";

/// A service, and whether it could answer its last call.
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
    /// A service that was not called yet; `typed` makes the gRPC client that calls it.
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

    /// Whether the service could answer its last call; none before the first, and when it is back since.
    pub fn is_up(&self) -> Option<bool> {
        self.last_answer().map(|last| last.answers)
    }

    /// Forgets that the service was down once it serves. What it needs itself may still be down: the next call tells.
    pub async fn look_again(&self) {
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
