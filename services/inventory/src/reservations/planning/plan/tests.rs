use proptest::prelude::*;

use super::*;

fn pack(number: u8) -> Pack {
    Pack {
        product_id: Uuid::from_u128(number.into()),
        weight_in_grams: 100,
    }
}

fn batch_id(pack: u8, place: usize) -> Uuid {
    Uuid::from_u128((u128::from(pack) << 32) | u128::try_from(place).expect("it is small"))
}

fn line(number: u8, quantity: i32) -> Line {
    Line {
        pack: pack(number),
        quantity,
        price_paise: 24_900,
    }
}

fn new(order: u128, lines: Vec<Line>) -> OrderDemand {
    OrderDemand {
        order_id: Uuid::from_u128(order),
        lines,
        state: ReservationState::New,
    }
}

fn stock_of(packs: &[(u8, &[i32])]) -> BTreeMap<Pack, PackStock> {
    let packs = packs.iter().map(|(number, free)| {
        let batches = free.iter().enumerate().map(|(place, free)| FreeBatch {
            id: batch_id(*number, place),
            free: *free,
            mrp_paise: 29_800,
        });
        let stock = PackStock {
            batches: batches.collect(),
        };
        (pack(*number), stock)
    });
    packs.collect()
}

#[test]
fn packs_are_given_once_and_each_order_gets_all_or_nothing() {
    let mut stock = stock_of(&[(1, &[2, 3]), (2, &[1])]);
    let orders = [
        new(1, vec![line(1, 4)]),
        new(2, vec![line(2, 1), line(1, 2)]),
        new(3, vec![line(2, 1), line(1, 1)]),
        new(4, vec![line(3, 99)]),
    ];
    let plan = plan(&orders, &mut stock);
    assert_eq!(
        plan.outcomes,
        [
            ReservationOutcome::Reserved,
            ReservationOutcome::Short(vec![(pack(1), 1)]),
            ReservationOutcome::Reserved,
            ReservationOutcome::Short(vec![(pack(3), 0)]),
        ],
        "the third pack never came in"
    );
    assert_eq!(plan.refused, [Uuid::from_u128(2), Uuid::from_u128(4)]);
    let changes = [(batch_id(1, 0), 2), (batch_id(1, 1), 3), (batch_id(2, 0), 1)];
    assert_eq!(plan.changes, BTreeMap::from(changes));
}

#[test]
fn an_order_that_comes_again_holds_what_it_needs_now() {
    let held = |quantity| BatchReservation {
        batch_id: batch_id(1, 0),
        pack: pack(1),
        quantity,
    };
    let again = |state, quantity| {
        let order = OrderDemand {
            state,
            ..new(1, vec![line(1, quantity)])
        };
        let mut stock = stock_of(&[(1, &[1])]);
        let plan = plan(&[order], &mut stock);
        (plan, stock[&pack(1)].free_at(0))
    };
    let (same, free) = again(ReservationState::Held(vec![held(2)]), 2);
    assert_eq!(
        (same.outcomes, same.changes, free),
        (vec![ReservationOutcome::Reserved], BTreeMap::new(), 1)
    );
    let (more, free) = again(ReservationState::Held(vec![held(2)]), 3);
    assert_eq!(more.changes, BTreeMap::from([(batch_id(1, 0), 1)]));
    assert_eq!(
        (more.released, more.renewed, free),
        (vec![Uuid::from_u128(1)], vec![Uuid::from_u128(1)], 0)
    );
    let (too_many, free) = again(ReservationState::Held(vec![held(2)]), 4);
    assert_eq!(
        too_many.outcomes,
        [ReservationOutcome::Short(vec![(pack(1), 3)])],
        "its own are free again"
    );
    assert_eq!((too_many.refused, free), (vec![Uuid::from_u128(1)], 3));
    let (placed, free) = again(ReservationState::Placed, 9);
    assert_eq!(
        (placed, free),
        (
            ReservationPlan {
                outcomes: vec![ReservationOutcome::Reserved],
                ..ReservationPlan::default()
            },
            1
        )
    );
    let (late, free) = again(ReservationState::Abandoned, 1);
    assert_eq!((late.renewed, free), (vec![Uuid::from_u128(1)], 0));
}

prop_compose! {
    fn some_order()(lines in prop::collection::btree_map(0..3_u8, 1..6_i32, 1..4)) -> Vec<Line> {
        lines.into_iter().map(|(number, quantity)| line(number, quantity)).collect()
    }
}

proptest! {
    #[test]
    fn a_group_gets_what_its_orders_would_get_one_after_the_other(
        free in prop::collection::vec(prop::collection::vec(0..8_i32, 0..4), 3),
        orders in prop::collection::vec(some_order(), 0..12),
    ) {
        let packs: Vec<_> = (0..).zip(&free).map(|(number, free)| (number, &free[..])).collect();
        let orders: Vec<_> = (1..).zip(orders).map(|(id, lines)| new(id, lines)).collect();
        let mut together = stock_of(&packs);
        let group = plan(&orders, &mut together);
        let mut alone = stock_of(&packs);
        let (mut outcomes, mut reserved, mut changes) = (Vec::new(), Vec::new(), BTreeMap::<Uuid, i32>::new());
        for order in &orders {
            let one = plan(std::slice::from_ref(order), &mut alone);
            outcomes.extend(one.outcomes);
            reserved.extend(one.reserved);
            for (batch, change) in one.changes {
                *changes.entry(batch).or_default() += change;
            }
        }
        prop_assert_eq!(&group.outcomes, &outcomes);
        prop_assert_eq!(&group.reserved, &reserved);
        prop_assert_eq!(&group.changes, &changes);
        for ((number, before), stock) in packs.iter().zip(together.values()) {
            for (place, (before, after)) in before.iter().zip(&stock.batches).enumerate() {
                prop_assert!(after.free >= 0);
                let taken = changes.get(&batch_id(*number, place)).copied().unwrap_or(0);
                prop_assert_eq!(before - after.free, taken);
            }
        }
        for (order, outcome) in orders.iter().zip(&outcomes) {
            let got: i32 = reserved.iter().filter(|(id, _)| *id == order.order_id).map(|(_, part)| part.quantity).sum();
            let wanted: i32 = order.lines.iter().map(|line| line.quantity).sum();
            prop_assert_eq!(got, if *outcome == ReservationOutcome::Reserved { wanted } else { 0 });
        }
    }
}

#[test]
fn a_placed_order_gets_what_is_there_and_waits_for_the_rest() {
    let mut stock = stock_of(&[(1, &[2, 3]), (2, &[])]);
    let lines = [line(1, 7), line(2, 1), line(9, 5)];
    let plan = plan_placed(&lines, &mut stock);
    let part = |pack, place, quantity| Allocation {
        batch_id: batch_id(pack, place),
        quantity,
        price_paise: 24_900,
    };
    assert_eq!(plan.taken, [part(1, 0, 2), part(1, 1, 3)]);
    assert_eq!(
        plan.lacking,
        [line(1, 2), line(2, 1), line(9, 5)],
        "also for a pack that never came in"
    );
}

#[test]
fn a_pack_that_would_cost_more_than_is_printed_on_it_cannot_be_had() {
    let mut stock = stock_of(&[(1, &[2])]);
    let dear = Line {
        price_paise: 29_801,
        ..line(1, 1)
    };
    let plan = plan(&[new(1, vec![dear])], &mut stock);
    assert_eq!(plan.outcomes, [ReservationOutcome::Short(vec![(pack(1), 0)])]);
    assert_eq!(plan_placed(&[dear], &mut stock).lacking, [dear]);
}
