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

/// The header, metadata key and column with the trace context, named by the W3C recommendation.
pub const TRACEPARENT: &str = "traceparent";

/// The current span's context as a `traceparent` value. `None` if traces are off.
pub fn current() -> Option<String> {
    let mut carrier = HashMap::new();
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut carrier);
    carrier.remove(TRACEPARENT)
}

/// Sets the span's parent from `traceparent`. Call it before the span is entered. Ignores an absent or
/// invalid value.
pub fn set_parent(span: &Span, traceparent: Option<&str>) {
    if let Some(value) = traceparent {
        set_parent_from(span, &HashMap::from([(TRACEPARENT.to_owned(), value.to_owned())]));
    }
}

/// Sets the span's parent from HTTP headers or gRPC metadata. Call it before the span is entered.
pub fn set_parent_from_headers(span: &Span, headers: &HeaderMap) {
    set_parent_from(span, &HeaderExtractor(headers));
}

/// The trace id of a span, 32 hexadecimal digits. `None` if traces are off.
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
        // Fails only without a trace layer, and then there is no trace to join.
        let _ = span.set_parent(parent);
    }
}
