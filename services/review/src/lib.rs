//! Reviews: written by whoever is logged in, read by everybody.
//!
//! `grpc` (the door) → `review` (rules, pure) and `store` (SQL). `seed` plants samples in a new shop.

mod error;
mod grpc;
mod review;
mod seed;
mod store;

use proto::review::v1::review_service_server::ReviewServiceServer;
use runtime::Frame;
use sqlx::migrate::Migrator;

/// The schema of reviews.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where reviews are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Show the sample reviews that a new shop begins with; false takes them away again
    #[arg(long, env, default_value_t = true, action = clap::ArgAction::Set)]
    pub sample_reviews: bool,
}

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let db = database::connect(&settings.database, &[&MIGRATIONS]).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    if settings.sample_reviews {
        seed::plant(&db).await?;
    } else {
        seed::uproot(&db).await?;
    }
    let server =
        ReviewServiceServer::new(grpc::Api { db }).max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve(server, proto::DESCRIPTORS).await
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
