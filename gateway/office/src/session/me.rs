//! Whoever is signed in, as their own pages show them.

use proto::identity::v1::AuthorizeStaffResponse;
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::session::role::Role;

/// Whoever is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Me {
    /// A UUID.
    #[schema(format = "uuid")]
    staff_id: String,
    /// As colleagues see it.
    name: String,
    /// Where mails go, and what they sign in with.
    #[schema(example = "asha@gmail.com")]
    email: String,
    /// What they do.
    role: Role,
    /// What their role permits, such as `orders.read`: for pages, which need not show what would be refused.
    permissions: Vec<String>,
    /// Whether they showed within the last minutes that it is they.
    is_reauthenticated: bool,
}

impl Me {
    /// As the identity service tells it.
    pub(crate) fn read(told: AuthorizeStaffResponse) -> Result<Self, Error> {
        let nobody = || Error::internal("the identity service did not say who is signed in");
        let staff = told.staff.ok_or_else(nobody)?;
        Ok(Self {
            role: Role::read(staff.role())?,
            staff_id: staff.staff_id,
            name: staff.name,
            email: staff.email,
            permissions: told.permissions,
            is_reauthenticated: told.is_reauthenticated,
        })
    }
}
