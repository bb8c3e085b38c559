//! Authorizations for staff calls: the staff member, the token, and the log entries that get the outcome.

use std::{collections::BTreeMap, sync::Arc};

use bytes::Bytes;
use proto::identity::v1::{AuthorizeStaffResponse, StaffCall as NamedCall, StaffCallToken};
use runtime::{Call, Method};
use tonic::Status;
use web::Error;

use crate::clients::{Clients, audit_outcomes::AuditGuard, staff_token::StaffToken};

/// The authorizations for several calls; each can be taken once. A call that is not taken is logged as not
/// sent.
pub(crate) struct Authorizations {
    clients: Arc<Clients>,
    who: Arc<AuthorizeStaffResponse>,
    calls: BTreeMap<(String, String), AuthorizedCall>,
}

/// A call with its token, and a log entry for each subject.
struct AuthorizedCall {
    staff_token: String,
    outcome: AuditGuard,
}

/// The staff member and the token for the call `C`. It can be used several times, for example once per
/// page of a list.
pub(crate) struct Authorization<C> {
    clients: Arc<Clients>,
    who: Arc<AuthorizeStaffResponse>,
    token: StaffToken<C>,
    outcome: AuditGuard,
}

impl Authorizations {
    /// Groups the tokens by method: a call about several subjects is one call with several log entries.
    pub(crate) fn new<'a>(
        clients: Arc<Clients>,
        who: AuthorizeStaffResponse,
        tokens: impl Iterator<Item = (&'a NamedCall, StaffCallToken)>,
    ) -> Self {
        let mut calls = BTreeMap::new();
        for (call, StaffCallToken { staff_token, log_id }) in tokens {
            let name = (call.service.clone(), call.method.clone());
            let permitted = calls.entry(name).or_insert_with(|| AuthorizedCall {
                staff_token,
                outcome: clients.outcomes.watch(),
            });
            permitted.outcome.add(log_id);
        }
        let who = Arc::new(who);
        Self { clients, who, calls }
    }

    /// Takes the authorization for one of the calls; fails if no token was requested for it.
    pub(crate) fn take<C: Call>(&mut self) -> Result<Authorization<C>, Status> {
        let permitted = self.remove(C::METHOD)?;
        Ok(Authorization {
            clients: Arc::clone(&self.clients),
            who: Arc::clone(&self.who),
            token: StaffToken::parse(permitted.staff_token)?,
            outcome: permitted.outcome,
        })
    }

    /// Forwards one of the calls, encoded, and reports its outcome to the audit log.
    pub(crate) async fn forward(&mut self, method: &'static Method, message: Bytes) -> Result<Bytes, Status> {
        let AuthorizedCall { staff_token, outcome } = self.remove(method)?;
        outcome.begin();
        let answer = self.clients.forward_for_staff(method, staff_token, message).await;
        outcome.end(&answer);
        if let Ok(message) = &answer {
            outcome.note_shown(method, || message.clone());
        }
        answer
    }

    fn remove(&mut self, method: &Method) -> Result<AuthorizedCall, Status> {
        let name = (method.service.to_owned(), method.name.to_owned());
        let permitted = self.calls.remove(&name);
        permitted.ok_or_else(|| Status::internal(format!("no token was asked for {}", method.name)))
    }

    /// Takes the authorization for one of the calls; `None` if the role lacks the permission.
    pub(crate) fn take_if_permitted<C: Call>(&mut self) -> Result<Option<Authorization<C>>, Status> {
        let rule = C::METHOD.staff.as_ref();
        let is_permitted = rule.is_some_and(|rule| self.may(rule.permission));
        is_permitted.then(|| self.take()).transpose()
    }

    /// Whether the role has this permission, such as `sales.read`. Used to omit parts of an answer; the
    /// services enforce permissions.
    pub(crate) fn may(&self, permission: &str) -> bool {
        may(&self.who, permission)
    }
}

fn may(who: &AuthorizeStaffResponse, permission: &str) -> bool {
    who.permissions.iter().any(|known| known == permission)
}

impl<C: Call> Authorization<C> {
    /// Makes the call and reports its outcome to the audit log, with the numbers or ids that it showed.
    pub(crate) async fn call(&self, call: C) -> Result<C::Answer, Status> {
        self.outcome.begin();
        let answer = self.clients.call_for_staff(&self.token, call).await;
        self.outcome.end(&answer);
        if let Ok(answer) = &answer {
            let encoded = || prost::Message::encode_to_vec(answer).into();
            self.outcome.note_shown(C::METHOD, encoded);
        }
        answer
    }

    /// Reads all pages of a list. `call` builds the request for a page token; `page` returns an answer's
    /// items and next token.
    pub(crate) async fn read_all<Item>(
        &self,
        call: impl Fn(String) -> C,
        page: impl Fn(C::Answer) -> (Vec<Item>, String),
    ) -> Result<Vec<Item>, Status> {
        let (mut all, mut next) = page(self.call(call(String::new())).await?);
        while !next.is_empty() {
            let items;
            (items, next) = page(self.call(call(next)).await?);
            all.extend(items);
        }
        Ok(all)
    }

    /// The id of the signed-in staff member, a UUID.
    pub(crate) fn staff_id(&self) -> Result<String, Error> {
        let no_staff = || Error::internal("the identity service did not say who is signed in");
        let staff = self.who.staff.as_ref().ok_or_else(no_staff)?;
        Ok(staff.staff_id.clone())
    }

    /// Whether the role has this permission; see [`Authorizations::may`].
    pub(crate) fn may(&self, permission: &str) -> bool {
        may(&self.who, permission)
    }
}
