//! What the services behind the office were asked, and by which token.

use std::sync::{Arc, Mutex};

use proto::identity::v1::StaffCall;
use tonic::{Request, Status};

/// A call that reached a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Such as `shop.order.v1.OrderService/MoveOrder`.
    pub(crate) call: String,
    /// The token that came with it.
    pub(crate) token: Option<String>,
}

/// A session that was asked for with calls, or with none.
#[derive(Debug, Clone)]
pub(crate) struct Authorization {
    /// What the browser sent.
    pub(crate) session_token: String,
    /// Whether nobody was at it.
    pub(crate) is_unattended: bool,
    /// For which calls tokens were asked.
    pub(crate) calls: Vec<StaffCall>,
}

/// What happened behind the office, shared by all fakes of a test.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    /// What the identity service was asked, request by request.
    pub(crate) authorized: Arc<Mutex<Vec<Authorization>>>,
    /// The calls for staff that reached a service.
    pub(crate) seen: Arc<Mutex<Vec<Seen>>>,
    refusal: Arc<Mutex<Option<(String, Status)>>>,
}

/// The token that the fake of the identity service gives for a call.
pub(crate) fn token_for(call: &str) -> String {
    format!("token for {call}")
}

impl Record {
    /// From now on this method of any service answers so.
    pub(crate) fn refuse(&self, method: &str, status: Status) {
        *self.refusal.lock().unwrap() = Some((method.to_owned(), status));
    }

    /// Notes a call that reached a service, and answers what the test wants of it.
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

    /// What reached the services since the last look.
    pub(crate) fn take_seen(&self) -> Vec<Seen> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }

    /// For which calls tokens were asked since the last look, with their subjects: `MoveOrder VM-1`.
    pub(crate) fn take_authorized(&self) -> Vec<StaffCall> {
        let requests = self.take_authorizations().into_iter();
        requests.flat_map(|request| request.calls).collect()
    }

    /// The same, request by request.
    pub(crate) fn take_authorizations(&self) -> Vec<Authorization> {
        std::mem::take(&mut *self.authorized.lock().unwrap())
    }
}
