//! The roles of staff members, in the terms of the REST API.

use proto::identity::v1::StaffRole;
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

/// The role of a staff member, which sets their permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    /// All permissions.
    Owner,
    /// Packing, shipping and stock.
    Packer,
    /// Shoppers and their orders.
    Support,
    /// Money: orders and payments.
    Accountant,
}

impl Role {
    /// Converts the role of the identity service; fails for a role that this version does not know. Showing
    /// it as another role could make an owner assign the wrong one.
    pub(crate) fn from_contract(value: StaffRole) -> Result<Self, Error> {
        match value {
            StaffRole::Owner => Ok(Self::Owner),
            StaffRole::Packer => Ok(Self::Packer),
            StaffRole::Support => Ok(Self::Support),
            StaffRole::Accountant => Ok(Self::Accountant),
            StaffRole::Unspecified => Err(Error::internal("the identity service told of an unknown role")),
        }
    }
}
