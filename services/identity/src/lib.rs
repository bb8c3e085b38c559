//! Who a shopper is: accounts, sessions, one-time codes; and what is theirs to see and to delete.
//!
//! `grpc` and `messages` (the door) → `register`, `log_in`, `try_code`, `reset_password` (the operations of `identity`) → `account`,
//! `password`, `session`, `known_device`, `one_time_code`, `limit` (rules) and `store` (SQL). `mail_job` says which mails are sent behind the requests, `post`
//! sends them, `sweep` clears away what has ended.

mod account;
mod account_code;
mod address;
mod addresses;
pub mod command;
mod data_request;
mod erasure;
mod error;
pub mod events;
mod grpc;
mod identity;
mod keys;
mod known_device;
mod letter;
mod limit;
mod log_in;
mod log_in_limits;
mod mail_job;
mod messages;
mod network;
mod new_password;
mod one_time_code;
mod own_account;
mod own_part;
mod password;
mod post;
mod register;
mod reset_password;
mod session;
mod settings;
mod store;
mod sweep;
mod try_code;

pub use account::EMAIL_DOMAINS;
pub use data_request::HOLDERS;
use mail::Mailer;
use proto::identity::v1::identity_service_server::IdentityServiceServer;
use runtime::Frame;
pub use settings::Settings;
use sqlx::migrate::Migrator;

/// The schema of accounts.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let keys = keys::Keys::new(&settings.code_key)?;
    let mailer = Mailer::new(settings.mail, frame.stopping())?;
    frame.may_take(mail::STOP);
    let passwords = password::Passwords::new()?;
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    let worker = post::Post::open(db.clone(), mailer, keys.clone());
    let waker = worker.waker();
    frame.spawn("jobs", worker.run(frame.stopping()));
    identity::count_from_zero();
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let sweeps = sweep::all(settings.events);
    frame.spawn("sweeps", jobs::sweep(db.clone(), sweeps, frame.stopping()));
    let identity = identity::Identity {
        email_domains: settings.email_domains,
        passwords,
        keys,
        db,
        mails: waker,
        relay: relay.waker(),
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    let server =
        IdentityServiceServer::new(grpc::Api(identity)).max_decoding_message_size(messages::LARGEST_REQUEST);
    frame.serve(server, proto::DESCRIPTORS).await
}
