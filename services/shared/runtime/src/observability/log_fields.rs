//! Formats a span's fields for log lines as JSON members.

use std::fmt::{self, Debug, Display};

use tracing::{
    field::{Field, Visit},
    span::Record,
};
use tracing_subscriber::{
    field::RecordFields,
    fmt::{FormatFields, FormattedFields, format::Writer},
};

/// The prefix of OpenTelemetry's own fields, which concern traces only.
const ONLY_FOR_TRACES: &str = "otel.";

/// Appends members of a JSON object. The subscriber's own formatter parses and rewrites a whole tree for
/// every field that is added later.
#[derive(Debug)]
pub(crate) struct LogFields;

impl<'writer> FormatFields<'writer> for LogFields {
    fn format_fields<Fields: RecordFields>(&self, writer: Writer<'writer>, fields: Fields) -> fmt::Result {
        let mut members = Members::begin(writer)?;
        fields.record(&mut members);
        members.end()
    }

    fn add_fields(&self, current: &'writer mut FormattedFields<Self>, fields: &Record<'_>) -> fmt::Result {
        if current.fields.pop().is_none() {
            return self.format_fields(current.as_writer(), fields);
        }
        let is_first = current.fields.len() == 1;
        let mut members = Members {
            writer: current.as_writer(),
            is_first,
            written: Ok(()),
        };
        fields.record(&mut members);
        members.end()
    }
}

/// The members of a JSON object.
struct Members<'writer> {
    writer: Writer<'writer>,
    is_first: bool,
    written: fmt::Result,
}

impl<'writer> Members<'writer> {
    fn begin(mut writer: Writer<'writer>) -> Result<Self, fmt::Error> {
        writer.write_char('{')?;
        Ok(Self {
            writer,
            is_first: true,
            written: Ok(()),
        })
    }

    fn end(mut self) -> fmt::Result {
        self.written?;
        self.writer.write_char('}')
    }

    /// Appends a member whose value is already JSON.
    fn add(&mut self, field: &Field, json: impl Display) {
        if field.name().starts_with(ONLY_FOR_TRACES) || self.written.is_err() {
            return;
        }
        let comma = if std::mem::take(&mut self.is_first) {
            ""
        } else {
            ","
        };
        self.written = write!(self.writer, "{comma}\"{}\":{json}", field.name());
    }
}

impl Visit for Members<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, serde_json::Value::from(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field, serde_json::Value::from(value));
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    use tracing::field::Empty;
    use tracing_subscriber::fmt::MakeWriter;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'writer> MakeWriter<'writer> for Lines {
        type Writer = Self;

        fn make_writer(&'writer self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn a_line_shows_what_its_span_was_told_first_and_later() {
        let lines = Lines::default();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .fmt_fields(LogFields)
            .with_writer(lines.clone());
        tracing::subscriber::with_default(subscriber.finish(), || {
            let span = tracing::info_span!(
                "request",
                otel.name = "GET /",
                status = Empty,
                said = "what \"it\"\nsays",
                count = 3_u64,
                share = 0.5,
                held = true,
                absent = None::<&str>,
            );
            span.record("status", 200_i64);
            span.in_scope(|| tracing::info!(cause = "none", "it happened"));
            let bare = tracing::info_span!("bare", later = Empty, otel.status_code = Empty);
            bare.record("otel.status_code", "ERROR");
            bare.record("later", "a");
            bare.in_scope(|| tracing::info!("again"));
        });
        let lines = lines.0.lock().unwrap();
        let lines: Vec<serde_json::Value> = serde_json::Deserializer::from_slice(&lines)
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let [first, second] = &lines[..] else {
            panic!("{lines:?}")
        };
        assert_eq!(first["cause"], "none");
        let span = serde_json::json!({
            "name": "request", "said": "what \"it\"\nsays", "count": 3, "share": 0.5, "held": true, "status": 200,
        });
        assert_eq!(first["span"], span);
        let span = serde_json::json!({ "name": "bare", "later": "a" });
        assert_eq!(second["span"], span);
    }
}
