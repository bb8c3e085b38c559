use std::collections::HashMap;

use http::HeaderMap;
use opentelemetry::{
    Context,
    propagation::{Extractor, TextMapPropagator as _},
    trace::TraceContextExt as _,
};
use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// The header, metadata key and column that carry a trace context, as the W3C recommendation names it.
pub const TRACEPARENT: &str = "traceparent";

/// The current span's place in its trace, as a `traceparent` value; none when nothing records traces.
pub fn current() -> Option<String> {
    let mut carrier = HashMap::new();
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut carrier);
    carrier.remove(TRACEPARENT)
}

/// Makes the span a child of what `traceparent` names. Call it before the span is entered; an absent or unreadable
/// value leaves the span where it is.
pub fn set_parent(span: &Span, traceparent: Option<&str>) {
    if let Some(value) = traceparent {
        set_parent_from(span, &HashMap::from([(TRACEPARENT.to_owned(), value.to_owned())]));
    }
}

/// Makes the span a child of the context in HTTP headers or gRPC metadata. Call it before the span is entered.
pub fn set_parent_from_headers(span: &Span, headers: &HeaderMap) {
    set_parent_from(span, &HeaderExtractor(headers));
}

/// The id of the trace a span belongs to, 32 hexadecimal digits; none when nothing records traces.
pub fn trace_id(span: &Span) -> Option<String> {
    let context = span.context();
    let context = context.span().span_context().clone();
    context.is_valid().then(|| context.trace_id().to_string())
}

/// Adds the span's context to headers.
pub(crate) fn inject(span: &Span, headers: &mut HeaderMap) {
    TraceContextPropagator::new().inject_context(&span.context(), &mut HeaderInjector(headers));
}

fn set_parent_from(span: &Span, carrier: &dyn Extractor) {
    let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), carrier);
    if parent.span().span_context().is_valid() {
        // It fails only when no trace layer is installed, and then there is no trace to join.
        let _ = span.set_parent(parent);
    }
}
