//! Identity service: accounts of shoppers, their sessions, codes and personal data; staff, their roles and
//! the log of their requests.
//!
//! `grpc` (the gRPC API) → `staff`, `shoppers`, `personal_data`, `profile` and `password_reset` → `login`
//! (methods of `Identity`, each next to its rules) → `account`, `session`, `limits` and `mails`.
//! `periodic_tasks` deletes expired rows. SQL uses the database's clock, so that all replicas agree on the
//! time.

mod account;
mod codes;
pub mod command;
mod error;
pub mod events;
mod grpc;
mod hash_queue;
mod identity;
mod limits;
mod login;
mod mails;
mod password;
mod password_reset;
mod periodic_tasks;
mod personal_data;
mod profile;
mod session;
mod settings;
mod shoppers;
mod staff;

use std::time::Duration;

use crate::{grpc::messages, identity::Office};
pub use account::details::EMAIL_DOMAINS;
use mail::Mailer;
pub use personal_data::data_request::HOLDERS;
use proto::identity::v1::{
    identity_service_server::IdentityServiceServer, shopper_service_server::ShopperServiceServer,
    staff_directory_service_server::StaffDirectoryServiceServer, staff_service_server::StaffServiceServer,
};
use runtime::Frame;
pub use settings::{PASSWORD_WAIT_MS, Settings};
use sqlx::migrate::Migrator;

/// The migrations of this service.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Serves until the frame stops.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let keys = codes::keys::Keys::new(&settings.code_key)?;
    let shop = shop_facts::follow(settings.catalog_url, &frame);
    let office = Office::new(settings.staff_token_key, &settings.mail, shop.clone());
    let mailer = Mailer::new(settings.mail, frame.stopping())?;
    frame.set_stop_timeout(mail::STOP);
    let passwords = password::Passwords::new(Duration::from_millis(settings.password_wait_ms))?;
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::open(&settings.database, &migrations, &frame).await?;
    let sender = mails::mail_handler::Sender { mailer, shop };
    let worker =
        mails::mail_handler::MailHandler::open(db.clone(), sender, keys.clone(), settings.office_url);
    let waker = worker.waker();
    frame.spawn("jobs", worker.run(frame.stopping()));
    identity::count_from_zero();
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let tasks = periodic_tasks::all(settings.events);
    frame.spawn(
        "periodic-tasks",
        jobs::run_periodic_tasks(db.clone(), tasks, frame.stopping()),
    );
    let identity = identity::Identity {
        email_domains: settings.email_domains,
        passwords,
        keys,
        full_counters: limits::full_counters::FullCounters::default(),
        db,
        mails: waker,
        relay: relay.waker(),
        office,
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    let services = services(identity, &frame).await?;
    frame.serve_all(services).await
}

/// Creates the gRPC services: for shoppers, for staff, and for staff about shoppers.
async fn services(identity: identity::Identity, frame: &Frame) -> anyhow::Result<runtime::Services> {
    let of_shoppers = IdentityServiceServer::new(grpc::api::Api(identity.clone()))
        .max_decoding_message_size(messages::LARGEST_REQUEST);
    let of_staff = StaffServiceServer::new(grpc::staff_grpc::StaffApi(identity.clone()))
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    let names = grpc::staff_directory_grpc::StaffDirectoryApi(identity.clone());
    let names = StaffDirectoryServiceServer::new(names).max_decoding_message_size(runtime::LARGEST_REQUEST);
    let about_shoppers = ShopperServiceServer::new(grpc::shopper_grpc::ShopperApi(identity))
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    let services = frame.services(proto::CONTRACT)?.add(of_shoppers).await;
    let services = services.add(of_staff).await.add(names).await;
    Ok(services.add(about_shoppers).await)
}
