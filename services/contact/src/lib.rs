//! Contact service: stores messages to the shop, publishes their events, and lets staff answer them as
//! tickets.
//!
//! `grpc` (the gRPC API) → `send_message` (the operation) → `message` (rules, pure) and `store` (SQL); →
//! `tickets` (the work of staff). `command` → `incoming` (mails of shoppers that join a thread). `events`
//! builds the events, `data_rights` exports and erases personal data.

pub mod command;
mod data_rights;
mod error;
pub mod events;
mod grpc;
mod incoming;
mod message;
mod reconcile;
mod send_message;
mod settings;
mod store;
mod tickets;

use outbox::Subscription;
use proto::contact::v1::{
    contact_service_server::ContactServiceServer, ticket_service_server::TicketServiceServer,
};
use runtime::Frame;
pub use settings::Settings;
use sqlx::migrate::Migrator;
pub use tickets::reply_address::ReplyAddress;

/// The migrations of this service.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

const SUBSCRIPTIONS: [Subscription; 2] = ::data_rights::subscriptions!("contact");

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    SUBSCRIPTIONS.into_iter()
}

/// Serves until the frame stops.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::open(&settings.database, &migrations, &frame).await?;
    let (at, events) = (settings.identity_url, &settings.events);
    ::data_rights::answer(&data_rights::Messages, SUBSCRIPTIONS, (&db, events), at, &frame);
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let tasks = vec![
        outbox::outbox_task(),
        outbox::inbox_task(),
        outbox::publisher_task(reconcile::PUBLISHER, settings.events),
    ];
    frame.spawn(
        "periodic-tasks",
        jobs::run_periodic_tasks(db.clone(), tasks, frame.stopping()),
    );
    let tickets = grpc::tickets_grpc::TicketsApi {
        operations: tickets::operations::TicketOperations {
            db: db.clone(),
            relay: relay.waker(),
        },
        reply_address: settings.reply_address,
    };
    let operation = send_message::SendMessage {
        db,
        relay: relay.waker(),
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    let messages = ContactServiceServer::new(grpc::api::Api(operation))
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    let tickets = TicketServiceServer::new(tickets).max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve_both(messages, tickets, proto::CONTRACT).await
}
