//! The token that proves for whom of the staff a call is made: one call's is of no other's type, so none can be sent without its own.

use std::marker::PhantomData;

use proto::identity::v1::{AuthorizeStaffRequest, AuthorizeStaffResponse};
use runtime::STAFF_TOKEN_HEADER;
use tonic::{
    Status,
    metadata::{Ascii, MetadataValue},
};

use crate::clients::{Clients, staff_calls::StaffCall};

/// The longest subject that the log keeps, in characters.
const LONGEST_SUBJECT: usize = 200;

/// Proves to a service for whom of the staff the call `Call` is made; for two minutes.
pub(crate) struct StaffToken<Call> {
    value: MetadataValue<Ascii>,
    call: PhantomData<fn() -> Call>,
}

/// For what a token is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose<'a> {
    /// What the call is about: the number or id of one thing, or nothing for a list.
    pub(crate) subject: &'a str,
    /// Whether the call only counts and tells of no person.
    pub(crate) is_impersonal: bool,
}

impl Clients {
    /// Who is signed in, and the token for a call of theirs.
    pub(crate) async fn staff_token<Call: StaffCall>(
        &self,
        session_token: String,
        purpose: Purpose<'_>,
    ) -> Result<(AuthorizeStaffResponse, StaffToken<Call>), Status> {
        let request = AuthorizeStaffRequest {
            session_token,
            service: Call::SERVICE.to_owned(),
            method: Call::method().to_owned(),
            subject: for_the_log(purpose.subject),
            is_impersonal: purpose.is_impersonal,
        };
        let mut who = self.authorize_staff(request).await?;
        let token = MetadataValue::try_from(std::mem::take(&mut who.staff_token));
        let mut value = token.map_err(|_| Status::internal("a staff token is no header"))?;
        if value.is_empty() {
            return Err(Status::internal("the identity service gave no staff token"));
        }
        value.set_sensitive(true);
        let call = PhantomData;
        Ok((who, StaffToken { value, call }))
    }

    /// Makes a call for somebody of the staff.
    pub(crate) async fn call_for_staff<Call: StaffCall>(
        &self,
        token: &StaffToken<Call>,
        call: Call,
    ) -> Result<Call::Answer, Status> {
        let mut request = call.request();
        request
            .metadata_mut()
            .insert(STAFF_TOKEN_HEADER, token.value.clone());
        Call::send(self, request).await
    }
}

/// A subject as the log takes it. What is wrong with the rest is for the service to say that is called.
fn for_the_log(subject: &str) -> String {
    let visible = subject.trim().chars().filter(|letter| !letter.is_control());
    visible.take(LONGEST_SUBJECT).collect()
}
