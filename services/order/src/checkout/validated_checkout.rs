//! A validated checkout, and its hash.

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::{
    link::Links,
    order::{order_status::Actor, record::OrderDetails},
};

/// The version of the algorithm of [`Checkout::payload_hash`], stored with each hash. A changed algorithm
/// takes the next number, so that only comparable hashes are compared.
pub const PAYLOAD_FORM: i16 = 1;

/// A validated checkout. Its prices are those that the client sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// The shopper, address, payment method and source.
    pub details: OrderDetails,
    /// The total that the shopper saw, in paise.
    pub total_paise: i64,
    /// The lines, 1 to 50, no pack twice.
    pub lines: Vec<CheckoutLine>,
    /// The staff member who enters it. `None` when the shopper orders.
    pub staff_id: Option<Uuid>,
    /// The network of the shopper's client. `None` when unknown.
    pub network: Option<String>,
}

/// A validated line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutLine {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The number of packs, 1 to 99.
    pub quantity: i32,
    /// The price of one pack that the shopper saw, in paise.
    pub unit_price_paise: i64,
    /// The price of the line that the shopper saw, in paise.
    pub line_total_paise: i64,
}

impl Checkout {
    /// Returns the number of packs.
    pub fn packs(&self) -> i64 {
        self.lines.iter().map(|line| i64::from(line.quantity)).sum()
    }

    /// Returns the pseudonym of a guest's network. `None` for an account, or if the network is unknown.
    pub fn network_code(&self, links: &Links) -> Option<Vec<u8>> {
        let network = self
            .network
            .as_deref()
            .filter(|_| self.details.account_id.is_none());
        network.map(|network| links.pseudonym("network", network))
    }

    /// Returns the actor of the placement.
    pub fn actor(&self) -> Actor {
        self.staff_id.map_or(Actor::Shopper, |_| Actor::Staff)
    }

    /// Returns a hash that distinguishes checkouts with the same idempotency key: SHA-256 over every value
    /// with its length. The account is not included, because a retry may come after the session ended. The
    /// staff member is not included, because each has separate keys.
    pub fn payload_hash(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        let mut add = |value: &[u8]| {
            hash.update(value.len().to_le_bytes());
            hash.update(value);
        };
        for value in self.details.required_values() {
            add(value.as_bytes());
        }
        add(&self.total_paise.to_le_bytes());
        for line in &self.lines {
            add(line.product_id.as_bytes());
            add(&line.weight_in_grams.to_le_bytes());
            add(&line.quantity.to_le_bytes());
            add(&line.unit_price_paise.to_le_bytes());
            add(&line.line_total_paise.to_le_bytes());
        }
        // A checkout without optional values keeps the hash from before they existed.
        for value in self.details.optional_values() {
            add(value.as_bytes());
        }
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::order::{payment_method::PaymentMethod, source::Source};

    fn checkout() -> Checkout {
        let details = OrderDetails {
            account_id: None,
            full_name: "Asha Patel".to_owned(),
            email: "asha@example.com".to_owned(),
            mobile_number: "9876543210".to_owned(),
            delivery_address: "12 Ring Road, Surat".to_owned(),
            pincode: "395007".to_owned(),
            payment_method: None,
            source: Source::Web,
        };
        Checkout {
            details,
            total_paise: 24_900,
            lines: vec![CheckoutLine {
                product_id: Uuid::nil(),
                weight_in_grams: 100,
                quantity: 1,
                unit_price_paise: 24_900,
                line_total_paise: 24_900,
            }],
            staff_id: None,
            network: None,
        }
    }

    #[test]
    fn the_hash_tells_any_two_checkouts_apart() {
        let hash = |change: fn(&mut Checkout)| {
            let mut checkout = checkout();
            change(&mut checkout);
            checkout.payload_hash()
        };
        let hashes: HashSet<_> = [
            hash(|_| ()),
            hash(|c| c.details.full_name.push('a')),
            hash(|c| {
                (c.details.mobile_number, c.details.pincode) = ("98765432103".to_owned(), "95007".to_owned());
            }),
            hash(|c| c.total_paise += 1),
            hash(|c| c.lines[0].quantity += 1),
            hash(|c| c.lines[0].unit_price_paise += 1),
            hash(|c| c.details.payment_method = Some(PaymentMethod::PayLater)),
            hash(|c| c.details.payment_method = Some(PaymentMethod::CashOnDelivery)),
            hash(|c| c.details.source = Source::Phone),
            hash(|c| c.details.source = Source::Whatsapp),
        ]
        .into();
        assert_eq!(hashes.len(), 10);
    }

    /// Hashes are stored for a week. A changed algorithm needs another number.
    #[test]
    fn form_1_stays_as_it_was_when_its_hashes_were_kept() {
        let hash = checkout().payload_hash();
        let half = |at| u128::from_be_bytes(hash[at..at + 16].try_into().expect("16 bytes"));
        let kept = [
            0x6534_d6c5_5796_6ff1_f5c4_1b75_ecf1_edf8,
            0xaec0_4e52_bc41_30e1_4305_4788_fed8_b27c,
        ];
        assert_eq!((PAYLOAD_FORM, [half(0), half(16)]), (1, kept));
    }
}
