//! A look: one run of a comparison, of a publisher or a subscriber.

use async_nats::jetstream;
use sqlx::PgPool;

use super::{
    differences::Report,
    part::{Publisher, Span, Subscriber},
    publisher, subscriber,
};
use crate::Settings;

/// The names of the periodic tasks.
pub(super) const OF_PUBLISHER: &str = "reconcile";
pub(super) const OF_SUBSCRIBER: &str = "reconcile-inbox";

/// A look at a service's part, in slices.
#[derive(Debug)]
pub(super) enum Comparison {
    Publisher(Box<publisher::Comparison>),
    Subscriber(Box<subscriber::Comparison>),
}

impl Comparison {
    pub(super) async fn at_publisher(
        settings: &Settings,
        publisher: Publisher,
        span: Span,
    ) -> anyhow::Result<Self> {
        let jetstream = jetstream::new(crate::connect(settings).await?);
        let comparison = publisher::Comparison::begin(&jetstream, publisher, span).await?;
        Ok(Self::Publisher(Box::new(comparison)))
    }

    pub(super) async fn at_subscriber(
        settings: &Settings,
        subscriber: &Subscriber,
        span: Span,
    ) -> anyhow::Result<Self> {
        let jetstream = jetstream::new(crate::connect(settings).await?);
        let comparison = subscriber::Comparison::begin(jetstream, subscriber, span);
        Ok(Self::Subscriber(Box::new(comparison)))
    }

    /// The name of the periodic task.
    pub(super) fn task_name(&self) -> &'static str {
        match self {
            Self::Publisher(_) => OF_PUBLISHER,
            Self::Subscriber(_) => OF_SUBSCRIBER,
        }
    }

    /// Compares a slice. Returns false if nothing is left.
    pub(super) async fn step(&mut self, db: &PgPool) -> anyhow::Result<bool> {
        match self {
            Self::Publisher(comparison) => comparison.step(db).await,
            Self::Subscriber(comparison) => comparison.step(db).await,
        }
    }

    pub(super) fn report(self) -> Report {
        match self {
            Self::Publisher(comparison) => comparison.report,
            Self::Subscriber(comparison) => comparison.report,
        }
    }

    /// Compares all slices.
    pub(super) async fn finish(mut self, db: &PgPool) -> anyhow::Result<Report> {
        while self.step(db).await? {}
        Ok(self.report())
    }
}
