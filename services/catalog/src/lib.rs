//! The catalog: what the shop sells, and the only place that knows what it costs.
//!
//! `grpc` (the door) → `product`, `product_type` and `place` (rules, pure) and `store` (SQL). `seed` fills an empty shop. Packs
//! and their prices follow from a product where it is written, in the database: `migrations/0032_packs.sql`.

mod error;
mod grpc;
mod place;
mod product;
mod product_type;
mod seed;
mod store;

use proto::catalog::v1::catalog_service_server::CatalogServiceServer;
use runtime::Frame;
use sqlx::migrate::Migrator;

/// The schema of products.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where products are kept.
    #[command(flatten)]
    pub database: database::Settings,
}

/// Serves until the frame is told to stop.
pub async fn service(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let db = database::connect(&settings.database, &[&MIGRATIONS]).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    seed::plant(&db).await?;
    let server =
        CatalogServiceServer::new(grpc::Api { db }).max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve(server, proto::DESCRIPTORS).await
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
