//! Allocation of packs from batches.

use uuid::Uuid;

/// A batch with free packs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeBatch {
    /// The batch's id.
    pub id: Uuid,
    /// Packs that are not reserved; more than 0.
    pub free: i32,
    /// The MRP printed on them, in paise.
    pub mrp_paise: i64,
}

/// Packs of a batch for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allocation {
    /// The batch's id.
    pub batch_id: Uuid,
    /// The number of packs, more than 0.
    pub quantity: i32,
    /// The price of a pack, in paise; 0 if unknown.
    pub price_paise: i64,
}

impl FreeBatch {
    /// Returns true if its packs may be sold at this price. The law forbids a price above the printed MRP.
    pub fn may_cost(&self, price_paise: i64) -> bool {
        price_paise <= self.mrp_paise
    }
}

/// Takes up to `quantity` packs that may cost `price_paise` from the batches, in their order, and reduces
/// their free packs. Returns fewer packs if there are not enough.
pub fn allocate(batches: &mut [FreeBatch], quantity: i32, price_paise: i64) -> Vec<Allocation> {
    let mut wanted = quantity;
    let mut allocated = Vec::new();
    for batch in batches.iter_mut().filter(|batch| batch.may_cost(price_paise)) {
        let taken = batch.free.min(wanted);
        if taken > 0 {
            batch.free -= taken;
            wanted -= taken;
            allocated.push(Allocation {
                batch_id: batch.id,
                quantity: taken,
                price_paise,
            });
        }
    }
    allocated
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_is_taken_that_would_cost_more_than_is_printed_on_it() {
        let batch = |id, mrp_paise| FreeBatch {
            id: Uuid::from_u128(id),
            free: 2,
            mrp_paise,
        };
        let mut batches = [batch(1, 25_000), batch(2, 29_800)];
        let taken = allocate(&mut batches, 4, 27_900);
        let taken: Vec<_> = taken
            .iter()
            .map(|part| (part.batch_id.as_u128(), part.quantity))
            .collect();
        assert_eq!(taken, [(2, 2)]);
        assert_eq!(allocate(&mut batches, 4, 25_000).len(), 1);
    }

    proptest! {
        #[test]
        fn orders_get_what_is_there_once_and_the_first_batch_first(
            free in prop::collection::vec(1..50_i32, 0..8),
            orders in prop::collection::vec(1..60_i32, 1..8),
        ) {
            let offered: Vec<_> = (1..).zip(&free).map(|(id, free)| FreeBatch { id: Uuid::from_u128(id), free: *free, mrp_paise: 29_800 }).collect();
            let mut batches = offered.clone();
            let mut taken = Vec::new();
            let mut left: i32 = free.iter().sum();
            for quantity in orders {
                let allocated = allocate(&mut batches, quantity, 29_800);
                let got: i32 = allocated.iter().map(|part| part.quantity).sum();
                prop_assert_eq!(got, quantity.min(left));
                prop_assert!(allocated.iter().all(|part| part.quantity > 0));
                left -= got;
                taken.extend(allocated);
            }
            for (before, after) in offered.iter().zip(&batches) {
                let of_batch = taken.iter().filter(|part| part.batch_id == before.id);
                prop_assert_eq!(of_batch.map(|part| part.quantity).sum::<i32>(), before.free - after.free);
                prop_assert!(after.free >= 0);
            }
            let touched = batches.iter().zip(&offered).rposition(|(after, before)| after != before);
            prop_assert!(batches.iter().take(touched.unwrap_or(0)).all(|batch| batch.free == 0), "{batches:?}");
        }
    }
}
