//! Who a shopper is: accounts, sessions, one-time codes.
//!
//! `grpc` (the door) → `register`, `log_in`, `try_code`, `reset_password` (the operations of `identity`) → `account`,
//! `password`, `session`, `known_device`, `one_time_code`, `limit` (rules) and `store` (SQL). `mail_job` says which mails are sent behind the requests, `post`
//! sends them, `sweep` clears away what has ended.

mod account;
mod error;
mod grpc;
mod identity;
mod keys;
mod known_device;
mod letter;
mod limit;
mod log_in;
mod log_in_limits;
mod mail_job;
mod network;
mod new_password;
mod one_time_code;
mod password;
mod post;
mod register;
mod reset_password;
mod session;
mod store;
mod sweep;
mod try_code;

pub use account::EMAIL_DOMAINS;
use mail::Mailer;
use proto::identity::v1::identity_service_server::IdentityServiceServer;
use runtime::{Frame, Secret};
use sqlx::migrate::Migrator;

/// The schema of accounts.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where accounts are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where mails go.
    #[command(flatten)]
    pub mail: mail::Settings,
    /// Key for the hashes of one-time codes, the same for every replica: at least 32 random characters
    #[arg(long, env, hide_env_values = true)]
    pub code_key: Secret,
    /// Hosts whose addresses may register; `*` for any
    #[arg(long, env, value_delimiter = ',', default_values = EMAIL_DOMAINS)]
    pub email_domains: Vec<String>,
}

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let keys = keys::Keys::new(&settings.code_key)?;
    let mailer = Mailer::new(settings.mail, frame.stopping())?;
    frame.may_take(mail::STOP);
    let passwords = password::Passwords::new()?;
    let db = database::connect(&settings.database, &[&MIGRATIONS, &jobs::MIGRATIONS]).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    let worker = post::Post::open(db.clone(), mailer, keys.clone());
    let waker = worker.waker();
    frame.spawn("jobs", worker.run(frame.stopping()));
    identity::count_from_zero();
    frame.spawn("sweeps", jobs::sweep(db.clone(), sweep::all(), frame.stopping()));
    let identity = identity::Identity {
        email_domains: settings.email_domains,
        passwords,
        keys,
        db,
        mails: waker,
    };
    let server =
        IdentityServiceServer::new(grpc::Api(identity)).max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve(server, proto::DESCRIPTORS).await
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
