//! The pages of a list, for as long as the file takes.

use std::time::{Duration, Instant};

use crate::{
    clients::staff_calls::StaffCall,
    request::refusal::Refused,
    session::{authorize::Session, permit::Permit},
};

/// When another token is asked for: half of the two minutes that one is good for.
const TOKEN_AGE: Duration = Duration::from_mins(1);

/// A list on its way to somebody of the staff, read by calls of one kind.
pub(crate) struct Pages<Call> {
    session: Session,
    subject: String,
    /// The last token, and when it was asked for.
    permit: Option<(Permit<Call>, Instant)>,
}

impl<Call: StaffCall> Pages<Call> {
    /// The log says that `subject` was taken out: the days of orders; nothing for a list as a whole.
    pub(crate) fn new(session: Session, subject: impl Into<String>) -> Self {
        Self {
            session,
            subject: subject.into(),
            permit: None,
        }
    }

    /// Reads a page.
    pub(crate) async fn read(&mut self, call: Call) -> Result<Call::Answer, Refused> {
        let fresh = self
            .permit
            .take()
            .filter(|(_, since)| since.elapsed() < TOKEN_AGE);
        let (permit, since) = if let Some(fresh) = fresh {
            fresh
        } else {
            (self.session.permit(&self.subject).await?, Instant::now())
        };
        let page = permit.call(call).await?;
        self.permit = Some((permit, since));
        Ok(page)
    }
}
