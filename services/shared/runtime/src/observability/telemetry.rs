use std::{io::IsTerminal as _, path::PathBuf, time::Duration};

use anyhow::Context as _;
use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracerProvider},
};
use tracing_subscriber::{EnvFilter, Layer as _, layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::observability::{log_fields::LogFields, trace_file::TraceFile};

/// The settings of logs and traces.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Log filter, in the syntax of `tracing_subscriber`'s `EnvFilter`
    #[arg(long = "log", env = "RUST_LOG", default_value = "info")]
    pub filter: String,
    /// Format of log lines; auto is pretty on a terminal and JSON elsewhere
    #[arg(long, env, default_value = "auto")]
    pub log_format: LogFormat,
    /// Collector of traces (OTLP over gRPC); without it, traces are not sent
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// Sampler of traces, with OpenTelemetry's names
    #[arg(
        long = "traces-sampler",
        env = "OTEL_TRACES_SAMPLER",
        value_name = "OTEL_TRACES_SAMPLER",
        default_value = "parentbased_always_on"
    )]
    pub sampler: Sampling,
    /// Share of traces for ratio-based samplers, from 0 to 1
    #[arg(
        long = "traces-sampler-arg",
        env = "OTEL_TRACES_SAMPLER_ARG",
        value_name = "OTEL_TRACES_SAMPLER_ARG",
        default_value = "1",
        value_parser = share
    )]
    pub sampler_arg: f64,
    /// File for traces if there is no collector, with a JSON object per span; default: none
    #[arg(long, env)]
    pub trace_file: Option<PathBuf>,
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Pretty on a terminal, JSON elsewhere.
    Auto,
    /// One coloured line per event.
    Pretty,
    /// One JSON object per event.
    Json,
}

/// OpenTelemetry's samplers. A parent-based one follows the caller's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
#[expect(missing_docs, reason = "OpenTelemetry's specification says what they do")]
pub enum Sampling {
    AlwaysOn,
    AlwaysOff,
    #[value(name = "traceidratio")]
    Ratio,
    #[value(name = "parentbased_always_on")]
    ParentOrOn,
    #[value(name = "parentbased_always_off")]
    ParentOrOff,
    #[value(name = "parentbased_traceidratio")]
    ParentOrRatio,
}

impl Sampling {
    fn sampler(self, share: f64) -> Sampler {
        let root = match self {
            Self::AlwaysOn | Self::ParentOrOn => Sampler::AlwaysOn,
            Self::AlwaysOff | Self::ParentOrOff => Sampler::AlwaysOff,
            Self::Ratio | Self::ParentOrRatio => Sampler::TraceIdRatioBased(share),
        };
        match self {
            Self::AlwaysOn | Self::AlwaysOff | Self::Ratio => root,
            Self::ParentOrOn | Self::ParentOrOff | Self::ParentOrRatio => {
                Sampler::ParentBased(Box::new(root))
            }
        }
    }
}

fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("it is a share from 0 to 1, such as 0.05 for five of a hundred traces")
}

/// The telemetry of a process. Call [`Telemetry::flush`] before exiting, or the last spans are lost.
#[must_use]
#[derive(Debug)]
pub struct Telemetry {
    provider: SdkTracerProvider,
}

/// Installs logs and traces for the whole process. Needs a multi-threaded tokio runtime, and works once per
/// process.
///
/// Spans and trace ids exist even without a collector. The settings choose the sampled traces, by default
/// all.
pub fn install(name: &'static str, settings: &Settings) -> anyhow::Result<Telemetry> {
    let provider = provider(name, settings)?;
    let tracer = provider.tracer("shop");
    let filter = EnvFilter::try_new(&settings.filter)
        .with_context(|| format!("RUST_LOG={:?} is not a log filter", settings.filter))?;
    let pretty = match settings.log_format {
        LogFormat::Auto => std::io::stderr().is_terminal(),
        LogFormat::Pretty => true,
        LogFormat::Json => false,
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = if pretty {
        lines.with_target(false).boxed()
    } else {
        lines.json().flatten_event(true).fmt_fields(LogFields).boxed()
    };
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(
            tracing_opentelemetry::layer()
                .with_tracer(tracer)
                .with_filter(spans_of_ours()),
        )
        .try_init()
        .context("telemetry is installed once a process")?;
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a thread panicked")));
    Ok(Telemetry { provider })
}

impl Telemetry {
    /// Sends remaining spans. Gives up after a few seconds if the collector does not answer.
    pub async fn flush(self) {
        let shutdown =
            tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(Duration::from_secs(3)));
        if let Ok(Err(error)) = shutdown.await {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}

fn provider(name: &'static str, settings: &Settings) -> anyhow::Result<SdkTracerProvider> {
    let resource = Resource::builder()
        .with_service_name(name)
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .build();
    let sampler = settings.sampler.sampler(settings.sampler_arg);
    let builder = SdkTracerProvider::builder()
        .with_resource(resource)
        .with_sampler(sampler);
    let Some(endpoint) = &settings.otlp_endpoint else {
        let Some(file) = &settings.trace_file else {
            return Ok(builder.build());
        };
        return Ok(builder.with_batch_exporter(TraceFile::create(file)?).build());
    };
    let exporter = SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(Duration::from_secs(3))
        .build()
        .with_context(|| format!("traces cannot go to {endpoint}"))?;
    Ok(builder.with_batch_exporter(exporter).build())
}

/// The filter of spans. Independent of the log filter, which would break traces. Excludes libraries' spans,
/// above all the exporter's, which would trace itself.
fn spans_of_ours() -> tracing_subscriber::filter::Targets {
    tracing_subscriber::filter::Targets::new()
        .with_default(tracing::Level::INFO)
        .with_target("h2", tracing::Level::ERROR)
        .with_target("hyper", tracing::Level::ERROR)
        .with_target("hyper_util", tracing::Level::ERROR)
        .with_target("tonic", tracing::Level::ERROR)
        .with_target("tower", tracing::Level::ERROR)
        .with_target("opentelemetry", tracing::Level::ERROR)
        .with_target("opentelemetry_sdk", tracing::Level::ERROR)
        .with_target("opentelemetry_otlp", tracing::Level::ERROR)
}
