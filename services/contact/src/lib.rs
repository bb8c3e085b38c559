//! Messages to the shop: kept, and published through the outbox.
//!
//! `grpc` (the gRPC API) → `send_message` (the operation) → `message` (rules, pure) and `store` (SQL). `events` has the events
//! about messages, `data_rights` what messages tell of their writers.

mod data_rights;
mod error;
pub mod events;
mod grpc;
mod message;
mod reconcile;
mod send_message;
mod store;

use outbox::Subscription;
use proto::contact::v1::contact_service_server::ContactServiceServer;
use runtime::{Frame, Target};
use sqlx::migrate::Migrator;

/// The schema of messages.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where messages are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events go.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where the identity service answers, which knows whose data is asked for
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
}

const SUBSCRIPTIONS: [Subscription; 2] = ::data_rights::subscriptions!("contact");

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    SUBSCRIPTIONS.into_iter()
}

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    let (at, events) = (settings.identity_url, &settings.events);
    ::data_rights::answer(&data_rights::Messages, SUBSCRIPTIONS, (&db, events), at, &frame);
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let sweeps = vec![
        outbox::sweep_outbox(),
        outbox::sweep_inbox(),
        outbox::sweep_publisher(reconcile::PUBLISHER, settings.events),
    ];
    frame.spawn("sweeps", jobs::sweep(db.clone(), sweeps, frame.stopping()));
    let operation = send_message::SendMessage {
        db,
        relay: relay.waker(),
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    let server =
        ContactServiceServer::new(grpc::Api(operation)).max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve(server, proto::DESCRIPTORS).await
}

/// Runs the command that an operator gave instead of serving.
pub fn command(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, reconcile::PUBLISHER).await
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
