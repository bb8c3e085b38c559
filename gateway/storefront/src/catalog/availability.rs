//! The stock levels of packs, as shoppers see them.

use std::collections::HashMap;

use proto::{
    event::v1::StockChanged,
    inventory::v1::{self as contract, PackAvailability},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cache::list_cache::ListCache;

/// Whether a pack can be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Availability {
    /// In stock.
    InStock,
    /// A few packs are left.
    Low,
    /// Sold out.
    SoldOut,
}

/// The last known stock of a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PackStock {
    weight_in_grams: i32,
    /// Packs that are left, 0 if sold out; `None` while the pack is in stock.
    left: Option<i32>,
    /// The version of the pack's stock; each change increases it.
    version: i64,
}

/// The packs with a known stock.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct StockLevels {
    packs: HashMap<String, Vec<PackStock>>,
    /// True if the inventory listed all its packs: a pack that is not listed was never received and is sold
    /// out. False before the first list, and if the inventory lists only low and sold-out packs: other packs
    /// are then in stock.
    is_whole: bool,
}

/// The cached stock levels.
pub(crate) type Stock = ListCache<StockLevels>;

impl StockLevels {
    /// Whether a pack can be bought, and the number left if it is low.
    pub(crate) fn level(&self, product_id: &str, weight_in_grams: i32) -> (Availability, Option<i32>) {
        let packs = self.packs.get(product_id).into_iter().flatten();
        let mut found = packs.filter(|pack| pack.weight_in_grams == weight_in_grams);
        match found.next().map_or(self.left_of_others(), |pack| pack.left) {
            None => (Availability::InStock, None),
            Some(left) if left > 0 => (Availability::Low, Some(left)),
            Some(_) => (Availability::SoldOut, None),
        }
    }

    /// The number left of a pack that the list does not have.
    fn left_of_others(&self) -> Option<i32> {
        self.is_whole.then_some(0)
    }

    /// The start of a new list: the known packs with their versions, and no stock yet. An older message
    /// therefore still changes nothing.
    pub(crate) fn refreshed_from(known: Option<&Self>, is_whole: bool) -> Self {
        let mut levels = known.cloned().unwrap_or_default();
        levels.is_whole = is_whole;
        let left = levels.left_of_others();
        let packs = levels.packs.values_mut().flatten();
        packs.for_each(|pack| pack.left = left);
        levels
    }

    /// Adds an entry of the inventory's list.
    pub(crate) fn add(&mut self, message: PackAvailability) {
        let is_in_stock = message.availability() == contract::Availability::InStock;
        let Some(pack) = message.pack else { return };
        let stock = PackStock {
            weight_in_grams: pack.weight_in_grams,
            left: (!is_in_stock).then_some(message.left),
            version: message.version,
        };
        self.put(pack.product_id, stock);
    }

    /// Applies a change message; a message older than the known version changes nothing.
    pub(crate) fn change(&mut self, message: StockChanged) {
        let packs = self.packs.get(&message.product_id).into_iter().flatten();
        let mut known = packs.filter(|pack| pack.weight_in_grams == message.weight_in_grams);
        if known.any(|known| known.version >= message.version) {
            return;
        }
        let stock = PackStock {
            weight_in_grams: message.weight_in_grams,
            left: (message.is_sold_out || message.left > 0).then_some(message.left),
            version: message.version,
        };
        self.put(message.product_id, stock);
    }

    fn put(&mut self, product_id: String, stock: PackStock) {
        let packs = self.packs.entry(product_id).or_default();
        packs.retain(|pack| pack.weight_in_grams != stock.weight_in_grams);
        packs.push(stock);
    }
}

#[cfg(test)]
mod tests {
    use proto::inventory::v1::Pack;

    const KARELA: &str = "karela";

    use super::*;

    fn pack(weight_in_grams: i32, availability: contract::Availability, left: i32) -> PackAvailability {
        PackAvailability {
            pack: Some(Pack {
                product_id: KARELA.to_owned(),
                weight_in_grams,
            }),
            availability: availability.into(),
            left,
            version: 1,
        }
    }

    #[test]
    fn a_pack_missing_from_a_complete_list_is_sold_out() {
        let (in_stock, sold_out) = ((Availability::InStock, None), (Availability::SoldOut, None));
        let others = [(KARELA, 75), ("amla", 100)];
        for (is_whole, expected) in [(false, in_stock), (true, sold_out)] {
            let mut stock_levels = StockLevels::refreshed_from(None, is_whole);
            stock_levels.add(pack(100, contract::Availability::Low, 3));
            stock_levels.add(pack(200, contract::Availability::SoldOut, 0));
            stock_levels.add(pack(250, contract::Availability::InStock, 0));
            assert_eq!(stock_levels.level(KARELA, 100), (Availability::Low, Some(3)));
            assert_eq!(stock_levels.level(KARELA, 200), sold_out);
            assert_eq!(stock_levels.level(KARELA, 250), in_stock);
            for (product, weight) in others {
                assert_eq!(stock_levels.level(product, weight), expected, "{is_whole}");
            }
            // The next list has none of them.
            let stock_levels = StockLevels::refreshed_from(Some(&stock_levels), is_whole);
            assert_eq!(stock_levels.level(KARELA, 100), expected, "{is_whole}");
        }
        let never_heard = StockLevels::default();
        assert_eq!(never_heard.level(KARELA, 100), in_stock);
    }

    #[test]
    fn the_latest_version_of_a_pack_counts_in_any_order_of_arrival() {
        let mut stock_levels = StockLevels::default();
        let mut hear = |version, is_sold_out, left| {
            stock_levels.change(StockChanged {
                product_id: KARELA.to_owned(),
                weight_in_grams: 100,
                is_sold_out,
                left,
                version,
            });
            stock_levels.level(KARELA, 100)
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
        let mut stock_levels = StockLevels::refreshed_from(Some(&stock_levels), false);
        let in_stock = (Availability::InStock, None);
        assert_eq!(
            stock_levels.level(KARELA, 100),
            in_stock,
            "the new list does not name it"
        );
        stock_levels.change(changed(5, true));
        assert_eq!(stock_levels.level(KARELA, 100), in_stock, "it is a repetition");
        stock_levels.change(changed(6, true));
        assert_eq!(stock_levels.level(KARELA, 100), (Availability::SoldOut, None));
    }
}
