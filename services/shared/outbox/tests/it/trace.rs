use std::sync::{Arc, Mutex, OnceLock};

use opentelemetry::trace::{SpanKind, Status, TracerProvider as _};
use opentelemetry_sdk::{
    error::OTelSdkResult,
    trace::{SdkTracerProvider, SpanData, SpanExporter},
};
use outbox::{Relay, Settings};
use testkit::eventually;
use tracing::Instrument as _;
use tracing_subscriber::layer::SubscriberExt as _;
use uuid::Uuid;

use crate::{Exchange, Running, handler::WriteDown, published_by};

/// Records all spans of this test program.
#[derive(Debug, Clone, Default)]
struct Recorder(Arc<Mutex<Vec<SpanData>>>);

impl SpanExporter for Recorder {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        self.0
            .lock()
            .expect("nothing panics while it holds this lock")
            .extend(batch);
        Ok(())
    }
}

impl Recorder {
    /// The only recorder, because a subscriber for all tasks belongs to the process.
    fn install() -> &'static Self {
        static RECORDER: OnceLock<Recorder> = OnceLock::new();
        RECORDER.get_or_init(|| {
            let recorder = Recorder::default();
            let provider = SdkTracerProvider::builder()
                .with_simple_exporter(recorder.clone())
                .build();
            let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
            tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer))
                .expect("it is set once");
            recorder
        })
    }

    fn span(&self, name: &str) -> Option<SpanData> {
        let spans = self.0.lock().expect("nothing panics while it holds this lock");
        spans.iter().find(|span| span.name == name).cloned()
    }
}

fn attribute(span: &SpanData, key: &str) -> Option<String> {
    let attribute = span
        .attributes
        .iter()
        .find(|attribute| attribute.key.as_str() == key);
    attribute.map(|attribute| attribute.value.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_trace_runs_from_the_writer_through_the_relay_to_the_handler() {
    let recorder = Recorder::install();
    let exchange = Exchange::open_for_consumers().await;
    let writer: &'static str = format!("place an order {}", Uuid::new_v4()).leak();
    let handling: &'static str = format!("send a mail {}", Uuid::new_v4()).leak();
    let writing = tracing::info_span!("write", otel.name = writer);
    let id = exchange.write("traced").instrument(writing).await;
    published_by(&exchange.relay()).await;
    let mail_sender = WriteDown(move |_| {
        tracing::info_span!("handle", otel.name = handling).in_scope(|| ());
        std::future::ready(Ok(()))
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, mail_sender));

    let processed = format!("process {}", exchange.subject);
    let processed = eventually("the consumer's span ends", async || recorder.span(&processed)).await;
    let written = recorder.span(writer).expect("the writer's span has ended");
    let published = recorder
        .span(&format!("publish {}", exchange.subject))
        .expect("the relay's span has ended");
    let handled = recorder.span(handling).expect("the handler's span has ended");

    let chain = [&written, &published, &processed, &handled];
    for [parent, child] in chain.array_windows() {
        assert_eq!(
            child.parent_span_id,
            parent.span_context.span_id(),
            "{} → {}",
            parent.name,
            child.name
        );
        assert_eq!(child.span_context.trace_id(), written.span_context.trace_id());
    }
    assert_eq!(published.span_kind, SpanKind::Producer);
    assert_eq!(processed.span_kind, SpanKind::Consumer);
    for span in [&published, &processed] {
        assert_eq!(attribute(span, "messaging.system").as_deref(), Some("nats"));
        assert_eq!(
            attribute(span, "messaging.destination.name").as_deref(),
            Some(exchange.subject)
        );
        assert_eq!(attribute(span, "messaging.message.id"), Some(id.to_string()));
    }
    assert_eq!(
        attribute(&published, "messaging.operation.type").as_deref(),
        Some("send")
    );
    assert_eq!(
        attribute(&processed, "messaging.operation.type").as_deref(),
        Some("process")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_without_nats_leaves_a_failed_span() {
    let recorder = Recorder::install();
    let exchange = Exchange::open().await;
    // The discard port: no server answers there.
    let away = Settings::new("nats://127.0.0.1:9");
    let relay = Relay::new(exchange.database.pool().clone(), exchange.stream, &away);
    let _relaying = Running::start(|stopping| relay.run(stopping));
    let attempt = format!("publish {}", exchange.stream.name);
    let failed = eventually("the attempt's span ends", async || recorder.span(&attempt)).await;
    assert!(
        matches!(failed.status, Status::Error { .. }),
        "{:?}",
        failed.status
    );
    assert_eq!(attribute(&failed, "messaging.system").as_deref(), Some("nats"));
}
