//! Delivered packs of accounts, and whether they verify a review. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// A delivered order of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveredOrder {
    /// The order.
    pub order_id: Uuid,
    /// The version of the order.
    pub order_version: i32,
    /// The account that ordered.
    pub account_id: Uuid,
    /// When the parcel arrived.
    pub delivered_at: OffsetDateTime,
    /// The packs in the parcel, each pack once regardless of its quantity.
    pub packs: Vec<DeliveredPack>,
}

/// A product in one weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveredPack {
    /// The product.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The product's name when it was ordered.
    pub product_name: String,
    /// True if all of these packs were returned to the shop.
    pub is_returned: bool,
}

/// A delivered pack of the product that a review is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoughtPack {
    /// The order.
    pub order_id: Uuid,
    /// The product.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// True if it was returned.
    pub is_returned: bool,
    /// The review that it verifies.
    pub review_id: Option<Uuid>,
}

/// How an account's packs affect its next review of the product.
#[derive(Debug, PartialEq, Eq)]
pub enum PackState<'a> {
    /// The review is verified by this pack.
    Verified(&'a BoughtPack),
    /// The review is not verified: the account received no pack, or returned what it received.
    Unverified,
    /// Each pack already has a review; this is the newest review.
    Reviewed(Uuid),
}

/// Decides by the packs of one account and product, the earliest delivery first. Each pack verifies one
/// review.
pub fn pack_state(packs: &[BoughtPack]) -> PackState<'_> {
    let kept = || packs.iter().filter(|pack| !pack.is_returned);
    if let Some(free) = kept().find(|pack| pack.review_id.is_none()) {
        return PackState::Verified(free);
    }
    // UUIDv7 ids are ordered by time.
    let newest = kept().filter_map(|pack| pack.review_id).max();
    newest.map_or(PackState::Unverified, PackState::Reviewed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(order: u128, is_returned: bool, review: Option<u128>) -> BoughtPack {
        BoughtPack {
            order_id: Uuid::from_u128(order),
            product_id: Uuid::from_u128(1),
            weight_in_grams: 100,
            is_returned,
            review_id: review.map(Uuid::from_u128),
        }
    }

    #[test]
    fn each_pack_that_was_kept_verifies_one_review() {
        let reviewed = |id| PackState::Reviewed(Uuid::from_u128(id));
        let table: [(&[BoughtPack], PackState<'_>); 6] = [
            (&[], PackState::Unverified),
            (
                &[pack(1, false, None)],
                PackState::Verified(&pack(1, false, None)),
            ),
            (&[pack(1, false, Some(7))], reviewed(7)),
            (
                &[
                    pack(1, false, Some(7)),
                    pack(2, false, Some(9)),
                    pack(3, true, None),
                ],
                reviewed(9),
            ),
            (
                &[pack(1, false, Some(7)), pack(2, false, None)],
                PackState::Verified(&pack(2, false, None)),
            ),
            (
                &[pack(1, true, Some(7)), pack(2, true, None)],
                PackState::Unverified,
            ),
        ];
        for (packs, expected) in table {
            assert_eq!(pack_state(packs), expected, "{packs:?}");
        }
    }
}
