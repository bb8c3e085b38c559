//! What calls for staff are made with: who asks, the token, and the entries of the log that are told what came of it.

use std::{collections::BTreeMap, sync::Arc};

use proto::identity::v1::{AuthorizeStaffResponse, StaffCall as NamedCall, StaffCallToken};
use tonic::Status;
use web::Error;

use crate::clients::{Clients, outcomes::Watched, staff_calls::StaffCall, staff_token::StaffToken};

/// The permits for several calls, of which each is taken once. What is not taken was not done, and the log is told so.
pub(crate) struct Permits {
    clients: Arc<Clients>,
    who: Arc<AuthorizeStaffResponse>,
    calls: BTreeMap<(String, String), PermittedCall>,
}

/// A call with its token, and with an entry of the log for each thing that it is about.
struct PermittedCall {
    staff_token: String,
    outcome: Watched,
}

/// Somebody of the staff with the token for the call `Call`, which may be made several times, such as for each page of a list.
pub(crate) struct Permit<Call> {
    clients: Arc<Clients>,
    who: Arc<AuthorizeStaffResponse>,
    token: StaffToken<Call>,
    outcome: Watched,
}

impl Permits {
    /// Calls that are about several things are one call.
    pub(crate) fn new<'a>(
        clients: Arc<Clients>,
        who: AuthorizeStaffResponse,
        tokens: impl Iterator<Item = (&'a NamedCall, StaffCallToken)>,
    ) -> Self {
        let mut calls = BTreeMap::new();
        for (call, StaffCallToken { staff_token, log_id }) in tokens {
            let name = (call.service.clone(), call.method.clone());
            let permitted = calls.entry(name).or_insert_with(|| PermittedCall {
                staff_token,
                outcome: clients.outcomes.watch(),
            });
            permitted.outcome.add(log_id);
        }
        let who = Arc::new(who);
        Self { clients, who, calls }
    }

    /// The permit for one of the calls that were asked for.
    pub(crate) fn take<Call: StaffCall>(&mut self) -> Result<Permit<Call>, Status> {
        let name = (Call::SERVICE.to_owned(), Call::method().to_owned());
        let permitted = self.calls.remove(&name);
        let permitted = permitted
            .ok_or_else(|| Status::internal(format!("no token was asked for {}", Call::method())))?;
        Ok(Permit {
            clients: Arc::clone(&self.clients),
            who: Arc::clone(&self.who),
            token: StaffToken::read(permitted.staff_token)?,
            outcome: permitted.outcome,
        })
    }

    /// The permit for one of the calls, if their role permits what it needs.
    pub(crate) fn take_if_may<Call: StaffCall>(
        &mut self,
        permission: &str,
    ) -> Result<Option<Permit<Call>>, Status> {
        self.may(permission).then(|| self.take()).transpose()
    }

    /// Whether their role permits this, such as `sales.read`: to leave out of an answer what would be refused. What they may do is
    /// decided by the services.
    pub(crate) fn may(&self, permission: &str) -> bool {
        may(&self.who, permission)
    }
}

fn may(who: &AuthorizeStaffResponse, permission: &str) -> bool {
    who.permissions.iter().any(|known| known == permission)
}

impl<Call: StaffCall> Permit<Call> {
    /// Makes the call; the log is told what came of it.
    pub(crate) async fn call(&self, call: Call) -> Result<Call::Answer, Status> {
        self.outcome.begin();
        let answer = self.clients.call_for_staff(&self.token, call).await;
        self.outcome.end(&answer);
        answer
    }

    /// Tells the log the numbers or ids of what an answer shows.
    pub(crate) fn shows(&self, ids: Vec<String>) {
        self.outcome.show(ids);
    }

    /// Reads a list to its end: `call` asks for the page of a token, and `page` takes out of an answer what is in it and the token
    /// of the next page.
    pub(crate) async fn read_all<Item>(
        &self,
        call: impl Fn(String) -> Call,
        page: impl Fn(Call::Answer) -> (Vec<Item>, String),
    ) -> Result<Vec<Item>, Status> {
        let (mut all, mut next) = page(self.call(call(String::new())).await?);
        while !next.is_empty() {
            let items;
            (items, next) = page(self.call(call(next)).await?);
            all.extend(items);
        }
        Ok(all)
    }

    /// The id of whoever is signed in, a UUID.
    pub(crate) fn staff_id(&self) -> Result<String, Error> {
        let nobody = || Error::internal("the identity service did not say who is signed in");
        let staff = self.who.staff.as_ref().ok_or_else(nobody)?;
        Ok(staff.staff_id.clone())
    }

    /// Whether their role permits this, as [`Permits::may`] says it.
    pub(crate) fn may(&self, permission: &str) -> bool {
        may(&self.who, permission)
    }
}
