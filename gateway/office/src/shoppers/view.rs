//! A shopper, as staff see them.

use proto::identity::v1::{Address, Shopper as ContractShopper};
use serde::Serialize;
use utoipa::ToSchema;

/// A shopper with an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shopper {
    /// The account's id.
    #[schema(format = "uuid")]
    id: String,
    /// The name in the saved addresses; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<String>,
    /// The email address.
    email: String,
    /// Ten digits; absent if the shopper gave none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mobile_number: Option<String>,
    /// When the account was created, in UTC.
    #[schema(format = DateTime)]
    registered_at: String,
}

impl From<ContractShopper> for Shopper {
    fn from(shopper: ContractShopper) -> Self {
        Self {
            id: shopper.account_id,
            name: Some(shopper.name).filter(|name| !name.is_empty()),
            email: shopper.email,
            mobile_number: Some(shopper.mobile_number).filter(|number| !number.is_empty()),
            registered_at: shopper.registered_at,
        }
    }
}

/// A saved delivery address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShopperAddress {
    /// The recipient.
    full_name: String,
    /// Ten digits.
    mobile_number: String,
    /// The delivery address.
    delivery_address: String,
    /// Six digits.
    pincode: String,
    /// True for the address that the checkout suggests first.
    is_default: bool,
}

impl From<Address> for ShopperAddress {
    fn from(address: Address) -> Self {
        Self {
            full_name: address.full_name,
            mobile_number: address.mobile_number,
            delivery_address: address.delivery_address,
            pincode: address.pincode,
            is_default: address.is_default,
        }
    }
}
