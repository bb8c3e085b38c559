//! Adds guest orders to an account; a mailed code proves the account's email address.

use std::sync::Arc;

use axum::extract::State;
use proto::{identity::v1::ProveEmailRequest, order::v1::ClaimOrdersRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{
        Answer, Refusal,
        error_responses::{AttemptErrors, BodyErrors},
    },
    request::json_body::JsonBody,
};

use crate::{
    account::{
        my_data::AccountCode,
        session::{Account, DeviceToken},
    },
    clients::Clients,
    request::{
        error_responses::SessionErrors,
        rate_limits::{Codes, Limited},
    },
};

/// Adds the guest orders placed with the account's email address to the account.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/claims",
    tag = "orders",
    operation_id = "claimOrders",
    request_body = AccountCode,
    responses(
        (status = 200, description = "The orders are added to the account", body = Answer<Claimed>),
        BodyErrors,
        SessionErrors,
        AttemptErrors,
        (status = 422, description = "The code is wrong, has expired or was never sent", body = Refusal),
    ),
)]
pub(crate) async fn claim(
    State(clients): State<Arc<Clients>>,
    client: Limited<Codes>,
    account: Account,
    DeviceToken(device_token): DeviceToken,
    JsonBody(AccountCode { code }): JsonBody<AccountCode>,
) -> Result<Answer<Claimed>, Error> {
    let account_id = account.id;
    let request = ProveEmailRequest {
        account_id: account_id.clone(),
        code,
        client_address: client.address.0.to_string(),
        device_token,
    };
    let proven = clients
        .identity
        .call(request)
        .await
        .map_err(|status| AccountCode::NAMES.refusal(status))?;
    let request = ClaimOrdersRequest {
        account_id,
        email: proven.email,
    };
    let claimed = clients.order.call(request).await?;
    Ok(Answer::new(Claimed {
        claimed: claimed.claimed,
    }))
}

/// The result of a claim.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Claimed {
    /// The number of orders that were added.
    #[schema(minimum = 0)]
    claimed: i64,
}
