//! The addresses that an account has saved, in the words of the checkout, which they fill in.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use proto::identity::v1::{Address, DeleteAddressRequest, ListAddressesRequest, SaveAddressRequest};
use runtime::repeatable;
use serde::{Deserialize, Serialize};
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Done, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    account::session::Account,
    clients::Clients,
    request::{
        field_names::FieldNames,
        rate_limits::{Limited, Submissions},
    },
};

/// The addresses that the shopper who is logged in has saved.
#[utoipa::path(
    get,
    path = "/api/v1/users/addresses",
    tag = "accounts",
    operation_id = "listAddresses",
    responses(
        (status = 200, description = "The addresses", body = Answer<SavedAddresses>),
        (status = 401, description = "Nobody is logged in", body = Refusal),
        (status = 503, description = "Something is down; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn list(
    State(clients): State<Arc<Clients>>,
    account: Account,
) -> Result<Answer<SavedAddresses>, Error> {
    let request = ListAddressesRequest {
        account_id: account.id,
    };
    let saved = clients
        .identity
        .call(async |mut identity| identity.list_addresses(repeatable(request)).await)
        .await?;
    let addresses = saved.addresses.into_iter().map(SavedAddress::from);
    Ok(Answer::new(SavedAddresses {
        addresses: addresses.collect(),
    }))
}

/// Saves a new address. An account has ten at most.
#[utoipa::path(
    post,
    path = "/api/v1/users/addresses",
    tag = "accounts",
    operation_id = "addAddress",
    request_body = AddressDetails,
    responses(
        (status = 201, description = "The address is saved", body = Answer<SavedAddress>),
        (status = 400, description = "The body is not JSON or not of this shape", body = Refusal),
        (status = 401, description = "Nobody is logged in", body = Refusal),
        (status = 409, description = "The account has ten addresses", body = Refusal),
        (status = 413, description = "The body is larger than 64 KiB", body = Refusal),
        (status = 415, description = "The body's type is not application/json", body = Refusal),
        (status = 422, description = "A value breaks a rule", body = Refusal),
        (status = 429, description = "Too many; `Retry-After` says when to try again", body = Refusal),
        (status = 503, description = "Something is down; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn add(
    State(clients): State<Arc<Clients>>,
    _: Limited<Submissions>,
    account: Account,
    JsonBody(details): JsonBody<AddressDetails>,
) -> Result<(StatusCode, Answer<SavedAddress>), Error> {
    let saved = save(&clients, account, details.into_address(String::new())).await?;
    Ok((StatusCode::CREATED, saved))
}

/// Changes a saved address.
#[utoipa::path(
    put,
    path = "/api/v1/users/addresses/{id}",
    tag = "accounts",
    operation_id = "changeAddress",
    params(("id" = String, Path, description = "The address's id")),
    request_body = AddressDetails,
    responses(
        (status = 200, description = "The address is changed", body = Answer<SavedAddress>),
        (status = 400, description = "The body is not JSON or not of this shape", body = Refusal),
        (status = 401, description = "Nobody is logged in", body = Refusal),
        (status = 404, description = "The account has no such address", body = Refusal),
        (status = 413, description = "The body is larger than 64 KiB", body = Refusal),
        (status = 415, description = "The body's type is not application/json", body = Refusal),
        (status = 422, description = "A value breaks a rule", body = Refusal),
        (status = 429, description = "Too many; `Retry-After` says when to try again", body = Refusal),
        (status = 503, description = "Something is down; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn change(
    State(clients): State<Arc<Clients>>,
    _: Limited<Submissions>,
    account: Account,
    Path(id): Path<String>,
    JsonBody(details): JsonBody<AddressDetails>,
) -> Result<Answer<SavedAddress>, Error> {
    save(&clients, account, details.into_address(id)).await
}

/// Deletes a saved address; one that is not there is as good as deleted. After the default, the newest of the others is it.
#[utoipa::path(
    delete,
    path = "/api/v1/users/addresses/{id}",
    tag = "accounts",
    operation_id = "deleteAddress",
    params(("id" = String, Path, description = "The address's id")),
    responses(
        (status = 200, description = "The account has no such address any more", body = Done),
        (status = 401, description = "Nobody is logged in", body = Refusal),
        (status = 422, description = "This is not the id of an address", body = Refusal),
        (status = 503, description = "Something is down; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn delete(
    State(clients): State<Arc<Clients>>,
    account: Account,
    Path(address_id): Path<String>,
) -> Result<Done, Error> {
    let request = DeleteAddressRequest {
        account_id: account.id,
        address_id,
    };
    clients
        .identity
        .call(async |mut identity| identity.delete_address(repeatable(request)).await)
        .await
        .map_err(|status| ADDRESS_ID.refusal(status))?;
    Ok(Done::with_message("The address is deleted."))
}

async fn save(clients: &Clients, account: Account, address: Address) -> Result<Answer<SavedAddress>, Error> {
    let request = SaveAddressRequest {
        account_id: account.id,
        address: Some(address),
    };
    let saved = clients
        .identity
        .call(async |mut identity| identity.save_address(request).await)
        .await
        .map_err(refusal)?;
    let saved = saved
        .address
        .ok_or_else(|| Error::internal("the identity service answered without the address"))?;
    Ok(Answer::new(SavedAddress::from(saved)).with_message("Address saved."))
}

fn refusal(status: Status) -> Error {
    if status.code() == Code::FailedPrecondition {
        return Error::new(StatusCode::CONFLICT, status.message().to_owned()).with_code("TOO_MANY");
    }
    SAVED.refusal(status)
}

/// What a request to save calls its fields.
const SAVED: &FieldNames = &FieldNames {
    pairs: &[("address", "")],
    inside: &[("address", AddressDetails::NAMES)],
};

/// What a request to delete calls its field.
pub(crate) const ADDRESS_ID: &FieldNames = &FieldNames::flat(&[("address_id", "id")]);

/// Where parcels are to go.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct AddressDetails {
    /// Who receives the parcel: letters of any script, and spaces.
    #[schema(example = "Asha Patel")]
    fullname: String,
    /// Ten digits; spaces, hyphens, +91 and a leading 0 are taken away.
    #[schema(example = "9876543210")]
    mobilenumber: String,
    /// Where the parcel goes, without the pincode.
    #[serde(rename = "deliveryAddress")]
    #[schema(example = "12 Ring Road, Surat")]
    delivery_address: String,
    /// Six digits.
    #[schema(example = "395007")]
    pincode: String,
    /// Whether it becomes the default, in the place of the address that is it. The first one is the default by itself, and the
    /// default stays it until another becomes it.
    #[serde(rename = "isDefault", default)]
    is_default: bool,
}

impl AddressDetails {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[
        ("address_id", "id"),
        ("full_name", "fullname"),
        ("mobile_number", "mobilenumber"),
        ("delivery_address", "deliveryAddress"),
        ("pincode", "pincode"),
        ("is_default", "isDefault"),
    ]);

    fn into_address(self, address_id: String) -> Address {
        Address {
            address_id,
            full_name: self.fullname,
            mobile_number: self.mobilenumber,
            delivery_address: self.delivery_address,
            pincode: self.pincode,
            is_default: self.is_default,
        }
    }
}

/// The addresses of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedAddresses {
    /// The default first, then the newest first; ten at most.
    addresses: Vec<SavedAddress>,
}

/// A saved address.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedAddress {
    /// To change or delete it by.
    #[schema(format = "uuid")]
    id: String,
    /// Who receives the parcel.
    fullname: String,
    /// Ten digits.
    mobilenumber: String,
    /// Where the parcel goes, without the pincode.
    #[serde(rename = "deliveryAddress")]
    delivery_address: String,
    /// Six digits.
    pincode: String,
    /// Whether it is the account's default, which a checkout begins with.
    #[serde(rename = "isDefault")]
    is_default: bool,
}

impl From<Address> for SavedAddress {
    fn from(address: Address) -> Self {
        Self {
            id: address.address_id,
            fullname: address.full_name,
            mobilenumber: address.mobile_number,
            delivery_address: address.delivery_address,
            pincode: address.pincode,
            is_default: address.is_default,
        }
    }
}
