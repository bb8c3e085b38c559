use contract::StaffRule;

use crate::authentication::staff_token::StaffClaims;

/// The staff member for whom a call is made, verified by access control.
#[derive(Debug, Clone)]
pub struct Staff(StaffClaims);

/// Why a rule is not met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unmet {
    /// The permission is missing.
    Permission,
    /// The staff member must confirm password and authenticator code.
    Reauthentication,
}

/// Checks the claims of a staff member against the rule of a method.
pub(crate) fn check(rule: &StaffRule, claims: &StaffClaims) -> Result<(), Unmet> {
    if !claims.may(rule.permission) {
        return Err(Unmet::Permission);
    }
    if rule.needs_reauthentication && !claims.is_reauthenticated {
        return Err(Unmet::Reauthentication);
    }
    Ok(())
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

    /// True if the staff member's role has this permission, such as `orders.read`.
    pub fn may(&self, permission: &str) -> bool {
        self.0.may(permission)
    }

    /// The subject of the token, such as an order's id. Empty for lists.
    pub(crate) fn about(&self) -> &str {
        &self.0.about
    }
}
