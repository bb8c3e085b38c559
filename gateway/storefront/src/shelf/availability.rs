//! The stock levels of packs, as shoppers see them.

use std::collections::HashMap;

use proto::{event::v2::StockChanged, inventory::v1::PackAvailability};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cache::list_cache::ListCache;

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

/// The last word of the inventory about a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PackStock {
    weight_in_grams: i32,
    /// Packs that are left, 0 when it is sold out; none while it is in stock.
    left: Option<i32>,
    /// Counts the changes that the inventory told of the pack.
    version: i64,
}

/// The packs of which the inventory told something. All others are in stock.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct StockLevels(HashMap<String, Vec<PackStock>>);

/// The stock levels as the inventory last told them, kept in memory.
pub(crate) type Stock = ListCache<StockLevels>;

impl StockLevels {
    /// Whether a pack can be bought, and how many when they are few.
    pub(crate) fn of(&self, product_id: &str, weight_in_grams: i32) -> (Availability, Option<i32>) {
        let packs = self.0.get(product_id).into_iter().flatten();
        let mut found = packs.filter(|pack| pack.weight_in_grams == weight_in_grams);
        match found.next().and_then(|pack| pack.left) {
            None => (Availability::InStock, None),
            Some(left) if left > 0 => (Availability::Low, Some(left)),
            Some(_) => (Availability::SoldOut, None),
        }
    }

    /// The same packs, all in stock: the beginning of a new list, which names the others. A message that is older than a known version
    /// changes nothing then either.
    pub(crate) fn all_in_stock(&self) -> Self {
        let mut levels = self.clone();
        let packs = levels.0.values_mut().flatten();
        packs.for_each(|pack| pack.left = None);
        levels
    }

    /// Takes in an entry of the inventory's list.
    pub(crate) fn add(&mut self, told: PackAvailability) {
        let Some(pack) = told.pack else { return };
        let stock = PackStock {
            weight_in_grams: pack.weight_in_grams,
            left: Some(told.left),
            version: told.version,
        };
        self.put(pack.product_id, stock);
    }

    /// Takes in a message about a pack that changed; a message older than what is known changes nothing.
    pub(crate) fn change(&mut self, told: StockChanged) {
        let packs = self.0.get(&told.product_id).into_iter().flatten();
        let mut known = packs.filter(|pack| pack.weight_in_grams == told.weight_in_grams);
        if known.any(|known| known.version >= told.version) {
            return;
        }
        let stock = PackStock {
            weight_in_grams: told.weight_in_grams,
            left: (told.is_sold_out || told.left > 0).then_some(told.left),
            version: told.version,
        };
        self.put(told.product_id, stock);
    }

    fn put(&mut self, product_id: String, stock: PackStock) {
        let packs = self.0.entry(product_id).or_default();
        packs.retain(|pack| pack.weight_in_grams != stock.weight_in_grams);
        packs.push(stock);
    }
}

#[cfg(test)]
mod tests {
    use proto::inventory::v1::Pack;

    const KARELA: &str = "karela";

    use super::*;

    #[test]
    fn what_nobody_tells_of_is_in_stock() {
        let mut stock_levels = StockLevels::default();
        for (weight_in_grams, left) in [(100, 3), (200, 0)] {
            stock_levels.add(PackAvailability {
                pack: Some(Pack {
                    product_id: "karela".to_owned(),
                    weight_in_grams,
                }),
                left,
                ..PackAvailability::default()
            });
        }
        assert_eq!(stock_levels.of("karela", 100), (Availability::Low, Some(3)));
        assert_eq!(stock_levels.of("karela", 200), (Availability::SoldOut, None));
        for (product, weight) in [("karela", 75), ("amla", 100)] {
            assert_eq!(stock_levels.of(product, weight), (Availability::InStock, None));
        }
    }

    #[test]
    fn the_latest_word_about_a_pack_counts_in_whatever_order_it_is_heard() {
        let mut stock_levels = StockLevels::default();
        let mut hear = |version, is_sold_out, left| {
            stock_levels.change(StockChanged {
                product_id: KARELA.to_owned(),
                weight_in_grams: 100,
                is_sold_out,
                left,
                version,
            });
            stock_levels.of(KARELA, 100)
        };
        let (low, sold_out) = ((Availability::Low, Some(3)), (Availability::SoldOut, None));
        assert_eq!(hear(2, false, 3), low);
        assert_eq!(hear(1, true, 0), low, "it is older");
        assert_eq!(hear(3, true, 0), sold_out);
        assert_eq!(hear(3, false, 3), sold_out, "it is a repetition");
        let in_stock = (Availability::InStock, None);
        assert_eq!(hear(4, false, 0), in_stock);
        assert_eq!(hear(3, true, 0), in_stock, "it is older than the pack in stock");
    }

    #[test]
    fn a_new_list_forgets_no_version() {
        let mut stock_levels = StockLevels::default();
        let changed = |version, is_sold_out| StockChanged {
            product_id: KARELA.to_owned(),
            weight_in_grams: 100,
            is_sold_out,
            left: 0,
            version,
        };
        stock_levels.change(changed(5, true));
        let mut stock_levels = stock_levels.all_in_stock();
        let in_stock = (Availability::InStock, None);
        assert_eq!(
            stock_levels.of(KARELA, 100),
            in_stock,
            "the new list does not name it"
        );
        stock_levels.change(changed(5, true));
        assert_eq!(stock_levels.of(KARELA, 100), in_stock, "it is a repetition");
        stock_levels.change(changed(6, true));
        assert_eq!(stock_levels.of(KARELA, 100), (Availability::SoldOut, None));
    }
}
