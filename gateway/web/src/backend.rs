//! A service behind a gateway, and the result of its last call.

use std::{
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

use bytes::Bytes;
use runtime::{Call, Client, Method};
use tonic::{Code, IntoRequest, Request, Status};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

/// The time that a service counts as down before it is checked again, unless a call succeeds earlier.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(3);

const NEVER_POISONED: &str = "nothing panics while it holds this lock";

/// A service, and whether it answered its last call.
#[derive(Debug)]
pub struct Backend {
    client: Client,
    last_answer: Mutex<Option<LastAnswer>>,
}

#[derive(Debug, Clone, Copy)]
struct LastAnswer {
    answers: bool,
    at: Instant,
}

impl Backend {
    /// A service before its first call.
    pub fn new(client: Client) -> Self {
        Self {
            client,
            last_answer: Mutex::default(),
        }
    }

    /// Calls the method of this request and notes whether the service answered.
    pub async fn call<C: Call>(&self, request: impl IntoRequest<C>) -> Result<C::Answer, Status> {
        self.note(self.client.call::<C>(request).await)
    }

    /// The same for a request that [`Client::call_once`] never sends twice.
    pub async fn call_once<C: Call>(&self, request: impl IntoRequest<C>) -> Result<C::Answer, Status> {
        self.note(self.client.call_once::<C>(request).await)
    }

    /// Calls a method with an encoded message, and notes whether the service answered.
    pub async fn forward(&self, method: &'static Method, request: Request<Bytes>) -> Result<Bytes, Status> {
        self.note(self.client.forward(method, request).await)
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
        let answer = HealthClient::new(self.client.clone())
            .check(HealthCheckRequest::default())
            .await;
        let serves = answer.is_ok_and(|answer| answer.get_ref().status() == ServingStatus::Serving);
        if serves {
            self.last_answer().take_if(|last| is_down(last));
        }
    }

    fn note<T>(&self, answer: Result<T, Status>) -> Result<T, Status> {
        *self.last_answer() = Some(LastAnswer {
            answers: !answer.as_ref().is_err_and(is_down),
            at: Instant::now(),
        });
        answer
    }

    fn last_answer(&self) -> MutexGuard<'_, Option<LastAnswer>> {
        self.last_answer.lock().expect(NEVER_POISONED)
    }
}

fn is_down(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded)
}
