//! Reads the pages of a list, and renews the staff token on long exports.

use std::time::{Duration, Instant};

use runtime::Call;

use crate::{
    request::errors::ApiError,
    session::{authorization::Authorization, authorize::Session},
};

/// The age at which a token is replaced: half of its validity of two minutes.
const TOKEN_AGE: Duration = Duration::from_mins(1);

/// Reads the pages of a list for a staff member, by calls of one kind.
pub(crate) struct Pages<C> {
    session: Session,
    subject: String,
    /// The last token, and when it was issued.
    authorization: Option<(Authorization<C>, Instant)>,
}

impl<C: Call> Pages<C> {
    /// The audit log records the export with this `subject`: the days of the orders, or empty for a whole
    /// list.
    pub(crate) fn new(session: Session, subject: impl Into<String>) -> Self {
        Self {
            session,
            subject: subject.into(),
            authorization: None,
        }
    }

    /// Reads a page.
    pub(crate) async fn read(&mut self, call: C) -> Result<C::Answer, ApiError> {
        let fresh = self
            .authorization
            .take()
            .filter(|(_, since)| since.elapsed() < TOKEN_AGE);
        let (authorization, since) = if let Some(fresh) = fresh {
            fresh
        } else {
            (self.session.authorize(&self.subject).await?, Instant::now())
        };
        let page = authorization.call(call).await?;
        self.authorization = Some((authorization, since));
        Ok(page)
    }
}
