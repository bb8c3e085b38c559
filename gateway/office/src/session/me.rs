//! The signed-in staff member, for their own pages.

use proto::identity::v1::AuthorizeStaffResponse;
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::session::role::Role;

/// The signed-in staff member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Me {
    /// A UUID.
    #[schema(format = "uuid")]
    staff_id: String,
    /// The name that colleagues see.
    name: String,
    /// The email address for mails and sign-in.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// The role.
    role: Role,
    /// The permissions of the role, such as `orders.read`. Pages hide what the services would refuse.
    permissions: Vec<String>,
    /// True for five minutes after a reauthentication.
    is_reauthenticated: bool,
}

impl Me {
    /// Converts the identity service's answer.
    pub(crate) fn from_contract(message: AuthorizeStaffResponse) -> Result<Self, Error> {
        let no_staff = || Error::internal("the identity service did not say who is signed in");
        let staff = message.staff.ok_or_else(no_staff)?;
        Ok(Self {
            role: Role::from_contract(staff.role())?,
            staff_id: staff.staff_id,
            name: staff.name,
            email: staff.email,
            permissions: message.permissions,
            is_reauthenticated: message.is_reauthenticated,
        })
    }
}
