//! Orders: priced by the catalog, kept once per key, told to the world through the outbox.
//!
//! `grpc` (the door) → `place_order` (the operation) → `details`, `line_details`, `checkout`, `order`, `order_number`, `charge`,
//! `life` and `difference` (rules, pure), `catalog` (the door to prices) and `store` (SQL). `events` says what the world is
//! told.

mod catalog;
pub mod charge;
mod checkout;
mod details;
mod difference;
mod error;
pub mod events;
mod grpc;
mod idempotency;
mod kept_order;
pub mod life;
mod line_details;
mod order;
mod order_number;
mod place_order;
mod reconcile;
mod store;
mod sweep;

use std::time::Duration;

use proto::order::v1::order_service_server::OrderServiceServer;
use runtime::{Frame, Target};
use sqlx::migrate::Migrator;

/// The schema of orders.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where orders are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events go.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where the catalog answers
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Milliseconds the catalog has to answer before an order is refused
    #[arg(long, env, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub catalog_deadline_ms: u64,
}

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    let deadline = Duration::from_millis(settings.catalog_deadline_ms);
    let catalog = catalog::Catalog::new(runtime::client(settings.catalog_url, deadline));
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let sweeping = db.clone();
    let operation = place_order::PlaceOrder {
        db,
        catalog,
        relay: relay.waker(),
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    let sweeps = sweep::all(settings.events);
    frame.spawn("sweeps", jobs::sweep(sweeping, sweeps, frame.stopping()));
    // Prometheus sees an increase only from a number that was there before.
    metrics::counter!("orders_placed_total").absolute(0);
    metrics::counter!("orders_placed_rupees_total").absolute(0);
    let server = OrderServiceServer::new(grpc::Api::new(operation))
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve(server, proto::DESCRIPTORS).await
}

/// What an operator asks for beside serving.
pub fn command(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, reconcile::TELLING).await
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
