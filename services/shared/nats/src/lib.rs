//! The connection to NATS: returned at once, and kept up by the client.

use std::{path::Path, sync::atomic::Ordering, time::Duration};

use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, ServerAddr, connection::State};
use futures_util::future::BoxFuture;
use runtime::Secret;

mod certificates;
mod incidents;

pub use certificates::read as read_certificates;
pub use incidents::Incidents;

/// The longest pause between two attempts to reach the server.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Returns at once, even if the server is down; the client keeps trying. Fails only for an invalid address.
///
/// `certificates` is a file of trusted certificate authorities. Without it, those of the system are used.
pub fn connect<'a>(
    url: &'a Secret,
    certificates: Option<&'a Path>,
) -> BoxFuture<'a, Result<Client, ConnectError>> {
    // Boxed, like `runtime::Life`.
    Box::pin(open(url, certificates, ConnectOptions::new()))
}

/// Like [`connect`], and reports the incidents of the connection.
pub fn connect_hearing<'a>(
    url: &'a Secret,
    certificates: Option<&'a Path>,
    incidents: &'a Incidents,
) -> BoxFuture<'a, Result<Client, ConnectError>> {
    let options = incidents.heard_by(ConnectOptions::new());
    Box::pin(open(url, certificates, options))
}

async fn open(
    url: &Secret,
    certificates: Option<&Path>,
    options: ConnectOptions,
) -> Result<Client, ConnectError> {
    if url.is_torn_address() {
        let problem = "its password holds /, ? or #: write them as %2F, %3F and %23";
        return Err(ConnectError::with_source(ConnectErrorKind::ServerParse, problem));
    }
    let address: ServerAddr = url
        .expose()
        .parse()
        .map_err(|error| ConnectError::with_source(ConnectErrorKind::ServerParse, error))?;
    // The client ignores the user info of an address.
    let options = match (address.username(), address.password()) {
        (Some(user), Some(password)) => {
            let options = options.user_and_password(user.to_owned(), password.to_owned());
            options.custom_inbox_prefix(inbox(user))
        }
        (Some(token), None) => options.token(token.to_owned()),
        _ => options,
    };
    let options = match certificates {
        Some(file) => options.add_root_certificates(file.to_owned()),
        None => options,
    };
    options
        .retry_on_initial_connect()
        .connection_timeout(Duration::from_secs(2))
        .ping_interval(Duration::from_secs(10))
        .reconnect_delay_callback(|attempt| {
            let attempt = u32::try_from(attempt).unwrap_or(u32::MAX).min(8);
            Duration::from_millis(20 * 2_u64.pow(attempt)).min(LONGEST_PAUSE)
        })
        .connect(address)
        .await
}

/// The prefix of a user's inboxes: its own name, so that the server can keep other users from listening.
fn inbox(user: &str) -> String {
    let name: String = user
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    format!("_INBOX.{name}")
}

/// How often the client has connected. After an increase, messages of plain subscriptions may be missing.
pub fn connections(client: &Client) -> u64 {
    client.statistics().connects.load(Ordering::Relaxed)
}

/// True if the client is connected.
pub fn is_connected(client: &Client) -> bool {
    client.connection_state() == State::Connected
}
