//! The gRPC methods for a shopper's own account.

use proto::identity::v1 as contract;

use crate::{
    error::Error,
    grpc::messages::{address, details, id, session, time, token},
    identity::Identity,
    login::known_device::Client,
};

pub async fn get(
    identity: &Identity,
    request: &contract::GetAccountRequest,
) -> Result<contract::GetAccountResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let account = identity.account(id).await?;
    Ok(contract::GetAccountResponse {
        email: account.email,
        email_is_proven: account.email_is_proven,
        mobile_number: account.mobile_number,
        created_at: time(account.created_at),
    })
}

pub async fn change_mobile_number(
    identity: &Identity,
    request: contract::ChangeMobileNumberRequest,
) -> Result<contract::ChangeMobileNumberResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let client = Client::new(&request.client_address, &request.device_token);
    identity
        .change_mobile_number(id, request.password, &request.mobile_number, &client)
        .await?;
    Ok(contract::ChangeMobileNumberResponse {})
}

pub async fn change_password(
    identity: &Identity,
    request: contract::ChangePasswordRequest,
) -> Result<contract::ChangePasswordResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let session = token(&request.session_token)?;
    let client = Client::new(&request.client_address, &request.device_token);
    let (present, new) = (request.password, request.new_password);
    identity
        .change_password(id, present, new, &session, &client)
        .await?;
    Ok(contract::ChangePasswordResponse {})
}

pub async fn request_email_change(
    identity: &Identity,
    request: contract::RequestEmailChangeRequest,
) -> Result<contract::RequestEmailChangeResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let client = Client::new(&request.client_address, &request.device_token);
    identity
        .request_email_change(id, request.password, &request.email, &client)
        .await?;
    Ok(contract::RequestEmailChangeResponse {})
}

pub async fn confirm_email_change(
    identity: &Identity,
    request: &contract::ConfirmEmailChangeRequest,
) -> Result<contract::ConfirmEmailChangeResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let session = token(&request.session_token)?;
    let client = Client::new(&request.client_address, &request.device_token);
    let account = identity
        .confirm_email_change(id, &request.code, &session, &client)
        .await?;
    Ok(contract::ConfirmEmailChangeResponse {
        email: account.email,
        mobile_number: account.mobile_number,
        created_at: time(account.created_at),
    })
}

pub async fn list_sessions(
    identity: &Identity,
    request: &contract::ListSessionsRequest,
) -> Result<contract::ListSessionsResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let current = token(&request.session_token)?;
    let sessions = identity.sessions(id, &current).await?;
    Ok(contract::ListSessionsResponse {
        sessions: sessions.iter().map(session).collect(),
    })
}

pub async fn end_other_sessions(
    identity: &Identity,
    request: contract::EndOtherSessionsRequest,
) -> Result<contract::EndOtherSessionsResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let current = token(&request.session_token)?;
    let client = Client::new(&request.client_address, &request.device_token);
    let ended = identity
        .end_other_sessions(id, request.password, &current, &client)
        .await?;
    Ok(contract::EndOtherSessionsResponse {
        ended: i64::try_from(ended).unwrap_or(i64::MAX),
    })
}

pub async fn list_addresses(
    identity: &Identity,
    request: &contract::ListAddressesRequest,
) -> Result<contract::ListAddressesResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let addresses = identity.addresses(id).await?;
    Ok(contract::ListAddressesResponse {
        addresses: addresses.into_iter().map(address).collect(),
    })
}

pub async fn save_address(
    identity: &Identity,
    request: contract::SaveAddressRequest,
) -> Result<contract::SaveAddressResponse, Error> {
    let id = id("account_id", &request.account_id)?;
    let saved = identity.save_address(id, details(request.address)).await?;
    Ok(contract::SaveAddressResponse {
        address: Some(address(saved)),
    })
}

pub async fn delete_address(
    identity: &Identity,
    request: &contract::DeleteAddressRequest,
) -> Result<contract::DeleteAddressResponse, Error> {
    let account_id = id("account_id", &request.account_id)?;
    let address_id = id("address_id", &request.address_id)?;
    identity.delete_address(account_id, address_id).await?;
    Ok(contract::DeleteAddressResponse {})
}
