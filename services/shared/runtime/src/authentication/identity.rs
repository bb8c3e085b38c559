use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex},
};

use http::{HeaderMap, HeaderValue};
use time::OffsetDateTime;
use tonic::{GrpcMethod, Request, Status, service::Interceptor};

use crate::{CallerKey, authentication::proof};

/// A program's name and key, with which it identifies itself to services.
#[derive(Clone, Default)]
pub struct Identity(Option<Arc<Known>>);

struct Known {
    name: String,
    key: CallerKey,
    /// The newest caller token per service, so that most calls need no new signature.
    proofs: Mutex<HashMap<String, Made>>,
}

struct Made {
    at: i64,
    header: HeaderValue,
}

impl Identity {
    /// Creates an identity from a name and its key.
    pub fn new(name: impl Into<String>, key: CallerKey) -> Self {
        Self(Some(Arc::new(Known {
            name: name.into(),
            key,
            proofs: Mutex::default(),
        })))
    }

    /// An identity without a name. It sends no caller token.
    pub fn unknown() -> Self {
        Self::default()
    }

    /// Adds the caller token for `audience`, a gRPC service, to a request.
    pub fn prove(&self, audience: &str, headers: &mut HeaderMap) {
        if let Some(known) = &self.0 {
            let now = OffsetDateTime::now_utc().unix_timestamp();
            headers.insert(proof::HEADER, known.proof(audience, now));
        }
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.as_ref().map(|known| known.name.as_str());
        f.debug_tuple("Identity").field(&name).finish()
    }
}

/// For tonic's own clients, whose requests name the service.
impl Interceptor for Identity {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let method = request.extensions().get::<GrpcMethod<'static>>();
        if let Some(audience) = method.map(GrpcMethod::service) {
            let mut headers = HeaderMap::new();
            self.prove(audience, &mut headers);
            request.metadata_mut().as_mut().extend(headers);
        }
        Ok(request)
    }
}

impl Known {
    fn proof(&self, audience: &str, now: i64) -> HeaderValue {
        let mut proofs = self
            .proofs
            .lock()
            .expect("nothing panics while it holds this lock");
        if let Some(made) = proofs.get(audience)
            && is_fresh(made.at, now)
        {
            return made.header.clone();
        }
        let proof = proof::write(&self.key, &self.name, audience, now);
        let header = HeaderValue::try_from(proof).expect("a name and base64 are a valid header value");
        let made = Made {
            at: now,
            header: header.clone(),
        };
        proofs.insert(audience.to_owned(), made);
        header
    }
}

/// True if a token can be reused. After the clock was set back, a token from the future would be valid for
/// too long.
fn is_fresh(made: i64, now: i64) -> bool {
    (made..made + proof::RENEWED_AFTER).contains(&now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_made_once_and_renewed_in_time() {
        let known = Known {
            name: "gateway".to_owned(),
            key: CallerKey::generate(),
            proofs: Mutex::default(),
        };
        let first = known.proof("shop.order.v1.OrderService", 1_000);
        let at = |now| known.proof("shop.order.v1.OrderService", now);
        assert_eq!(at(1_000 + proof::RENEWED_AFTER - 1), first);
        assert_ne!(known.proof("shop.catalog.v1.CatalogService", 1_000), first);
        let renewed = at(1_000 + proof::RENEWED_AFTER);
        assert_ne!(renewed, first);
        assert_ne!(at(1_000), renewed, "the clock was set back");
    }
}
