//! Logs, traces and metrics of a process.

pub(crate) mod log_fields;
/// Metrics of a process, for Prometheus.
pub mod metrics;
/// Logs and traces of a process.
pub mod telemetry;
/// W3C trace context, carried through HTTP headers, gRPC metadata and event headers.
pub mod trace_context;
pub(crate) mod trace_file;
