//! How packs stand that are not simply in stock.

use std::collections::HashMap;

use proto::inventory::v1::PackAvailability;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::list_cache::ListCache;

/// Whether a pack can be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Availability {
    /// Nobody needs to hurry.
    InStock,
    /// A few are left.
    Low,
    /// None is left.
    SoldOut,
}

/// The packs that are not simply in stock.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Standings(HashMap<String, Vec<(i32, i32)>>);

/// How packs stand, as last heard.
pub(crate) type Stock = ListCache<Standings>;

impl Standings {
    /// Whether a pack can be bought, and how many when they are few.
    pub(crate) fn of(&self, product_id: &str, weight_in_grams: i32) -> (Availability, Option<i32>) {
        let packs = self.0.get(product_id).into_iter().flatten();
        let mut left = packs.filter(|(weight, _)| *weight == weight_in_grams);
        match left.next() {
            None => (Availability::InStock, None),
            Some(&(_, left)) if left > 0 => (Availability::Low, Some(left)),
            Some(_) => (Availability::SoldOut, None),
        }
    }

    /// Takes in what the inventory says of a pack.
    pub(crate) fn add(&mut self, told: PackAvailability) {
        let Some(pack) = told.pack else { return };
        let packs = self.0.entry(pack.product_id).or_default();
        packs.push((pack.weight_in_grams, told.left));
    }
}

#[cfg(test)]
mod tests {
    use proto::inventory::v1::Pack;

    use super::*;

    #[test]
    fn what_nobody_tells_of_is_in_stock() {
        let mut standings = Standings::default();
        for (weight_in_grams, left) in [(100, 3), (200, 0)] {
            standings.add(PackAvailability {
                pack: Some(Pack {
                    product_id: "karela".to_owned(),
                    weight_in_grams,
                }),
                left,
                ..PackAvailability::default()
            });
        }
        assert_eq!(standings.of("karela", 100), (Availability::Low, Some(3)));
        assert_eq!(standings.of("karela", 200), (Availability::SoldOut, None));
        for (product, weight) in [("karela", 75), ("amla", 100)] {
            assert_eq!(standings.of(product, weight), (Availability::InStock, None));
        }
    }
}
