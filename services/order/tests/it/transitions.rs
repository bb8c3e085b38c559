//! Status changes of orders.

use futures_util::future::join_all;
use order::order_status::{Actor, Status as State, transition};
use proto::order::v1::{
    self as contract, Order, OrderStatus, Ownership, Parcel, ReturnPayer, ReturnTerms, TransitionOrderRequest,
};
use sqlx::AssertSqlSafe;
use tonic::{Code, Status};

use crate::{Shop, good_order};

/// The ID of an account.
pub(crate) const ASHA: &str = "0190b6a0-0000-7000-8000-00000000a5a5";

const STATES: [(State, OrderStatus); 11] = [
    (State::Placed, OrderStatus::Placed),
    (State::Confirmed, OrderStatus::Confirmed),
    (State::Packed, OrderStatus::Packed),
    (State::Shipped, OrderStatus::Shipped),
    (State::Delivered, OrderStatus::Delivered),
    (State::ReturnRequested, OrderStatus::ReturnRequested),
    (State::ReturnAccepted, OrderStatus::ReturnAccepted),
    (State::Returned, OrderStatus::Returned),
    (State::Cancelled, OrderStatus::Cancelled),
    (State::ReturnedToOrigin, OrderStatus::ReturnedToOrigin),
    (State::Lost, OrderStatus::Lost),
];

const ACTORS: [(Actor, contract::Actor); 3] = [
    (Actor::Shopper, contract::Actor::Shopper),
    (Actor::Staff, contract::Actor::Staff),
    (Actor::System, contract::Actor::System),
];

pub(crate) fn step(
    order_id: &str,
    version: i32,
    to: OrderStatus,
    actor: contract::Actor,
) -> TransitionOrderRequest {
    TransitionOrderRequest {
        order_id: order_id.to_owned(),
        to: to.into(),
        version,
        actor: actor.into(),
        actor_id: String::new(),
        ownership: Some(Ownership {
            mobile_number: "98765 43210".to_owned(),
            ..Ownership::default()
        }),
        reason: "The pack was torn".to_owned(),
        lines: Vec::new(),
        // Staff accept that the tests' orders are unpaid.
        accepts_unpaid: true,
        parcel_weight_in_grams: None,
        parcel: Some(Parcel {
            carrier: "India Post".to_owned(),
            tracking_number: "EK123456789IN".to_owned(),
            tracking_url: "https://www.indiapost.gov.in/track".to_owned(),
        }),
        return_terms: Some(return_terms(ReturnPayer::Shopper)),
    }
}

pub(crate) fn return_terms(paid_by: ReturnPayer) -> ReturnTerms {
    ReturnTerms {
        send_to: "Jadibuti, 7 Mill Road\nSurat 395002".to_owned(),
        paid_by: paid_by.into(),
    }
}

impl Shop {
    pub(crate) async fn transition(&self, request: TransitionOrderRequest) -> Result<Order, Status> {
        let changed = self.orders.clone().transition_order(request).await?;
        Ok(changed.into_inner().order.expect("it is answered"))
    }

    /// Changes the status of an order from a version, as staff.
    pub(crate) async fn go(&self, order_id: &str, version: i32, to: OrderStatus) -> Order {
        let changed = self
            .transition(step(order_id, version, to, contract::Actor::Staff))
            .await;
        changed.expect("it may go there")
    }

    /// Places an order and takes it along these statuses, as staff. Returns its ID.
    pub(crate) async fn place_and_transition<const STEPS: usize>(&self, way: [OrderStatus; STEPS]) -> String {
        let id = self.place(good_order()).await.expect("it is placed").order_id;
        for (version, to) in (1..).zip(way) {
            self.go(&id, version, to).await;
        }
        id
    }

    pub(crate) async fn execute(&self, sql: String) {
        let done = sqlx::query(AssertSqlSafe(sql))
            .execute(self.database.pool())
            .await;
        done.expect("an operator may do this");
    }
}

#[tokio::test]
async fn an_order_is_followed_from_the_first_change_to_the_last() {
    let shop = Shop::open().await;
    let id = shop.place(good_order()).await.expect("it is placed").order_id;
    let way = [
        OrderStatus::Confirmed,
        OrderStatus::Packed,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
        OrderStatus::ReturnRequested,
        OrderStatus::Returned,
    ];
    for (version, to) in (1..).zip(way) {
        let order = shop.go(&id, version, to).await;
        assert_eq!((order.status(), order.version), (to, version + 1));
        let carrier = order.parcel.map(|parcel| parcel.carrier);
        assert_eq!(carrier.is_some(), version >= 3, "{to:?}");
    }
    let order = shop
        .orders
        .clone()
        .get_order(contract::GetOrderRequest {
            order_id: id.clone(),
            ..contract::GetOrderRequest::default()
        })
        .await;
    let order = order
        .expect("it is kept")
        .into_inner()
        .order
        .expect("it is answered");
    let changes: Vec<_> = order.changes.iter().map(contract::OrderChange::to).collect();
    assert_eq!(changes[0], OrderStatus::Placed);
    assert_eq!(changes[1..], way);
    // Each change has its event, in the order of the versions.
    let events: Vec<(String, i64)> = sqlx::query_as(
        "SELECT subject, aggregate_version FROM outbox WHERE aggregate_id = $1::uuid ORDER BY aggregate_version",
    )
    .bind(uuid::Uuid::parse_str(&id).expect("it is an id"))
    .fetch_all(shop.database.pool())
    .await
    .expect("the outbox can be read");
    let names = [
        "placed",
        "confirmed",
        "packed",
        "shipped",
        "delivered",
        "return_requested",
        "returned",
    ];
    let expected: Vec<_> = names
        .iter()
        .zip(1..)
        .map(|(name, version)| (format!("shop.order.{name}.v1"), version))
        .collect();
    assert_eq!(events, expected);
}

#[tokio::test]
async fn one_of_two_concurrent_transitions_wins_and_the_other_gets_the_order() {
    let shop = Shop::open().await;
    let id = shop.place(good_order()).await.expect("it is placed").order_id;
    let confirm = step(&id, 1, OrderStatus::Confirmed, contract::Actor::Staff);
    let cancel = step(&id, 1, OrderStatus::Cancelled, contract::Actor::Shopper);
    let (confirmed, cancelled) =
        tokio::join!(shop.transition(confirm.clone()), shop.transition(cancel.clone()));
    let (won, lost, winner) = match (confirmed, cancelled) {
        (Ok(won), Err(lost)) => (won, lost, confirm),
        (Err(lost), Ok(won)) => (won, lost, cancel),
        other => panic!("one wins: {other:?}"),
    };
    assert_eq!(lost.code(), Code::Aborted);
    let details = runtime::status::details(&lost);
    assert_eq!(details.reason.as_deref(), Some("ORDER_CHANGED"));
    let seen: Order = runtime::status::message(&lost).expect("it says what happened");
    assert_eq!(seen.status, won.status);
    // A retry after a lost response.
    let again = shop.transition(winner).await.expect("it is done");
    assert_eq!((again.version, again.status), (2, won.status));
}

#[tokio::test]
async fn the_first_of_two_shipments_is_kept_and_the_other_packer_hears_of_it() {
    let shop = Shop::open().await;
    let way = [OrderStatus::Confirmed, OrderStatus::Packed];
    let id = shop.place_and_transition(way).await;
    let shipping = |packer: &str, tracking_number: &str| {
        let mut request = step(&id, 3, OrderStatus::Shipped, contract::Actor::Staff);
        request.actor_id = packer.to_owned();
        let parcel = request.parcel.as_mut().expect("it has a parcel");
        parcel.tracking_number = tracking_number.to_owned();
        request
    };
    let first = shipping(ASHA, "EK123456789IN");
    shop.transition(first.clone()).await.expect("it is shipped");
    for other in [
        shipping("0190b6a0-0000-7000-8000-00000000b1b1", "EK123456789IN"),
        shipping(ASHA, "EK987654321IN"),
    ] {
        let lost = shop
            .transition(other)
            .await
            .expect_err("it was shipped otherwise");
        assert_eq!(lost.code(), Code::Aborted);
        let seen: Order = runtime::status::message(&lost).expect("it says what happened");
        let parcel = seen.parcel.expect("it is shipped");
        assert_eq!(parcel.tracking_number, "EK123456789IN");
    }
    let repeated = shop.transition(first).await.expect("its answer was lost");
    assert_eq!((repeated.version, repeated.status()), (4, OrderStatus::Shipped));
}

/// An order that is paid later may be packed. It ships unpaid only if staff accept that.
#[tokio::test]
async fn ships_an_unpaid_order_only_when_staff_say_that_they_know() {
    let shop = Shop::open().await;
    let way = [OrderStatus::Confirmed, OrderStatus::Packed];
    let id = shop.place_and_transition(way).await;
    let unaware = TransitionOrderRequest {
        accepts_unpaid: false,
        ..step(&id, 3, OrderStatus::Shipped, contract::Actor::Staff)
    };
    let refused = shop
        .transition(unaware.clone())
        .await
        .expect_err("it is not paid");
    assert_eq!(
        (
            refused.code(),
            runtime::status::details(&refused).reason.as_deref()
        ),
        (Code::FailedPrecondition, Some("UNPAID_NOT_ACCEPTED"))
    );
    assert!(shop.inventory.released().is_empty(), "no pack leaves");
    assert_eq!(shop.kept(&id).await.0.status(), OrderStatus::Packed);
    let aware = TransitionOrderRequest {
        accepts_unpaid: true,
        ..unaware.clone()
    };
    let shipped = shop
        .transition(aware)
        .await
        .expect("staff know that it is not paid");
    assert_eq!(shipped.status(), OrderStatus::Shipped);

    // The carrier collects the money for a COD order.
    let at_the_door = shop.place_cash_order().await.order_id;
    for (version, to) in (1..).zip(way) {
        shop.go(&at_the_door, version, to).await;
    }
    let collected = TransitionOrderRequest {
        order_id: at_the_door,
        ..unaware
    };
    let shipped = shop.transition(collected).await.expect("the carrier collects it");
    assert_eq!(shipped.status(), OrderStatus::Shipped);
}

#[tokio::test]
async fn an_order_with_recalled_packs_or_without_the_inventory_is_not_shipped() {
    let shop = Shop::open().await;
    let way = [OrderStatus::Confirmed, OrderStatus::Packed];
    let id = shop.place_and_transition(way).await;
    let shipping = step(&id, 3, OrderStatus::Shipped, contract::Actor::Staff);

    shop.inventory.recall(&id);
    let refused = shop
        .transition(shipping.clone())
        .await
        .expect_err("it is recalled");
    assert_eq!(refused.code(), Code::FailedPrecondition);
    assert_eq!(
        runtime::status::details(&refused).reason.as_deref(),
        Some("RECALLED")
    );
    assert!(refused.message().contains("KRL-1"), "{refused}");
    // A caller with an older version gets the current order, and the inventory is not asked.
    shop.inventory.recall(&id);
    let old = step(&id, 2, OrderStatus::Shipped, contract::Actor::Staff);
    assert_eq!(
        shop.transition(old).await.expect_err("it is old").code(),
        Code::Aborted
    );
    shop.transition(shipping.clone())
        .await
        .expect_err("it was not asked before");

    shop.inventory.go_away();
    let refused = shop
        .transition(shipping)
        .await
        .expect_err("the inventory is away");
    assert_eq!(refused.code(), Code::Unavailable);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_refuses_each_transition_that_the_table_forbids() {
    let shop = Shop::open().await;
    let id = shop.place(good_order()).await.expect("it is placed").order_id;
    let mut version = 1;
    for (from, _) in STATES {
        for (to, told) in STATES {
            for (actor, sender) in ACTORS {
                // Sets the status directly.
                shop.execute(format!(
                    "UPDATE orders SET status = '{}' WHERE id = '{id}'",
                    from.as_str()
                ))
                .await;
                let answer = shop.transition(step(&id, version, told, sender)).await;
                match transition(from, to, actor) {
                    Ok(()) => {
                        assert_eq!(answer.expect("the table allows it").status(), told);
                        version += 1;
                        shop.execute("DELETE FROM parcels".to_owned()).await;
                    }
                    Err(refusal) => {
                        let refused = answer.expect_err("the table forbids it");
                        assert_eq!(
                            refused.code(),
                            Code::FailedPrecondition,
                            "{from:?} {to:?} {actor:?}"
                        );
                        let details = runtime::status::details(&refused);
                        assert_eq!(details.reason.as_deref(), Some(refusal.reason()));
                    }
                }
            }
        }
    }
}

/// A pseudo-random number that is the same in every run.
fn chance(seed: u64) -> usize {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 29;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    usize::try_from((x ^ (x >> 32)) % 1_000_003).expect("it is small")
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_random_walks_stay_on_the_table() {
    let shop = Shop::open().await;
    let walk = async |number: u64| {
        let id = shop.place(good_order()).await.expect("it is placed").order_id;
        let (mut state, mut version) = (State::Placed, 1);
        for turn in 0..5 {
            let seed = number * 16 + turn;
            let (to, told) = STATES[chance(seed) % STATES.len()];
            let (actor, sender) = ACTORS[chance(seed ^ 0xff_ffff) % ACTORS.len()];
            let answer = shop.transition(step(&id, version, told, sender)).await;
            assert_eq!(
                answer.is_ok(),
                transition(state, to, actor).is_ok(),
                "{state:?} {to:?} {actor:?}: {answer:?}"
            );
            if answer.is_ok() {
                (state, version) = (to, version + 1);
            }
        }
        version - 1
    };
    let mut allowed = 0;
    for round in 0..20 {
        let walks = (0..16).map(|number| walk(round * 16 + number));
        allowed += join_all(walks).await.into_iter().sum::<i32>();
    }
    assert!(allowed > 100, "only {allowed} transitions were allowed");
    let changes: i64 = sqlx::query_scalar("SELECT count(*) FROM order_changes WHERE version > 1")
        .fetch_one(shop.database.pool())
        .await
        .expect("they can be counted");
    assert_eq!(changes, i64::from(allowed));
}
