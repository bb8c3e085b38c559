//! Forwards the contract's staff methods from the browser to their services, by gRPC-Web. Messages are not
//! decoded: a new method needs no line here.

use std::{convert::Infallible, sync::Arc};

use axum::{
    body::Body,
    extract::{Path, Request, State},
    response::Response,
};
use bytes::Bytes;
use futures_util::stream;
use http::{HeaderMap, header};
use http_body_util::StreamBody;
use hyper::body::Frame;
use proto::identity::v1::StaffCall as NamedCall;
use runtime::{BytesCodec, Method, StaffRule, status, subject_of, texts_at};
use tonic::{
    Code, Status,
    body::Body as GrpcBody,
    metadata::MetadataMap,
    server::{Grpc, UnaryService},
};
use tonic_web::GrpcWebLayer;
use tower::{Layer as _, Service, service_fn};
use uuid::Uuid;

use crate::{
    clients::{is_export, staff_token::about_method},
    csv::export_slots::ExportSlots,
    request::errors::{ApiError, SIGN_IN_FIRST},
    session::{authorize::Session, cookie::SessionCookie},
};

/// The path of a method: the gRPC service, such as `shop.order.v1.OrderService`, and the name.
pub(crate) const PATH: &str = "/api/office/rpc/{service}/{method}";

/// A call from a browser.
struct BrowserCall {
    /// `None` if the contract has no such method.
    method: Option<&'static Method>,
    /// `None` if the browser has no session.
    session: Option<Session>,
    cookie: Arc<SessionCookie>,
    exports: Arc<ExportSlots>,
}

/// Calls a method for the signed-in staff member. The body has at most 64 KiB, as for REST.
pub(crate) async fn call(
    State(cookie): State<Arc<SessionCookie>>,
    State(exports): State<Arc<ExportSlots>>,
    Path((service, method)): Path<(String, String)>,
    session: Result<Session, ApiError>,
    request: Request,
) -> Response {
    let call = Arc::new(BrowserCall {
        method: proto::CONTRACT.method(&service, &method),
        session: session.ok(),
        cookie,
        exports,
    });
    let forwarding = service_fn(move |message: tonic::Request<Bytes>| {
        let call = Arc::clone(&call);
        async move { call.forward(message.into_inner()).await.map(tonic::Response::new) }
    });
    let grpc = service_fn(move |request: http::Request<GrpcBody>| serve(forwarding.clone(), request));
    let mut translated = GrpcWebLayer::new().layer(grpc);
    let Ok(answer) = Service::call(&mut translated, request).await;
    answer.map(Body::new)
}

async fn serve(
    forwarding: impl UnaryService<Bytes, Response = Bytes>,
    request: http::Request<GrpcBody>,
) -> Result<http::Response<GrpcBody>, Infallible> {
    Ok(in_trailers(
        Grpc::new(BytesCodec).unary(forwarding, request).await,
    ))
}

impl BrowserCall {
    /// The encoded answer to an encoded request.
    async fn forward(&self, message: Bytes) -> Result<Bytes, Status> {
        let session = self.session.as_ref().ok_or_else(|| self.signed_out())?;
        let (method, rule) = self.staff_method()?;
        let calls = named_calls(method, rule, &message);
        let calls = calls.ok_or_else(|| Status::invalid_argument("The request cannot be read."))?;
        let mut authorized = match session.authorize_forwarded(&calls).await {
            Ok(authorized) => authorized,
            Err(status) if status.code() == Code::Unauthenticated => return Err(self.signed_out()),
            Err(status) => return Err(shown(&status)),
        };
        let _slot = is_export(method).then(|| self.exports.take()).transpose()?;
        let answer = authorized.forward(method, message).await;
        answer.map_err(|status| shown(&status))
    }

    /// The method, if the contract has it for staff.
    fn staff_method(&self) -> Result<(&'static Method, &'static StaffRule), Status> {
        let method = self
            .method
            .and_then(|method| Some((method, method.staff.as_ref()?)));
        method.ok_or_else(|| Status::unimplemented("The office has no such method."))
    }

    /// The answer without a valid session. It deletes the browser's cookie.
    fn signed_out(&self) -> Status {
        let mut status = status::with_reason(Code::Unauthenticated, "NOT_SIGNED_IN", SIGN_IN_FIRST);
        let headers = HeaderMap::from_iter([(header::SET_COOKIE, self.cookie.expired())]);
        *status.metadata_mut() = MetadataMap::from_headers(headers);
        status
    }
}

/// The call with each subject that the request names; a list has one without a subject. `None` if the request
/// cannot be read.
fn named_calls(method: &Method, rule: &StaffRule, message: &Bytes) -> Option<Vec<NamedCall>> {
    let mut subjects = texts_at(message.clone(), rule.subjects)?;
    if subjects.is_empty() {
        subjects.push(subject_of(message, rule.subject)?);
    }
    let calls = subjects.into_iter().map(|subject| {
        let subject = String::from_utf8(subject.into()).ok()?;
        // A UUID has several spellings, and the log is searched by one.
        let logged = Uuid::try_parse(&subject).map_or_else(|_| subject.clone(), |id| id.to_string());
        Some(about_method(method, &logged, &subject))
    });
    calls.collect()
}

/// An error without what is not for browsers: headers between programs, and messages of faults and
/// connections, which are logged.
fn shown(status: &Status) -> Status {
    let (code, details) = (status.code(), status::details(status));
    let is_for_staff = match code {
        Code::InvalidArgument
        | Code::NotFound
        | Code::AlreadyExists
        | Code::PermissionDenied
        | Code::ResourceExhausted
        | Code::FailedPrecondition
        | Code::Aborted
        | Code::Unauthenticated => true,
        Code::Unavailable => details.retry_after.is_some(),
        _ => false,
    };
    if is_for_staff {
        let details = status.details().to_vec().into();
        return Status::with_details(code, status.message(), details);
    }
    if matches!(code, Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled) {
        tracing::warn!(%status, "a call was refused because something it needs is down");
        return Status::unavailable("");
    }
    tracing::error!(%status, "a call failed");
    Status::internal("")
}

/// Moves an error from the headers to the end of the body, because proxies accept only a few KiB of headers
/// and its details may hold an order.
fn in_trailers(answer: http::Response<GrpcBody>) -> http::Response<GrpcBody> {
    let (mut head, body) = answer.into_parts();
    let names = [
        Status::GRPC_STATUS,
        Status::GRPC_MESSAGE,
        Status::GRPC_STATUS_DETAILS,
    ];
    let moved = names
        .into_iter()
        .filter_map(|name| Some((name.clone(), head.headers.remove(name)?)));
    let trailers: HeaderMap = moved.collect();
    if trailers.is_empty() {
        return http::Response::from_parts(head, body);
    }
    let end = stream::iter([Ok::<_, Infallible>(Frame::<Bytes>::trailers(trailers))]);
    http::Response::from_parts(head, GrpcBody::new(StreamBody::new(end)))
}
