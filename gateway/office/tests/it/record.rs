//! Records the calls that reach the fakes, and their tokens.

use std::sync::{Arc, Mutex};

use proto::identity::v1::StaffCall;
use tonic::{Request, Status};

/// A call that reached a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The full method name, such as `shop.order.v1.OrderService/TransitionOrder`.
    pub(crate) call: String,
    /// The token of the call.
    pub(crate) token: Option<String>,
}

/// A request to authorize a session, with calls or without.
#[derive(Debug, Clone)]
pub(crate) struct Authorization {
    /// The session token of the browser.
    pub(crate) session_token: String,
    /// True if the page sent the request by itself.
    pub(crate) is_unattended: bool,
    /// The calls for which tokens were requested.
    pub(crate) calls: Vec<StaffCall>,
}

/// The record of all calls, shared by all fakes of a test.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    /// The requests to the identity service, in order.
    pub(crate) authorized: Arc<Mutex<Vec<Authorization>>>,
    /// The staff calls that reached a service.
    pub(crate) seen: Arc<Mutex<Vec<Seen>>>,
    refusal: Arc<Mutex<Option<(String, Status)>>>,
}

/// The token that the fake identity service issues for a call.
pub(crate) fn token_for(call: &str) -> String {
    format!("token for {call}")
}

impl Record {
    /// Makes this method of any service fail with `status` from now on.
    pub(crate) fn refuse(&self, method: &str, status: Status) {
        *self.refusal.lock().unwrap() = Some((method.to_owned(), status));
    }

    /// Records a call that reached a service, and returns the failure that the test set.
    pub(crate) fn admit<T>(&self, service: &str, method: &str, request: Request<T>) -> Result<T, Status> {
        let call = format!("{service}/{method}");
        let token = request.metadata().get("staff-token");
        let token = token.map(|token| token.to_str().unwrap().to_owned());
        self.seen.lock().unwrap().push(Seen { call, token });
        match self.refusal.lock().unwrap().as_ref() {
            Some((refused, status)) if refused == method => Err(status.clone()),
            _ => Ok(request.into_inner()),
        }
    }

    /// Takes the calls since the last look.
    pub(crate) fn take_seen(&self) -> Vec<Seen> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }

    /// Takes the calls with requested tokens since the last look, with their subjects: `TransitionOrder VM-1`.
    pub(crate) fn take_authorized(&self) -> Vec<StaffCall> {
        let requests = self.take_authorizations().into_iter();
        requests.flat_map(|request| request.calls).collect()
    }

    /// Takes the authorization requests since the last look.
    pub(crate) fn take_authorizations(&self) -> Vec<Authorization> {
        std::mem::take(&mut *self.authorized.lock().unwrap())
    }
}
