//! Devices that have logged in to an account before: each gets in on a count of its own, so that strangers who guess
//! cannot lock its owner out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").

use runtime::Networks;
use uuid::Uuid;
use values::Email;

use crate::{error::Error, identity::Identity, login::known_devices, session::token::Token};

/// The client of a request, as far as the gateway can tell.
#[derive(Clone)]
pub struct Client {
    /// Where the request comes from.
    pub networks: Networks,
    /// The token that the browser kept of earlier logins; not verified yet.
    pub device: Option<Token>,
}

impl Client {
    /// Reads what the gateway sent; what cannot be read is nothing.
    pub fn new(client_address: &str, device_token: &str) -> Self {
        Self {
            networks: Networks::read(client_address),
            device: Token::read(device_token),
        }
    }
}

impl Identity {
    /// The client's device, if it has logged in to the account with this address.
    pub(crate) async fn known_device(&self, email: &Email, client: &Client) -> Result<Option<Token>, Error> {
        let Some(device) = &client.device else {
            return Ok(None);
        };
        let is_known = known_devices::has_logged_in(&self.db, email.as_str(), &device.hash()).await?;
        Ok(is_known.then(|| device.clone()))
    }

    /// Whether a device has logged in to any account.
    pub async fn recognize_device(&self, device_token: &str) -> Result<bool, Error> {
        let Some(device) = Token::read(device_token) else {
            return Ok(false);
        };
        Ok(known_devices::is_ours(&self.db, &device.hash()).await?)
    }

    /// Makes the client's device known to the account; answers the token that the browser is to keep. None when that fails: the
    /// login itself stays valid.
    pub(crate) async fn remember_device(&self, account_id: Uuid, client: &Client) -> Option<Token> {
        let remembered = self.try_remember_device(account_id, client).await;
        remembered
            .inspect_err(|error| tracing::warn!(%error, "a device could not be remembered"))
            .ok()
    }

    async fn try_remember_device(&self, account_id: Uuid, client: &Client) -> sqlx::Result<Token> {
        // A token that this service never gave is not taken over; one of another account is, since browsers are shared.
        let device = match &client.device {
            Some(device) if known_devices::is_ours(&self.db, &device.hash()).await? => device.clone(),
            _ => Token::random(),
        };
        known_devices::record(&self.db, account_id, &device.hash()).await?;
        Ok(device)
    }
}
