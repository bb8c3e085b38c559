//! What somebody of the staff does in the shop, as REST calls it.

use proto::identity::v1::StaffRole;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::Error;

/// What somebody of the staff does in the shop, and with that what they may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    /// Everything.
    Owner,
    /// Orders on their way out, and stock.
    Packer,
    /// Shoppers and their orders.
    Support,
    /// Money: what was ordered and paid.
    Accountant,
}

impl Role {
    /// The role that the identity service told. One that this version does not know is named as no other, since it might be
    /// given to somebody by whoever reads it here.
    pub(crate) fn read(told: StaffRole) -> Result<Self, Error> {
        match told {
            StaffRole::Owner => Ok(Self::Owner),
            StaffRole::Packer => Ok(Self::Packer),
            StaffRole::Support => Ok(Self::Support),
            StaffRole::Accountant => Ok(Self::Accountant),
            StaffRole::Unspecified => Err(Error::internal("the identity service told of an unknown role")),
        }
    }
}

impl From<Role> for StaffRole {
    fn from(role: Role) -> Self {
        match role {
            Role::Owner => Self::Owner,
            Role::Packer => Self::Packer,
            Role::Support => Self::Support,
            Role::Accountant => Self::Accountant,
        }
    }
}
