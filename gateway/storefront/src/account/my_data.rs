//! Exports and deletes a shopper's personal data; both need a code that proves their address.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use proto::identity::v1::{
    DeleteAccountRequest, GetDataRequest, GetDataResponse, RequestAccountCodeRequest, RequestDataRequest,
};
use serde::{Deserialize, Serialize};
use tonic::Code;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{
        Answer, Done, Refusal,
        error_responses::{AttemptErrors, BodyErrors},
    },
    request::json_body::JsonBody,
};

use crate::{
    account::{
        data_file,
        session::{Account, Cookies, DeviceToken},
    },
    clients::Clients,
    request::{
        error_responses::SessionErrors,
        field_names::FieldNames,
        rate_limits::{Codes, Credentials, Limited},
    },
};

/// A mailed code that proves the account's email address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct AccountCode {
    /// Six digits.
    #[schema(example = "123456")]
    pub(crate) code: String,
}

impl AccountCode {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("code", "code")]);
}

/// Mails a code to the account's email address.
#[utoipa::path(
    post,
    path = "/api/v1/users/me/code",
    tag = "accounts",
    operation_id = "requestAccountCode",
    responses(
        (status = 200, description = "A code is on its way", body = Done),
        SessionErrors,
        (status = 429, description = "A code was just sent, or too many codes; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn request_code(
    State(clients): State<Arc<Clients>>,
    client: Limited<Codes>,
    account: Account,
    DeviceToken(device_token): DeviceToken,
) -> Result<Done, Error> {
    let request = RequestAccountCodeRequest {
        account_id: account.id,
        client_address: client.address.0.to_string(),
        device_token,
    };
    clients.identity.call(request).await?;
    Ok(Done::with_message(
        "A code is on its way to you. It is valid for 10 minutes.",
    ))
}

/// Starts an export of the shopper's data. A mail tells the shopper when it is ready.
#[utoipa::path(
    post,
    path = "/api/v1/users/me/data",
    tag = "accounts",
    operation_id = "requestMyData",
    request_body = AccountCode,
    responses(
        (status = 202, description = "The data is being collected", body = Done),
        BodyErrors,
        SessionErrors,
        AttemptErrors,
        (status = 422, description = "The code is wrong, has expired or was never sent", body = Refusal),
    ),
)]
pub(crate) async fn request(
    State(clients): State<Arc<Clients>>,
    client: Limited<Codes>,
    account: Account,
    DeviceToken(device_token): DeviceToken,
    JsonBody(AccountCode { code }): JsonBody<AccountCode>,
) -> Result<(StatusCode, Done), Error> {
    let request = RequestDataRequest {
        account_id: account.id,
        code,
        client_address: client.address.0.to_string(),
        device_token,
    };
    clients
        .identity
        .call(request)
        .await
        .map_err(|status| AccountCode::NAMES.refusal(status))?;
    Ok((
        StatusCode::ACCEPTED,
        Done::with_message("We are collecting it, and will email you."),
    ))
}

/// Returns the progress of the data export.
#[utoipa::path(
    get,
    path = "/api/v1/users/me/data",
    tag = "accounts",
    operation_id = "getMyData",
    responses(
        (status = 200, description = "The state of the export", body = Answer<MyData>),
        SessionErrors,
    ),
)]
pub(crate) async fn get(
    State(clients): State<Arc<Clients>>,
    account: Account,
) -> Result<Answer<MyData>, Error> {
    let request = GetDataRequest {
        account_id: account.id,
        ..GetDataRequest::default()
    };
    let data = clients.identity.call(request).await;
    match data {
        // Without an export the answer is empty, because an error would show in the browser's console.
        Err(status) if status.code() == Code::NotFound => Ok(Answer::new(MyData::default())),
        data => Ok(Answer::new(MyData::from(data?))),
    }
}

/// Returns the exported data as a file. Needs the password again.
#[utoipa::path(
    post,
    path = "/api/v1/users/me/data/file",
    tag = "accounts",
    operation_id = "downloadMyData",
    request_body = DataFile,
    responses(
        (status = 200, description = "The file", content(
            (String = "application/json"),
            (String = "text/html"),
        )),
        BodyErrors,
        SessionErrors,
        AttemptErrors,
        (status = 404, description = "There is no export, or the file was deleted after seven days", body = Refusal),
        (status = 409, description = "The export is not complete yet", body = Refusal),
        (status = 422, description = "The password is wrong", body = Refusal),
    ),
)]
pub(crate) async fn download(
    State(clients): State<Arc<Clients>>,
    client: Limited<Credentials>,
    account: Account,
    DeviceToken(device_token): DeviceToken,
    JsonBody(wanted): JsonBody<DataFile>,
) -> Result<Response, Error> {
    let request = GetDataRequest {
        account_id: account.id,
        with_parts: true,
        password: wanted.password,
        client_address: client.address.0.to_string(),
        device_token,
    };
    // Sent twice, a wrong password would count twice.
    let data = clients
        .identity
        .call_once(request)
        .await
        .map_err(|status| DataFile::NAMES.refusal(status))?;
    if !data.missing.is_empty() {
        let refusal = Error::new(StatusCode::CONFLICT, "We are still collecting it.");
        return Err(refusal.with_code("NOT_READY"));
    }
    let (content_type, name, text) = match wanted.format {
        FileFormat::Html => ("text/html; charset=utf-8", "my-data.html", data_file::page(&data)),
        FileFormat::Json => ("application/json", "my-data.json", data_file::json(&data)),
    };
    let headers = [
        (header::CONTENT_TYPE, content_type.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, text).into_response())
}

/// The file to download.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct DataFile {
    /// The account's password.
    #[schema(format = "password")]
    password: String,
    /// The format of the file.
    format: FileFormat,
}

impl DataFile {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("password", "password")]);
}

/// A file format.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FileFormat {
    /// For people.
    Html,
    /// For programs.
    Json,
}

/// The progress of a data export.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MyData {
    /// When the export was requested, in UTC; null if there is none, or if it was deleted.
    #[schema(format = DateTime, required)]
    requested_at: Option<String>,
    /// True if every part has been collected.
    is_complete: bool,
}

impl From<GetDataResponse> for MyData {
    fn from(data: GetDataResponse) -> Self {
        Self {
            is_complete: data.missing.is_empty(),
            requested_at: Some(data.requested_at),
        }
    }
}

/// Deletes the account and the shopper's personal data.
///
/// Orders are kept for the books without personal data; unfinished orders lose it when they end. A mail tells
/// the shopper when that is done.
#[utoipa::path(
    delete,
    path = "/api/v1/users/me",
    tag = "accounts",
    operation_id = "deleteAccount",
    request_body = AccountCode,
    responses(
        (status = 200, description = "The account is deleted, and the shopper logged out", body = Done),
        BodyErrors,
        SessionErrors,
        AttemptErrors,
        (status = 422, description = "The code is wrong, has expired or was never sent", body = Refusal),
    ),
)]
pub(crate) async fn delete(
    State(clients): State<Arc<Clients>>,
    State(cookies): State<Arc<Cookies>>,
    client: Limited<Codes>,
    account: Account,
    DeviceToken(device_token): DeviceToken,
    JsonBody(AccountCode { code }): JsonBody<AccountCode>,
) -> Result<Response, Error> {
    let request = DeleteAccountRequest {
        account_id: account.id,
        code,
        client_address: client.address.0.to_string(),
        device_token,
    };
    clients
        .identity
        .call(request)
        .await
        .map_err(|status| AccountCode::NAMES.refusal(status))?;
    let said = Done::with_message("Your account is deleted.");
    Ok(([(header::SET_COOKIE, cookies.session.expired())], said).into_response())
}
