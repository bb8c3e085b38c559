//! Corrections of quantities before orders are packed.

use futures_util::future::join_all;
use prost::Message as _;
use proto::{
    event::v1::OrderLinesCorrected,
    order::v1::{
        CorrectOrderLinesRequest, CorrectedLine, MoneyChannel, Order, OrderStatus, PacksLeft,
        RecordPaymentRequest,
    },
};
use runtime::status;
use tonic::{Code, Status};

use crate::{
    Shop,
    correcting::refused_as,
    count,
    fake_catalog::{ASHWAGANDHA, KARELA},
    staff::{BINA, Office},
};

const EVENTS: &str = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.lines_corrected.v1'";

fn line(product_id: &str, weight_in_grams: i32, quantity: i32) -> CorrectedLine {
    CorrectedLine {
        product_id: product_id.to_owned(),
        weight_in_grams,
        quantity,
    }
}

/// Corrects karela to three small packs instead of two, and no large one.
fn correction(order_id: &str, version: i32) -> CorrectOrderLinesRequest {
    CorrectOrderLinesRequest {
        order_id: order_id.to_owned(),
        version,
        lines: vec![line(KARELA, 100, 3), line(KARELA, 200, 0)],
    }
}

fn quantities(order: &Order) -> Vec<(i32, i32)> {
    let lines = order.lines.iter();
    lines.map(|line| (line.weight_in_grams, line.quantity)).collect()
}

impl Office {
    async fn correct_lines(&self, correction: CorrectOrderLinesRequest) -> Result<Order, Status> {
        let request = self.keys.request(BINA, correction);
        let corrected = self.editing.clone().correct_order_lines(request).await?;
        Ok(corrected.into_inner().order.expect("it is answered"))
    }
}

#[tokio::test]
async fn quantities_are_corrected_once_priced_as_agreed_and_told() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_for_cash().await;
    shop.go(&id, 1, OrderStatus::Confirmed).await;
    // The current price differs from the order's price.
    let corrected = office.correct_lines(correction(&id, 2)).await.expect("it may be");
    assert_eq!(quantities(&corrected), [(100, 3), (75, 1)]);
    assert_eq!(corrected.total_paise, 3 * 24_900 + 34_900 + 5_000);
    assert_eq!(
        (corrected.version, corrected.status(), corrected.charges.len()),
        (3, OrderStatus::Confirmed, 1)
    );
    let change = corrected.changes.last().expect("it is told");
    assert_eq!(change.version, 3);
    assert!(
        change.reason.starts_with("Quantities were corrected: ")
            && change.reason.contains("100 g 2 → 3")
            && change.reason.contains("200 g 1 → 0"),
        "{}",
        change.reason
    );
    let by: String = sqlx::query_scalar("SELECT actor_id::text FROM order_changes WHERE version = 3")
        .fetch_one(shop.database.pool())
        .await
        .expect("it can be read");
    assert_eq!(by, BINA);

    let again = office.correct_lines(correction(&id, 2)).await;
    assert_eq!(again.expect("it is the same"), corrected);
    assert_eq!(count(shop.database.pool(), EVENTS).await, 1);
    let told: Vec<u8> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE subject = 'shop.order.lines_corrected.v1' AND aggregate_version = 3",
    )
    .fetch_one(shop.database.pool())
    .await
    .expect("it is told");
    let told = OrderLinesCorrected::decode(told.as_slice()).expect("it is of this schema");
    let lines: Vec<_> = told
        .lines
        .iter()
        .map(|line| (line.weight_in_grams, line.quantity))
        .collect();
    assert_eq!((told.version, told.total_paise), (3, corrected.total_paise));
    assert_eq!(lines, quantities(&corrected));
    let asked = shop.inventory.changes();
    assert_eq!(asked.len(), 1, "a correction that is made asks for nothing more");
    assert_eq!(
        (
            asked[0].version,
            asked[0].lines_before.len(),
            asked[0].lines.len()
        ),
        (3, 3, 2)
    );
    let packed = shop.go(&id, 3, OrderStatus::Packed).await;
    assert_eq!(packed.version, 4);
}

#[tokio::test]
async fn a_changed_packed_or_paid_order_stays_as_it_is() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_for_cash().await;
    shop.go(&id, 1, OrderStatus::Confirmed).await;
    let refused = office.correct_lines(correction(&id, 1)).await;
    let refused = refused.expect_err("it was changed");
    refused_as(&refused, Code::Aborted, "ORDER_CHANGED");
    let now: Order = status::message(&refused).expect("the order comes along");
    assert_eq!(now.version, 2);

    for (lines, field) in [
        (vec![line(KARELA, 300, 1)], "lines[0].product_id"),
        (
            vec![
                line(KARELA, 100, 0),
                line(KARELA, 200, 0),
                line(ASHWAGANDHA, 75, 0),
            ],
            "lines",
        ),
        // Goods above ₹10,000 exceed the COD limit.
        (vec![line(KARELA, 100, 99)], "lines"),
        (vec![line(KARELA, 100, 100)], "lines[0].quantity"),
    ] {
        let wrong = CorrectOrderLinesRequest {
            lines,
            ..correction(&id, 2)
        };
        let refused = office.correct_lines(wrong).await.expect_err("it breaks a rule");
        let violations = status::details(&refused).violations;
        assert_eq!((violations.len(), violations[0].field.as_str()), (1, field));
    }
    assert!(shop.inventory.changes().is_empty(), "nothing was asked for");

    let payment = RecordPaymentRequest {
        order_id: id.clone(),
        channel: MoneyChannel::Cash.into(),
        amount_paise: 122_100,
        received_on: shop.day(0).await,
        ..RecordPaymentRequest::default()
    };
    let paid = shop.orders.clone().record_payment(payment).await;
    paid.expect("it is paid");
    let refused = office.correct_lines(correction(&id, 2)).await;
    let refused = refused.expect_err("it is paid");
    refused_as(&refused, Code::FailedPrecondition, "NOT_ALLOWED");
    assert!(refused.message().contains("payment"), "{refused}");

    let id = shop
        .place_and_transition([OrderStatus::Confirmed, OrderStatus::Packed])
        .await;
    let refused = office.correct_lines(correction(&id, 3)).await;
    let refused = refused.expect_err("it is packed");
    refused_as(&refused, Code::FailedPrecondition, "NOT_ALLOWED");
    assert_eq!(count(shop.database.pool(), EVENTS).await, 0);
}

#[tokio::test]
async fn packs_that_are_not_there_leave_the_order_as_it_was() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_for_cash().await;
    shop.inventory.has_left_of_karela(Some(2));
    let refused = office.correct_lines(correction(&id, 1)).await;
    let refused = refused.expect_err("there are two");
    refused_as(&refused, Code::FailedPrecondition, "OUT_OF_STOCK");
    let left: PacksLeft = status::message(&refused).expect("it says what is left");
    assert_eq!(
        (left.packs[0].product_id.as_str(), left.packs[0].left),
        (KARELA, 2)
    );
    assert!(refused.message().contains("can have 2 packs"), "{refused}");
    shop.inventory.go_away();
    let refused = office.correct_lines(correction(&id, 1)).await;
    assert_eq!(
        refused.expect_err("the stock is unknown").code(),
        Code::Unavailable
    );
    let (kept, _) = shop.kept(&id).await;
    assert_eq!((kept.version, kept.total_paise), (1, 122_100));
    assert_eq!(count(shop.database.pool(), EVENTS).await, 0);
}

/// The first correction is stored and the others fail. Their reservations are finalized when the inventory
/// asks.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_concurrent_corrections_is_made_and_the_inventory_hears_which() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_for_cash().await;
    shop.inventory.hang();
    let tries = (3..8).map(|quantity| {
        let request = CorrectOrderLinesRequest {
            lines: vec![line(KARELA, 100, quantity)],
            ..correction(&id, 1)
        };
        office.correct_lines(request)
    });
    let all_ask = testkit::eventually("each has asked for packs", async || {
        (shop.inventory.changes().len() == 5).then_some(())
    });
    let go_on = async {
        all_ask.await;
        shop.inventory.go_on();
    };
    let (outcomes, ()) = tokio::join!(join_all(tries), go_on);
    let (made, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!((made.len(), refused.len()), (1, 4));
    for refused in refused {
        refused_as(
            &refused.expect_err("it is refused"),
            Code::Aborted,
            "ORDER_CHANGED",
        );
    }
    let (kept, _) = shop.kept(&id).await;
    assert_eq!(kept.version, 2);
    let sum: i64 = kept
        .lines
        .iter()
        .map(|line| line.unit_price_paise * i64::from(line.quantity))
        .sum();
    assert_eq!(kept.total_paise, sum + 5_000);
    assert_eq!(count(shop.database.pool(), EVENTS).await, 1);

    shop.inventory.let_time_pass();
    let told = testkit::eventually("the inventory is told", async || {
        let sooner = "UPDATE periodic_tasks SET due_at = now() WHERE name = 'reservations'";
        shop.execute(sooner.to_owned()).await;
        shop.inventory.finalized().changed_orders.pop()
    })
    .await;
    assert_eq!((told.order_id.as_str(), told.version), (id.as_str(), 2));
    let told: Vec<_> = told.lines.iter().map(|line| line.quantity).collect();
    let lines: Vec<_> = kept.lines.iter().map(|line| line.quantity).collect();
    assert_eq!(told, lines);
}

#[tokio::test]
async fn an_order_that_is_paid_online_costs_what_its_shopper_saw() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let office = Office::open(&shop).await;
    let id = shop.place_online().await.order_id;
    let refused = office.correct_lines(correction(&id, 1)).await;
    let refused = refused.expect_err("its payment may be on its way");
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    assert_eq!(status::details(&refused).reason.as_deref(), Some("NOT_ALLOWED"));
}
