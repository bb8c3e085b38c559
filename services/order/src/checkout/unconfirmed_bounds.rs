//! Limits of packs that shoppers hold without paying.
//!
//! A limit applies to a shopper who can cause it. Anyone can type a mobile number, so a guest counts by
//! network. A guest at the limit can still order, by paying online or with an account.

use runtime::Networks;
use sqlx::PgPool;

use crate::{
    checkout::{
        checkout_store::{self, LimitScope},
        validated_checkout::Checkout,
    },
    error::Error,
    link::Links,
    order::payment_method::PaymentMethod,
};

/// Returns the network of an address that limits count: the widest one that one customer may have. `None` for
/// an invalid address.
pub fn network(address: &str) -> Option<String> {
    Networks::read(address)
        .iter()
        .last()
        .map(|network| network.to_string())
}

/// The limits. Each is 0 for none.
#[derive(Debug, Clone, Copy)]
pub struct UnconfirmedBounds {
    /// The packs in unconfirmed orders of one account, or of a guest's mobile number if the network is
    /// unknown.
    pub packs: u32,
    /// The packs in unconfirmed orders of guests of one network. Orders that are paid online count
    /// separately.
    pub network_packs: u32,
    /// The packs in a guest's order that is not paid online.
    pub guest_packs: u32,
    /// The highest price of the goods in such an order, in paise.
    pub guest_paise: i64,
}

impl UnconfirmedBounds {
    /// Fails if a guest must pay the order first, or if the shopper would hold too many unpaid packs.
    /// Networks are stored as pseudonyms with the key of `links`.
    pub async fn check(&self, db: &PgPool, checkout: &Checkout, links: &Links) -> Result<(), Error> {
        let is_guest = checkout.details.account_id.is_none() && checkout.staff_id.is_none();
        let is_paid_first = checkout.details.payment_method == Some(PaymentMethod::Online);
        if is_guest && !is_paid_first && self.is_large(checkout) {
            return Err(Error::PrepaymentAsked);
        }
        let network = checkout.network_code(links);
        let (scope, most) = match (&checkout.details.account_id, &network) {
            (Some(account_id), _) => (LimitScope::Account(*account_id), self.packs),
            (None, Some(network)) => (
                LimitScope::Network {
                    network,
                    is_paid_first,
                },
                self.network_packs,
            ),
            (None, None) => (
                LimitScope::MobileNumber(&checkout.details.mobile_number),
                self.packs,
            ),
        };
        if most == 0 {
            return Ok(());
        }
        let held = checkout_store::unconfirmed_packs(db, scope).await?;
        if held + checkout.packs() <= i64::from(most) {
            return Ok(());
        }
        Err(match scope {
            LimitScope::Network { .. } => Error::TooManyOfNetwork,
            LimitScope::Account(_) | LimitScope::MobileNumber(_) => Error::TooManyUnconfirmed,
        })
    }

    fn is_large(&self, checkout: &Checkout) -> bool {
        let goods_paise: i64 = checkout.lines.iter().map(|line| line.line_total_paise).sum();
        (self.guest_packs > 0 && checkout.packs() > i64::from(self.guest_packs))
            || (self.guest_paise > 0 && goods_paise > self.guest_paise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_a_site_of_ipv6_for_one_network_and_each_address_of_ipv4_for_its_own() {
        let are_one = |one, other| network(one).is_some_and(|one| network(other) == Some(one));
        assert!(are_one("203.0.113.7", "::ffff:203.0.113.7"));
        assert!(!are_one("203.0.113.7", "203.0.113.8"));
        assert!(are_one("2001:db8:1:2::7", "2001:db8:1:ffff:1::"));
        assert!(!are_one("2001:db8:1::", "2001:db8:2::"));
        assert_eq!(network("unknown"), None);
    }
}
