use serde::{Deserialize, Serialize};

use crate::authentication::staff_token::StaffClaims;

/// The staff member for whom a call is made, verified by access control.
#[derive(Debug, Clone)]
pub struct Staff(StaffClaims);

/// The rule for calling a method for staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffRule {
    /// The required permission, such as `orders.move`.
    pub permission: String,
    /// True if the staff member must have just confirmed password and authenticator code.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_reauthenticated: bool,
    /// The field numbers of the request's subject, such as an order's id. The first field with a value
    /// counts. A token is valid for that subject only. Empty for lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<u32>,
}

/// Why a rule is not met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unmet {
    /// The permission is missing.
    Permission,
    /// The staff member must confirm password and authenticator code.
    Reauthentication,
}

impl StaffRule {
    /// Checks the claims against the rule.
    pub(crate) fn check(&self, claims: &StaffClaims) -> Result<(), Unmet> {
        if !claims.permissions.contains(&self.permission) {
            return Err(Unmet::Permission);
        }
        if self.is_reauthenticated && !claims.is_reauthenticated {
            return Err(Unmet::Reauthentication);
        }
        Ok(())
    }
}

impl Staff {
    pub(crate) fn new(claims: StaffClaims) -> Self {
        Self(claims)
    }

    /// The staff member of a request. `None` if it did not come from the office.
    pub fn of<T>(request: &tonic::Request<T>) -> Option<Self> {
        request.extensions().get().cloned()
    }

    /// The staff member's id, a UUID.
    pub fn id(&self) -> &str {
        &self.0.staff_id
    }

    /// The subject of the token, such as an order's id. Empty for lists.
    pub(crate) fn about(&self) -> &str {
        &self.0.about
    }
}
