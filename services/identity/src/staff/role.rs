//! Roles and their permissions. Services check the permissions of their methods.

/// The role of a staff member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Everything.
    Owner,
    /// Shipping orders, and stock.
    Packer,
    /// Shoppers and their orders.
    Support,
    /// Payments, sales and accounting.
    Accountant,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 4] = [Self::Owner, Self::Packer, Self::Support, Self::Accountant];

    /// The stored name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Packer => "packer",
            Self::Support => "support",
            Self::Accountant => "accountant",
        }
    }

    /// Parses the stored name. Fails for a name that only a newer release writes.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let role = Self::ALL.into_iter().find(|role| role.name() == name);
        role.ok_or_else(|| sqlx::Error::Decode("there is no such role of staff".into()))
    }

    /// The permissions of the role.
    pub fn permissions(self) -> &'static [&'static str] {
        match self {
            Self::Owner => &OF_OWNERS,
            Self::Packer => &OF_PACKERS,
            Self::Support => &OF_SUPPORT,
            Self::Accountant => &OF_ACCOUNTANTS,
        }
    }
}

const OF_OWNERS: [&str; 29] = [
    "books.read",
    "books.write",
    "orders.read",
    "orders.transition",
    "payments.record",
    "payments.read",
    "payments.refund",
    "sales.read",
    "stock.read",
    "stock.write",
    "stock.recall",
    "staff.manage",
    "log.read",
    "names.read",
    "shop.read",
    "orders.note",
    "orders.place",
    "orders.correct",
    "orders.export",
    "products.read",
    "products.write",
    "claims.accept",
    "pincodes.write",
    "shop.write",
    "reviews.moderate",
    "messages.answer",
    "shoppers.read",
    "shoppers.data",
    "shoppers.delete",
];

const OF_PACKERS: [&str; 8] = [
    "orders.read",
    "orders.transition",
    "orders.note",
    "stock.read",
    "stock.write",
    "products.read",
    "names.read",
    "shop.read",
];

const OF_SUPPORT: [&str; 13] = [
    "orders.read",
    "orders.transition",
    "orders.note",
    "orders.place",
    "orders.correct",
    "stock.read",
    "products.read",
    "reviews.moderate",
    "messages.answer",
    "shoppers.read",
    "shoppers.data",
    "names.read",
    "shop.read",
];

const OF_ACCOUNTANTS: [&str; 13] = [
    "books.read",
    "books.write",
    "orders.read",
    "orders.note",
    "orders.export",
    "sales.read",
    "payments.record",
    "payments.read",
    "payments.refund",
    "stock.read",
    "products.read",
    "names.read",
    "shop.read",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_found_by_its_name() {
        for role in Role::ALL {
            assert_eq!(Role::named(role.name()).ok(), Some(role));
        }
        assert!(Role::named("").is_err() && Role::named("Owner").is_err());
    }

    #[test]
    fn an_owner_has_every_permission_and_alone_manages_staff() {
        let of_owners = Role::Owner.permissions();
        for role in [Role::Packer, Role::Support, Role::Accountant] {
            for permission in role.permissions() {
                assert!(of_owners.contains(permission), "{role:?}: {permission}");
            }
            for permission in [
                "staff.manage",
                "log.read",
                "stock.recall",
                "products.write",
                "claims.accept",
                "pincodes.write",
                "shop.write",
                "shoppers.delete",
            ] {
                assert!(
                    !role.permissions().contains(&permission),
                    "{role:?}: {permission}"
                );
            }
        }
    }

    #[test]
    fn every_role_reads_the_shop_and_the_names_of_staff() {
        for role in Role::ALL {
            for permission in ["shop.read", "names.read"] {
                assert!(role.permissions().contains(&permission), "{role:?}: {permission}");
            }
        }
    }

    #[test]
    fn only_owners_and_accountants_export_orders_and_send_refunds() {
        for permission in ["orders.export", "payments.read", "payments.refund", "books.write"] {
            let may = |role: &Role| role.permissions().contains(&permission);
            let roles: Vec<_> = Role::ALL.into_iter().filter(may).collect();
            assert_eq!(roles, [Role::Owner, Role::Accountant], "{permission}");
        }
    }
}
