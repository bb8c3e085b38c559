//! An OTLP receiver for tests.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse, trace_service_server::TraceService,
    },
    trace::v1::Span,
};
use tonic::{Request, Response, Status, async_trait};

/// Stores all spans that it receives.
#[derive(Clone, Default)]
pub struct Collector(Arc<Mutex<Vec<Span>>>);

#[async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let batches = request
            .into_inner()
            .resource_spans
            .into_iter()
            .flat_map(|resource| resource.scope_spans);
        self.0
            .lock()
            .expect("nothing panics with it")
            .extend(batches.flat_map(|scope| scope.spans));
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    /// All spans so far.
    pub fn spans(&self) -> Vec<Span> {
        self.0.lock().expect("nothing panics with it").clone()
    }

    /// The spans of one trace, by id.
    pub fn trace(&self, trace_id: &str) -> BTreeMap<Vec<u8>, Span> {
        let spans = self.0.lock().expect("nothing panics with it");
        let trace_id = u128::from_str_radix(trace_id, 16)
            .expect("32 hexadecimal digits")
            .to_be_bytes();
        let of_trace = spans.iter().filter(|span| span.trace_id == trace_id);
        of_trace
            .map(|span| (span.span_id.clone(), span.clone()))
            .collect()
    }
}
