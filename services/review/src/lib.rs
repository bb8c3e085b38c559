//! Reviews: written by shoppers who are logged in, read by everybody.
//!
//! `grpc` (the gRPC API) → `writing` (a review is written or changed) and `moderation` (staff approve, refuse and answer) →
//! `purchases` (what accounts got delivered, heard and asked of orders, and which reviews that verifies) and `review` (what a review
//! is: its rules, pure, and its SQL). `linking` finds the product of a review that has only its name, and `seed` plants samples in a
//! new shop.

pub mod command;
mod data_rights;
mod error;
mod grpc;
mod linking;
mod moderation;
mod purchases;
mod review;
mod seed;
mod sweep;
mod writing;

use outbox::Subscription;
use proto::review::v1::{
    review_moderation_service_server::ReviewModerationServiceServer,
    review_service_server::ReviewServiceServer,
};
use runtime::{Frame, Target};
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
    /// Where events come from.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where the catalog answers, which knows what products are called and whether the owner holds every review
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Where the order service answers, which knows what accounts got
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Where the identity service answers, which knows whose data is asked for
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Show the sample reviews that a new shop begins with; false takes them away again
    #[arg(long, env, default_value_t = true, action = clap::ArgAction::Set)]
    pub sample_reviews: bool,
}

const OF_ACCOUNTS: [Subscription; 2] = ::data_rights::subscriptions!("review");

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    purchases::orders::SUBSCRIPTIONS.into_iter().chain(OF_ACCOUNTS)
}

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    if settings.sample_reviews {
        seed::populate(&db).await?;
    } else {
        seed::remove_samples(&db).await?;
    }
    let shop = shop_facts::follow(settings.catalog_url.clone(), &frame);
    let catalog = linking::Catalog::new(settings.catalog_url, &frame);
    let sweeps = sweep::all(catalog, &settings.events);
    frame.spawn("sweeps", jobs::sweep(db.clone(), sweeps, frame.stopping()));
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
    frame.serve_both(shoppers, staff, proto::DESCRIPTORS).await
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
