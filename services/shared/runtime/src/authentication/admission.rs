//! Access control of gRPC services: identifies the calling program, and checks that it may call the method.

use std::{
    collections::HashMap,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use contract::{Contract, Method, StaffRule};
use http::{HeaderMap, HeaderValue, Request, Response};
use metrics::counter;
use quick_cache::sync::Cache;
use time::OffsetDateTime;
use tonic::{Code, Status, body::Body, metadata::MetadataMap};
use tower::{Layer, Service};

use crate::{
    authentication::{
        caller_settings::Settings,
        callers::{Caller, Callers, OFFICE},
        proof::{self, Proof},
        staff::{self, Staff, Unmet},
        staff_token,
        subject::request_about,
    },
    status,
};

/// The reasons for rejecting calls, for metrics.
const REASONS: [&str; 7] = [
    "unproven",
    "invalid",
    "not_allowed",
    "no_staff",
    "no_permission",
    "reauthenticate",
    "other_subject",
];

/// Marks a rejection by access control. It concerns the calling program, not its shopper.
pub(crate) const REFUSED: &str = "caller-refused";

/// The capacity of the cache of verified tokens: one per replica of each caller, and some expired ones.
const PROVEN: usize = 1_024;

/// Checks every call, apart from health checks and reflection.
#[derive(Debug, Clone)]
pub(crate) struct Admission(Arc<AccessPolicy>);

#[derive(Debug)]
struct AccessPolicy {
    callers: Option<Callers>,
    contract: Contract,
    methods: HashMap<&'static str, &'static Method>,
    takes_unproven: bool,
    proven: Cache<String, Arc<Proven>>,
}

/// A verified caller token.
#[derive(Debug)]
struct Proven {
    caller: Arc<str>,
    audience: String,
    expires: i64,
}

/// Why a call is rejected.
#[derive(Debug)]
enum Refusal {
    /// The caller token is missing.
    Unproven,
    /// The caller token is invalid, for another service, or expired.
    Invalid,
    /// The caller may not call this method.
    NotAllowed(Arc<str>),
    /// The staff token is missing, invalid, for another method, or expired.
    NoStaff(Arc<str>),
    /// The staff member may not do this.
    StaffMayNot(Unmet),
    /// The staff token is about another subject than the request.
    OtherSubject,
}

/// An admitted call: the calling program, and the staff member with the rule.
type LetIn = (Caller, Option<(Staff, &'static StaffRule)>);

impl Admission {
    /// Access control by the rules of a contract. Fails if the settings do not say which programs may call.
    pub(crate) fn new(settings: &Settings, contract: Contract) -> anyhow::Result<Self> {
        anyhow::ensure!(
            settings
                .callers
                .as_ref()
                .is_some_and(|callers| !callers.is_empty())
                || settings.unproven_callers,
            "CALLERS does not say who may call this service; UNPROVEN_CALLERS=true lets everybody"
        );
        if settings.unproven_callers {
            tracing::warn!("UNPROVEN_CALLERS lets programs call that do not prove who they are");
        }
        for reason in REASONS {
            counter!("calls_refused_total", "reason" => reason).absolute(0);
        }
        counter!("calls_unproven_total").absolute(0);
        Ok(Self(Arc::new(AccessPolicy {
            callers: settings.callers.clone(),
            contract,
            methods: contract
                .methods
                .iter()
                .map(|method| (method.path, *method))
                .collect(),
            takes_unproven: settings.unproven_callers,
            proven: Cache::new(PROVEN),
        })))
    }
}

impl AccessPolicy {
    fn admit(&self, path: &str, call: (&str, &str), headers: &HeaderMap) -> Result<LetIn, Refusal> {
        let (service, _) = call;
        let proof = headers.get(proof::HEADER);
        let (Some(proof), Some(callers)) = (proof, &self.callers) else {
            if self.takes_unproven {
                counter!("calls_unproven_total").increment(1);
                return Ok((Caller::unproven(), None));
            }
            return Err(Refusal::Unproven);
        };
        let caller = self.check(callers, proof, service).ok_or(Refusal::Invalid)?;
        let Some(method) = self.methods.get(path) else {
            return Err(Refusal::NotAllowed(caller));
        };
        let known = Caller::known(self.contract.rights(method.program(), &caller));
        if method.callers.contains(&&*caller) {
            return Ok((known, None));
        }
        let Some(rule) = method.staff.as_ref().filter(|_| &*caller == OFFICE) else {
            return Err(Refusal::NotAllowed(caller));
        };
        let token = headers
            .get(staff_token::STAFF_TOKEN_HEADER)
            .and_then(|token| token.to_str().ok());
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let keys = callers.staff_token_keys();
        let claims = token.and_then(|token| staff_token::verified(token, keys, call, now));
        let Some(claims) = claims else {
            return Err(Refusal::NoStaff(caller));
        };
        staff::check(rule, &claims).map_err(Refusal::StaffMayNot)?;
        Ok((known, Some((Staff::new(claims), rule))))
    }

    fn check(&self, callers: &Callers, proof: &HeaderValue, audience: &str) -> Option<Arc<str>> {
        let text = proof.to_str().ok()?;
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let is_good = |proven: &Arc<Proven>| proven.audience == audience && now < proven.expires;
        if let Some(proven) = self.proven.get(text).filter(is_good) {
            return Some(Arc::clone(&proven.caller));
        }
        let read = Proof::read(text).filter(|proof| now < proof.expires)?;
        let (caller, keys) = callers.named(read.caller)?;
        let is_signed = keys.iter().any(|key| read.is_signed_by(key, audience));
        is_signed.then(|| {
            let proven = Proven {
                caller: Arc::clone(caller),
                audience: audience.to_owned(),
                expires: read.expires,
            };
            self.proven.insert(text.to_owned(), Arc::new(proven));
            Arc::clone(caller)
        })
    }
}

impl Refusal {
    /// Counts and logs the rejection. The answer reveals nothing to the caller.
    fn record(&self, service: &str, method: &str) -> Status {
        let (reason, caller) = (self.reason(), self.caller());
        counter!("calls_refused_total", "reason" => reason).increment(1);
        tracing::warn!(reason, caller, service, method, "a call was refused at the door");
        let (code, words) = match self {
            Self::Unproven => (Code::Unauthenticated, "Say who calls."),
            Self::Invalid => (Code::Unauthenticated, "The caller token is invalid."),
            Self::NotAllowed(_) => (Code::PermissionDenied, "This program may not call this method."),
            Self::NoStaff(_) => (Code::PermissionDenied, "No staff member asks for this."),
            Self::OtherSubject => (Code::PermissionDenied, "The token is about something else."),
            // These two messages are for the staff member.
            Self::StaffMayNot(Unmet::Permission) => {
                let words = "Your role does not allow this.";
                return status::with_reason(Code::PermissionDenied, "NO_PERMISSION", words);
            }
            Self::StaffMayNot(Unmet::Reauthentication) => {
                let words = "Please confirm that it is you.";
                return status::with_reason(Code::PermissionDenied, "REAUTHENTICATE", words);
            }
        };
        let mut marked = MetadataMap::new();
        marked.insert(REFUSED, tonic::metadata::MetadataValue::from_static(reason));
        Status::with_metadata(code, words, marked)
    }

    /// One of [`REASONS`].
    fn reason(&self) -> &'static str {
        match self {
            Self::Unproven => "unproven",
            Self::Invalid => "invalid",
            Self::NotAllowed(_) => "not_allowed",
            Self::NoStaff(_) => "no_staff",
            Self::StaffMayNot(Unmet::Permission) => "no_permission",
            Self::StaffMayNot(Unmet::Reauthentication) => "reauthenticate",
            Self::OtherSubject => "other_subject",
        }
    }

    /// The name of the calling program, if it is known and is the reason.
    fn caller(&self) -> &str {
        match self {
            Self::NotAllowed(caller) | Self::NoStaff(caller) => caller,
            Self::Unproven | Self::Invalid | Self::StaffMayNot(_) | Self::OtherSubject => "",
        }
    }
}

impl<S> Layer<S> for Admission {
    type Service = Admitted<S>;

    fn layer(&self, inner: S) -> Admitted<S> {
        let policy = Arc::clone(&self.0);
        Admitted { inner, policy }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Admitted<S> {
    inner: S,
    policy: Arc<AccessPolicy>,
}

impl<S, B> Service<Request<Body>> for Admitted<S>
where
    S: Service<Request<Body>, Response = Response<B>> + Clone + Send + 'static,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    B: Default + Send + 'static,
{
    type Response = Response<B>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<B>, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let path = request.uri().path().to_owned();
        let (service, method) = path
            .trim_start_matches('/')
            .split_once('/')
            .unwrap_or((&path, ""));
        if service.starts_with("grpc.") {
            return Box::pin(self.inner.call(request));
        }
        match self.policy.admit(&path, (service, method), request.headers()) {
            Ok((caller, staff)) => {
                request.extensions_mut().insert(caller);
                let Some((staff, rule)) = staff else {
                    return Box::pin(self.inner.call(request));
                };
                request.extensions_mut().insert(staff.clone());
                if rule.subject.is_empty() {
                    return Box::pin(self.inner.call(request));
                }
                let (service, method) = (service.to_owned(), method.to_owned());
                // Use the service that is ready, and leave a clone for the next call.
                let next = self.inner.clone();
                let mut inner = std::mem::replace(&mut self.inner, next);
                Box::pin(async move {
                    match request_about(request, rule.subject, staff.about()).await {
                        Some(request) => inner.call(request).await,
                        None => Ok(Refusal::OtherSubject.record(&service, &method).into_http()),
                    }
                })
            }
            Err(refusal) => {
                let refused = refusal.record(service, method).into_http();
                Box::pin(std::future::ready(Ok(refused)))
            }
        }
    }
}
