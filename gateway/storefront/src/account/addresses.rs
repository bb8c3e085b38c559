//! The saved addresses of an account, with the field names of the checkout that they fill in.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use proto::identity::v1::{Address, DeleteAddressRequest, ListAddressesRequest, SaveAddressRequest};
use serde::{Deserialize, Serialize};
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Done, Refusal, error_responses::BodyErrors},
    request::json_body::JsonBody,
};

use crate::{
    account::session::Account,
    clients::Clients,
    request::{
        error_responses::{LimitErrors, SessionErrors},
        field_names::FieldNames,
        rate_limits::{Limited, Submissions},
    },
};

/// Lists the saved addresses of the logged-in shopper.
#[utoipa::path(
    get,
    path = "/api/v1/users/addresses",
    tag = "accounts",
    operation_id = "listAddresses",
    responses(
        (status = 200, description = "The addresses", body = Answer<SavedAddresses>),
        SessionErrors,
    ),
)]
pub(crate) async fn list(
    State(clients): State<Arc<Clients>>,
    account: Account,
) -> Result<Answer<SavedAddresses>, Error> {
    let request = ListAddressesRequest {
        account_id: account.id,
    };
    let saved = clients.identity.call(request).await?;
    let addresses = saved.addresses.into_iter().map(SavedAddress::from);
    Ok(Answer::new(SavedAddresses {
        addresses: addresses.collect(),
    }))
}

/// Saves a new address. An account has at most ten.
#[utoipa::path(
    post,
    path = "/api/v1/users/addresses",
    tag = "accounts",
    operation_id = "addAddress",
    request_body = AddressDetails,
    responses(
        (status = 201, description = "The address is saved", body = Answer<SavedAddress>),
        BodyErrors,
        SessionErrors,
        LimitErrors,
        (status = 409, description = "The account has ten addresses", body = Refusal),
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
        BodyErrors,
        SessionErrors,
        LimitErrors,
        (status = 404, description = "The account has no such address", body = Refusal),
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

/// Deletes a saved address; succeeds if it does not exist. If it was the default, the newest remaining
/// address becomes the default.
#[utoipa::path(
    delete,
    path = "/api/v1/users/addresses/{id}",
    tag = "accounts",
    operation_id = "deleteAddress",
    params(("id" = String, Path, description = "The address's id")),
    responses(
        (status = 200, description = "The address is deleted", body = Done),
        SessionErrors,
        (status = 422, description = "This is not the id of an address", body = Refusal),
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
        .call(request)
        .await
        .map_err(|status| ADDRESS_ID.refusal(status))?;
    Ok(Done::with_message("The address is deleted."))
}

async fn save(clients: &Clients, account: Account, address: Address) -> Result<Answer<SavedAddress>, Error> {
    let request = SaveAddressRequest {
        account_id: account.id,
        address: Some(address),
    };
    let saved = clients.identity.call(request).await.map_err(refusal)?;
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

/// The field names of requests that save an address.
const SAVED: &FieldNames = &FieldNames {
    pairs: &[("address", "")],
    inside: &[("address", AddressDetails::NAMES)],
};

/// The field name of a request that deletes an address.
pub(crate) const ADDRESS_ID: &FieldNames = &FieldNames::flat(&[("address_id", "id")]);

/// A delivery address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct AddressDetails {
    /// The recipient's name: letters of any script, and spaces.
    #[schema(example = "Asha Patel")]
    fullname: String,
    /// Ten digits; spaces, hyphens, +91 and a leading 0 are removed.
    #[schema(example = "9876543210")]
    mobilenumber: String,
    /// The delivery address, without the pincode.
    #[serde(rename = "deliveryAddress")]
    #[schema(example = "12 Ring Road, Surat")]
    delivery_address: String,
    /// Six digits.
    #[schema(example = "395007")]
    pincode: String,
    /// True to make it the default address. The first address is the default automatically. The default
    /// changes only when another address becomes it.
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

/// The saved addresses of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedAddresses {
    /// The default first, then the newest first; at most ten.
    addresses: Vec<SavedAddress>,
}

/// A saved address.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedAddress {
    /// The id for changing or deleting it.
    #[schema(format = "uuid")]
    id: String,
    /// The recipient.
    fullname: String,
    /// Ten digits.
    mobilenumber: String,
    /// The delivery address, without the pincode.
    #[serde(rename = "deliveryAddress")]
    delivery_address: String,
    /// Six digits.
    pincode: String,
    /// True for the default address, which the checkout suggests first.
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
