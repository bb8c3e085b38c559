//! Billing: invoices, bills of supply and credit notes, and the shop's ledger.
//!
//! Modules, callers first: `grpc` (the gRPC API) and `bookkeeping` (books payment events) → `issuing` (issues
//! documents after order and refund events) → `ledger` (posting rules, and SQL), `pdf` (draws documents) →
//! `document` (content, numbers, SQL) → `tax` (tax rules: pure).

mod bookkeeping;
mod document;
mod error;
/// The events about documents.
pub mod events;
mod grpc;
mod issuing;
mod ledger;
mod pdf;
mod periodic_tasks;
mod settings;
mod tax;

use outbox::Subscription;
use runtime::Frame;
use sqlx::migrate::Migrator;

use crate::{
    bookkeeping::consumers::{self as payment_consumers, ORDER_REFUNDS, PAYMENTS, RECEIVED},
    grpc::{documents_api::DocumentsApi, ledger_api::LedgerApi, tax_rates_api::TaxRatesApi},
    issuing::{
        consumers::{ORDERS, OrderHandler, REFUNDS, RefundHandler},
        issuer::Issuer,
        sources::Sources,
    },
};

pub use settings::{InvoiceAt, Settings};

/// The migrations.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    [ORDERS, REFUNDS, RECEIVED, PAYMENTS, ORDER_REFUNDS].into_iter()
}

/// Serves until the frame stops.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::open(&settings.database, &migrations, &frame).await?;
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let issuer = Issuer {
        db: db.clone(),
        sources: Sources::new(settings.order_url, settings.catalog_url, &frame),
        invoice_at: settings.invoice_at,
        waker: relay.waker(),
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    metrics::counter!("billing_unknown_rates_total").absolute(0);
    let (of_db, events) = (db.clone(), settings.events.clone());
    let orders = OrderHandler(issuer.clone());
    let orders = outbox::consume(of_db, ORDERS, events, frame.stopping(), orders);
    frame.spawn(ORDERS.name, orders);
    payment_consumers::spawn_consumers(&db, &issuer.sources, &settings.events, &frame);
    let (of_db, events) = (db.clone(), settings.events.clone());
    let handler = RefundHandler(issuer.clone());
    let refunds = outbox::consume(of_db, REFUNDS, events, frame.stopping(), handler);
    frame.spawn(REFUNDS.name, refunds);
    let tasks = periodic_tasks::all(issuer, subscriptions().collect(), settings.events);
    frame.spawn(
        "periodic-tasks",
        jobs::run_periodic_tasks(db.clone(), tasks, frame.stopping()),
    );
    let services = frame.services(proto::CONTRACT)?;
    let services = services.add(DocumentsApi::serve(db.clone())).await;
    let services = services.add(LedgerApi::serve(db.clone())).await;
    let services = services.add(TaxRatesApi::serve(db)).await;
    frame.serve_all(services).await
}

/// Runs an operator's command.
pub fn command(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, events::PUBLISHER).await
    })
}
