//! An OTLP receiver.

use std::fmt::Write as _;

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    common::v1::{KeyValue, any_value},
    resource::v1::Resource,
    trace::v1::{Span, Status as Outcome, span::SpanKind, status::StatusCode},
};
use serde_json::{Value, json};
use tonic::{Request, Response, Status, async_trait, transport::Server};

/// Receives traces until it is stopped.
pub(crate) async fn receive() -> anyhow::Result<()> {
    let address = "0.0.0.0:4317".parse()?;
    Ok(Server::builder()
        .add_service(TraceServiceServer::new(Printer))
        .serve(address)
        .await?)
}

struct Printer;

#[async_trait]
impl TraceService for Printer {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for resource in request.into_inner().resource_spans {
            let pod = resource.resource.as_ref().and_then(pod_name);
            for span in resource.scope_spans.iter().flat_map(|scope| &scope.spans) {
                println!("{}", line(span, pod));
            }
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

fn pod_name(resource: &Resource) -> Option<&str> {
    let attribute = |attribute: &&KeyValue| attribute.key == "k8s.pod.name";
    let name = resource.attributes.iter().find(attribute)?.value.as_ref()?;
    match name.value.as_ref()? {
        any_value::Value::StringValue(name) => Some(name),
        _ => None,
    }
}

/// Times are in microseconds, the start since 1970, as in a trace file.
fn line(span: &Span, pod: Option<&str>) -> Value {
    let parent = if span.parent_span_id.is_empty() {
        &[0; 8][..]
    } else {
        &span.parent_span_id
    };
    let lasted = span.end_time_unix_nano.saturating_sub(span.start_time_unix_nano);
    json!({
        "trace": hexadecimal(&span.trace_id),
        "span": hexadecimal(&span.span_id),
        "parent": hexadecimal(parent),
        "name": span.name,
        "kind": kind(span.kind()),
        "failed": span.status.as_ref().map(Outcome::code) == Some(StatusCode::Error),
        "start": span.start_time_unix_nano / 1000,
        "duration": lasted / 1000,
        "pod": pod,
    })
}

fn kind(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Server => "server",
        SpanKind::Client => "client",
        SpanKind::Producer => "producer",
        SpanKind::Consumer => "consumer",
        SpanKind::Unspecified | SpanKind::Internal => "internal",
    }
}

fn hexadecimal(id: &[u8]) -> String {
    id.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to memory does not fail");
        text
    })
}
