//! The rate limit charges of a request, until its response settles them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::{
    http::{Extensions, StatusCode},
    response::{IntoResponse as _, Response},
};

use crate::{
    answer::error::Error,
    connection::rate_limit::{RateLimit, RateLimitSubject},
};

/// The part of a charge that a successful request gets back. A client can therefore send ten times as many
/// successful requests as failed ones.
const GIVEN_BACK: f64 = 0.9;

/// The charges of one request. They are an extension of the request, for the layer around the handler.
#[derive(Debug, Clone, Default)]
pub(crate) struct Charges(Arc<Mutex<Vec<Charge>>>);

#[derive(Debug)]
struct Charge {
    limit: Arc<RateLimit>,
    malformed: Arc<RateLimit>,
    subject: RateLimitSubject,
}

/// Counts a request on a limit; 429 if it is over the limit. A successful request gets most of the charge
/// back. A request with a malformed body, which costs little, gets all of it back and counts on `malformed`
/// instead.
pub fn charge(
    limit: &Arc<RateLimit>,
    malformed: &Arc<RateLimit>,
    subject: RateLimitSubject,
    request: &Extensions,
) -> Result<(), Error> {
    limit.count_for(&subject)?;
    if let Some(charges) = request.get::<Charges>() {
        let (limit, malformed) = (Arc::clone(limit), Arc::clone(malformed));
        charges.lock().push(Charge {
            limit,
            malformed,
            subject,
        });
    }
    Ok(())
}

impl Charges {
    /// Settles the charges and returns the response; returns 429 instead if the client sent too many
    /// malformed bodies.
    pub(crate) fn settle(&self, answer: Response) -> Response {
        let status = answer.status();
        let charges = std::mem::take(&mut *self.lock());
        let mut refusal = None;
        for Charge {
            limit,
            malformed,
            subject,
        } in charges
        {
            if is_malformed(status) {
                limit.give_back(&subject, 1.0);
                refusal = refusal.or(malformed.count_for(&subject).err());
            } else if status.is_success() {
                limit.give_back(&subject, GIVEN_BACK);
            }
        }
        refusal.map_or(answer, Error::into_response)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Charge>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a status means that a body could not be read.
fn is_malformed(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNSUPPORTED_MEDIA_TYPE
    )
}
