use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::reservations::planning::allocation::FreeBatch;

const WEIGHT: i32 = 100;

fn pack(number: u128) -> Pack {
    Pack {
        product_id: Uuid::from_u128(number),
        weight_in_grams: WEIGHT,
    }
}

fn line(number: u128, quantity: i32) -> Line {
    Line {
        pack: pack(number),
        quantity,
        price_paise: 0,
    }
}

fn held(number: u128, batch: u128, quantity: i32) -> BatchReservation {
    BatchReservation {
        batch_id: Uuid::from_u128(batch),
        pack: pack(number),
        quantity,
    }
}

fn part(batch: u128, quantity: i32) -> Allocation {
    Allocation {
        batch_id: Uuid::from_u128(batch),
        quantity,
        price_paise: 0,
    }
}

fn stock(packs: &[(u128, i32)]) -> BTreeMap<Pack, PackStock> {
    let packs = packs.iter().map(|&(number, free)| {
        let batch = FreeBatch {
            id: Uuid::from_u128(100 + number),
            free,
            mrp_paise: 29_800,
        };
        let batches = Some(batch).filter(|batch| batch.free > 0).into_iter().collect();
        (pack(number), PackStock { batches })
    });
    packs.collect()
}

#[test]
fn more_packs_are_added_to_the_reservation_or_none_is() {
    let has = OrderStock {
        held: vec![held(1, 11, 2), held(2, 12, 3)],
        waits: vec![line(2, 1)],
    };
    let packs = [(1, 3), (2, 0)];
    let taken = plan_more(&[line(1, 5), line(2, 1)], &has, &mut stock(&packs));
    assert_eq!(
        taken,
        Ok(vec![part(101, 3)]),
        "less of another pack gives nothing back"
    );
    let short = plan_more(&[line(1, 6), line(2, 5), line(3, 9)], &has, &mut stock(&packs));
    assert_eq!(
        short,
        Err(vec![(pack(1), 5), (pack(2), 4), (pack(3), 0)]),
        "reserved and awaited packs count; none of the third pack ever came in"
    );
}

#[test]
fn an_order_gets_exactly_its_lines() {
    let has = OrderStock {
        held: vec![held(1, 11, 2), held(1, 12, 3), held(2, 13, 1), held(3, 14, 1)],
        waits: vec![line(3, 4)],
    };
    let packs = [(1, 9), (2, 1), (3, 1)];
    let plan = plan_exact(&[line(1, 2), line(3, 4)], &has, &mut stock(&packs));
    assert_eq!(
        plan,
        ChangePlan {
            released: vec![part(11, 2), part(12, 1), part(13, 1)],
            taken: vec![part(103, 1)],
            lacking: vec![line(3, 2)],
        }
    );
}

proptest! {
    /// Tries corrections that succeed or fail. In the end the order holds its lines, and no pack is lost or
    /// sold twice.
    #[test]
    fn no_series_of_corrections_loses_or_oversells_packs(
        tries in prop::collection::vec((0..10_i32, any::<bool>()), 1..12),
        mut free in 0..12_i32,
        first in 1..5_i32,
    ) {
        let (total, batch) = (free + first, 101);
        let (mut holds, mut wants) = (first, first);
        let apply = |holds: i32, free: i32, wanted: i32| {
            let has = OrderStock { held: vec![held(1, batch, holds)], waits: Vec::new() };
            (has, stock(&[(1, free)]), vec![line(1, wanted)])
        };
        for (wanted, is_kept) in tries {
            let (has, mut stock, lines) = apply(holds, free, wanted);
            match plan_more(&lines, &has, &mut stock) {
                Ok(taken) => {
                    let taken: i32 = taken.iter().map(|part| part.quantity).sum();
                    holds += taken;
                    free -= taken;
                    prop_assert!(holds >= wanted && holds >= wants);
                    if is_kept {
                        wants = wanted;
                    }
                }
                Err(short) => prop_assert_eq!(short, vec![(pack(1), holds + free)]),
            }
            prop_assert!(free >= 0 && holds + free == total);
        }
        let (has, mut stock, lines) = apply(holds, free, wants);
        let plan = plan_exact(&lines, &has, &mut stock);
        let released: i32 = plan.released.iter().map(|part| part.quantity).sum();
        prop_assert_eq!(holds - released, wants);
        prop_assert!(plan.taken.is_empty() && plan.lacking.is_empty());
    }
}
