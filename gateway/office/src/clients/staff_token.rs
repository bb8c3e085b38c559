//! Staff tokens. Each proves the staff member of one call and has that call's type, so that no call can use
//! another's.

use std::marker::PhantomData;

use bytes::Bytes;
use proto::identity::v1::{
    AuthorizeStaffRequest, AuthorizeStaffResponse, StaffCall as NamedCall, StaffCallToken,
};
use runtime::{Call, Method, STAFF_TOKEN_HEADER};
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
};

use crate::clients::Clients;

/// The session token that a browser sends, not yet verified.
#[derive(Debug)]
pub(crate) struct SessionCredentials {
    /// The session token.
    pub(crate) token: String,
    /// True if the page sent the request by itself, without a user action.
    pub(crate) is_unattended: bool,
}

/// The longest subject that the audit log keeps, in characters.
const LONGEST_SUBJECT: usize = 200;

/// Proves to a service which staff member makes the call `C`. Valid for two minutes.
pub(crate) struct StaffToken<C> {
    value: MetadataValue<Ascii>,
    call: PhantomData<fn() -> C>,
}

impl<C: Call> StaffToken<C> {
    /// Parses the token that the identity service issued for this call.
    pub(crate) fn parse(text: String) -> Result<Self, Status> {
        let (value, call) = (header_value(text)?, PhantomData);
        Ok(Self { value, call })
    }
}

/// The value of the header for a token that the identity service issued.
fn header_value(text: String) -> Result<MetadataValue<Ascii>, Status> {
    let value = MetadataValue::try_from(text);
    let mut value = value.map_err(|_| Status::internal("a staff token is no header"))?;
    if value.is_empty() {
        return Err(Status::internal("the identity service gave no staff token"));
    }
    value.set_sensitive(true);
    Ok(value)
}

/// Names a call about `subject`: the number or id of one thing as in the request, or empty for a list.
pub(crate) fn about<C: Call>(subject: &str) -> NamedCall {
    about_id::<C>(subject, subject)
}

/// Names a call whose `subject` in the log, such as an order number, differs from the `id` in the request.
pub(crate) fn about_id<C: Call>(subject: &str, id: &str) -> NamedCall {
    about_method(C::METHOD, subject, id)
}

/// The same for a method.
pub(crate) fn about_method(method: &Method, subject: &str, id: &str) -> NamedCall {
    NamedCall {
        service: method.service.to_owned(),
        method: method.name.to_owned(),
        subject: for_the_log(subject),
        about: id.to_owned(),
    }
}

impl Clients {
    /// Returns the signed-in staff member, and a token for each of these calls, in their order.
    pub(crate) async fn staff_tokens(
        &self,
        session: &SessionCredentials,
        calls: &[NamedCall],
    ) -> Result<(AuthorizeStaffResponse, Vec<StaffCallToken>), Status> {
        let (first, more_calls) = calls
            .split_first()
            .ok_or_else(|| Status::internal("a token is asked for without a call"))?;
        let first = first.clone();
        let request = AuthorizeStaffRequest {
            session_token: session.token.clone(),
            is_unattended: session.is_unattended,
            service: first.service,
            method: first.method,
            subject: first.subject,
            about: first.about,
            more_calls: more_calls.to_vec(),
        };
        let mut who = self.call(request).await?;
        let mut tokens = vec![StaffCallToken {
            staff_token: std::mem::take(&mut who.staff_token),
            log_id: std::mem::take(&mut who.log_id),
        }];
        tokens.append(&mut who.more_tokens);
        Ok((who, tokens))
    }

    /// Makes a call for a staff member.
    pub(crate) async fn call_for_staff<C: Call>(
        &self,
        token: &StaffToken<C>,
        call: C,
    ) -> Result<C::Answer, Status> {
        let mut request = Request::new(call);
        request
            .metadata_mut()
            .insert(STAFF_TOKEN_HEADER, token.value.clone());
        self.call::<C>(request).await
    }

    /// Forwards an encoded call of a staff member with the token that the identity service issued for it.
    pub(crate) async fn forward_for_staff(
        &self,
        method: &'static Method,
        staff_token: String,
        message: Bytes,
    ) -> Result<Bytes, Status> {
        let mut request = Request::new(message);
        request
            .metadata_mut()
            .insert(STAFF_TOKEN_HEADER, header_value(staff_token)?);
        self.forward(method, request).await
    }
}

/// Shortens a subject for the audit log. The called service validates the full value.
fn for_the_log(subject: &str) -> String {
    let visible = subject.trim().chars().filter(|letter| !letter.is_control());
    visible.take(LONGEST_SUBJECT).collect()
}
