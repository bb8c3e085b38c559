//! The shop's first owner, who accepts the invitation and stays signed in.

use anyhow::Context as _;
use proto::identity::v1::{InviteFirstOwnerRequest, staff_service_client::StaffServiceClient};
use serde_json::{Value, json};
use time::OffsetDateTime;
use tonic::transport::Channel;
use totp_rs::Totp;

use crate::shop::{programs::Shop, registry::OFFICE};

/// The owner's session cookie. It is kept, because there is only one first owner.
pub(crate) async fn session_cookie(shop: &Shop) -> anyhow::Result<&str> {
    let cookie = shop.owner_cookie.get_or_try_init(|| sign_in(shop)).await?;
    Ok(cookie)
}

async fn sign_in(shop: &Shop) -> anyhow::Result<String> {
    let channel = Channel::from_shared(format!("http://{}", shop.address("identity")))?;
    let channel = channel.connect().await?;
    let mut identity = StaffServiceClient::with_interceptor(channel, shop.operator_identity());
    let invited = identity.invite_first_owner(InviteFirstOwnerRequest {}).await?;
    let token = invited.into_inner().invitation_token;
    let browser = reqwest::Client::new();
    let api = format!("http://{}/api/office/v1/invitations", shop.address(OFFICE));
    let asked = browser
        .post(format!("{api}/lookup"))
        .json(&json!({ "token": token }));
    let found: Value = asked.send().await?.error_for_status()?.json().await?;
    let uri = found["data"]["totpUri"]
        .as_str()
        .context("an invitation has a key")?;
    let now = u64::try_from(OffsetDateTime::now_utc().unix_timestamp())?;
    let code = Totp::from_url(uri)?.generate(now).to_string();
    let accepted = browser.post(format!("{api}/acceptance")).json(&json!({
        "token": token, "name": "Hansa Desai", "email": "hansa@example.com", "password": "neem-and-tulsi-42", "code": code,
    }));
    let accepted = accepted.send().await?.error_for_status()?;
    let cookie = accepted.headers().get("set-cookie");
    let cookie = cookie.context("the answer has a session cookie")?.to_str()?;
    Ok(cookie.split(';').next().unwrap_or_default().to_owned())
}
