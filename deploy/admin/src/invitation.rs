//! The invitation of the first owner.

use std::time::Duration;

use anyhow::Context as _;
use proto::identity::v1::{InviteFirstOwnerRequest, staff_service_client::StaffServiceClient};
use runtime::{CallerKey, Identity, Target};
use tonic::Code;

use crate::installation::{
    Installation,
    configure::{OPERATOR, caller_key},
};

/// The timeout of the identity service.
const WITHIN: Duration = Duration::from_secs(10);

/// Returns the invitation link of the shop's first owner. The first person to use it becomes the owner.
pub async fn first_owner(installation: &Installation) -> anyhow::Result<String> {
    let address = installation
        .program_settings("identity")?
        .require("LISTEN")?
        .to_owned();
    let target: Target = format!("http://{address}").parse()?;
    let key: CallerKey = caller_key(&installation.secrets(), OPERATOR)?.parse()?;
    let client = runtime::client(target, WITHIN).known_as(Identity::new(OPERATOR, key));
    let mut identity = StaffServiceClient::new(client);
    let invited = match identity.invite_first_owner(InviteFirstOwnerRequest {}).await {
        Ok(invited) => invited.into_inner(),
        Err(status) if status.code() == Code::FailedPrecondition => {
            anyhow::bail!("the shop has an owner already, who invites others in the office")
        }
        Err(status) => return Err(status).context("the identity service refused the invitation"),
    };
    let shop = installation.shop()?;
    let office = shop.require("OFFICE_URL")?.trim_end_matches('/');
    Ok(format!("{office}/invitation#{}", invited.invitation_token))
}
