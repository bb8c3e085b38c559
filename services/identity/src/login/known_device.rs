//! Known devices, which have logged in to an account before. Each has its own login limit, so that strangers
//! cannot lock out the owner. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".

use runtime::Networks;
use uuid::Uuid;
use values::Email;

use crate::{error::Error, identity::Identity, login::known_devices, session::token::Token};

/// The client of a request, as reported by the gateway.
#[derive(Clone)]
pub struct Client {
    /// The networks that contain the client's address.
    pub networks: Networks,
    /// The device token of an earlier login, as sent by the browser; not verified yet.
    pub device: Option<Token>,
}

impl Client {
    /// Parses the gateway's values. Invalid values are ignored.
    pub fn new(client_address: &str, device_token: &str) -> Self {
        Self {
            networks: Networks::read(client_address),
            device: Token::parse(device_token),
        }
    }
}

impl Identity {
    /// The client's device, if it is known to the account with this address.
    pub(crate) async fn known_device(&self, email: &Email, client: &Client) -> Result<Option<Token>, Error> {
        let Some(device) = &client.device else {
            return Ok(None);
        };
        let is_known = known_devices::has_logged_in(&self.db, email.as_str(), &device.hash()).await?;
        Ok(is_known.then(|| device.clone()))
    }

    /// True if a device has logged in to any account.
    pub async fn recognize_device(&self, device_token: &str) -> Result<bool, Error> {
        let Some(device) = Token::parse(device_token) else {
            return Ok(false);
        };
        Ok(known_devices::is_ours(&self.db, &device.hash()).await?)
    }

    /// Makes the client's device known to the account and returns the token for the browser. Returns `None`
    /// on failure, because the login itself stays valid.
    pub(crate) async fn remember_device(&self, account_id: Uuid, client: &Client) -> Option<Token> {
        let remembered = self.try_remember_device(account_id, client).await;
        remembered
            .inspect_err(|error| tracing::warn!(%error, "a device could not be remembered"))
            .ok()
    }

    async fn try_remember_device(&self, account_id: Uuid, client: &Client) -> sqlx::Result<Token> {
        // A token that this service did not issue is replaced. A token of another account is kept, because
        // browsers are shared.
        let device = match &client.device {
            Some(device) if known_devices::is_ours(&self.db, &device.hash()).await? => device.clone(),
            _ => Token::random(),
        };
        known_devices::record(&self.db, account_id, &device.hash()).await?;
        Ok(device)
    }
}
