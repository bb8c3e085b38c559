//! Review service: reviews by logged-in shoppers, visible to everyone.
//!
//! `grpc` (the gRPC API) → `writing` (writes and edits reviews) and `moderation` (staff approve, refuse and
//! answer) → `purchases` (delivered packs of accounts, from events and the order service, and which reviews
//! they verify) and `review` (the review with its rules, pure, and its SQL). `product_links` finds the
//! product of reviews that have only its name, `seed` adds sample reviews to a new shop.

pub mod command;
mod data_rights;
mod error;
mod grpc;
mod moderation;
mod periodic_tasks;
mod product_links;
mod purchases;
mod review;
mod seed;
mod writing;

use outbox::Subscription;
use proto::review::v1::{
    review_moderation_service_server::ReviewModerationServiceServer,
    review_service_server::ReviewServiceServer,
};
use runtime::{Frame, Target};
use sqlx::migrate::Migrator;

/// The migrations of this service.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// The settings of the review service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database of reviews.
    #[command(flatten)]
    pub database: database::Settings,
    /// The event stream.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// URL of the catalog, which knows product names and whether the owner holds every review
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// URL of the order service, which knows what accounts bought
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// URL of the identity service, which resolves whose data is exported or erased
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Show the sample reviews of a new shop; false removes them
    #[arg(long, env, default_value_t = true, action = clap::ArgAction::Set)]
    pub sample_reviews: bool,
}

const OF_ACCOUNTS: [Subscription; 2] = ::data_rights::subscriptions!("review");

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    purchases::orders::SUBSCRIPTIONS.into_iter().chain(OF_ACCOUNTS)
}

/// Serves until the frame stops.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::open(&settings.database, &migrations, &frame).await?;
    if settings.sample_reviews {
        seed::populate(&db).await?;
    } else {
        seed::remove_samples(&db).await?;
    }
    let shop = shop_facts::follow(settings.catalog_url.clone(), &frame);
    let catalog = product_links::Catalog::new(settings.catalog_url, &frame);
    let tasks = periodic_tasks::all(catalog, &settings.events);
    frame.spawn(
        "periodic-tasks",
        jobs::run_periodic_tasks(db.clone(), tasks, frame.stopping()),
    );
    let orders = purchases::orders::Orders::new(db.clone(), settings.order_url, &frame);
    for subscription in purchases::orders::SUBSCRIPTIONS {
        let (db, events) = (db.clone(), settings.events.clone());
        let subscriber = outbox::consume(db, subscription, events, frame.stopping(), orders.clone());
        frame.spawn(subscription.name, subscriber);
    }
    let (at, events) = (settings.identity_url, &settings.events);
    ::data_rights::answer(&data_rights::Reviews, OF_ACCOUNTS, (&db, events), at, &frame);
    let staff = ReviewModerationServiceServer::new(grpc::moderation_api::ModerationApi(db.clone()))
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    let shoppers = ReviewServiceServer::new(grpc::api::Api { db, orders, shop })
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve_both(shoppers, staff, proto::CONTRACT).await
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
