use serde::{Deserialize, Serialize};

use crate::authentication::staff_token::StaffClaims;

/// Somebody of the staff for whom a call is made, as access control found them.
#[derive(Debug, Clone)]
pub struct Staff(StaffClaims);

/// What staff need for a method of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffRule {
    /// The permission, such as `orders.move`.
    pub permission: String,
    /// Whether they must have shown a moment ago again that it is they.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_reauthenticated: bool,
    /// The numbers of the request's fields that name what it is about, such as an order's id: the first with a value counts. A token
    /// is good for that one thing. None for a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<u32>,
}

/// Why a rule is not met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unmet {
    /// The permission is missing.
    Permission,
    /// They have to show again that it is they.
    Reauthentication,
}

impl StaffRule {
    /// Whether these claims meet the rule.
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

    /// For whom of the staff a request was sent; none when it came from another program than an office.
    pub fn of<T>(request: &tonic::Request<T>) -> Option<Self> {
        request.extensions().get().cloned()
    }

    /// Their id, a UUID.
    pub fn id(&self) -> &str {
        &self.0.staff_id
    }

    /// The one thing that their token is about, such as an order's id; empty for a list.
    pub(crate) fn about(&self) -> &str {
        &self.0.about
    }
}
