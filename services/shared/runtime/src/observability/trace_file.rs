//! Writes traces to a file, for use without a collector: one JSON line per finished span.

use std::{
    fs::{File, Permissions},
    io::Write as _,
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
    sync::Mutex,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::Context as _;
use opentelemetry::trace::Status;
use opentelemetry_sdk::{
    error::{OTelSdkError, OTelSdkResult},
    trace::{SpanData, SpanExporter},
};
use serde_json::{Map, Value, json};

/// Appends spans to a file that only its owner can read.
#[derive(Debug)]
pub(crate) struct TraceFile(Mutex<File>);

impl TraceFile {
    /// Creates the file, or empties an existing one.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        Self::create_private(path).with_context(|| format!("{} cannot be written", path.display()))
    }

    fn create_private(path: &Path) -> std::io::Result<Self> {
        let mut options = File::options();
        let options = options.write(true).create(true).truncate(true).mode(0o600);
        let file = options.open(path)?;
        // An existing file keeps its mode, so set it.
        file.set_permissions(Permissions::from_mode(0o600))?;
        Ok(Self(Mutex::new(file)))
    }
}

impl SpanExporter for TraceFile {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let lines: Vec<_> = batch.iter().map(|span| line(span).to_string()).collect();
        let mut file = self.0.lock().expect("nothing panics while it holds this lock");
        writeln!(file, "{}", lines.join("\n"))
            .map_err(|error| OTelSdkError::InternalFailure(error.to_string()))
    }
}

/// Formats a span. Times are in microseconds; the start is since 1970.
fn line(span: &SpanData) -> Value {
    let attributes = span.attributes.iter();
    let attributes: Map<_, _> = attributes
        .map(|attribute| (attribute.key.to_string(), attribute.value.to_string().into()))
        .collect();
    let lasted = span.end_time.duration_since(span.start_time).unwrap_or_default();
    json!({
        "trace": span.span_context.trace_id().to_string(),
        "span": span.span_context.span_id().to_string(),
        "parent": span.parent_span_id.to_string(),
        "name": span.name,
        "kind": format!("{:?}", span.span_kind).to_lowercase(),
        "failed": matches!(span.status, Status::Error { .. }),
        "start": microseconds(since_1970(span.start_time)),
        "duration": microseconds(lasted),
        "attributes": attributes,
    })
}

fn since_1970(time: SystemTime) -> Duration {
    time.duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn microseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_owner_reads_the_file_also_one_that_stood_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("traces.jsonl");
        std::fs::write(&path, "yesterday").expect("it can be written");
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).expect("it is ours");
        TraceFile::create(&path).expect("it can be written");
        let mode = std::fs::metadata(&path)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
