//! The stored sums of cash equal the orders' rows after every change of an order, by any writer.

use futures_util::future::join_all;
use proto::{
    csv::v1::CsvImportState,
    order::v1::{Actor, CarrierCash, CashState, CashSum, MoneyChannel, OrderStatus, RecordPaymentRequest},
};
use sqlx::Row as _;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::Code;

use crate::{
    Shop,
    cash::{COSTS, file, listed, remittance},
    count,
    moving::step,
    staff::Office,
};

/// The sums, computed from every order's rows.
const OF_ROWS: &str = "SELECT carrier, sum(one)::bigint, sum(one_paise)::bigint, sum(two)::bigint, sum(two_paise)::bigint,
      sum(three)::bigint, sum(three_paise)::bigint, min(delivered_at)
    FROM (
      SELECT carrier, 1 AS one, total_paise AS one_paise, 0 AS two, 0 AS two_paise, 0 AS three, 0 AS three_paise,
        NULL::timestamptz AS delivered_at
      FROM orders JOIN parcels ON order_id = id
      WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status = 'shipped'
      UNION ALL
      SELECT carrier, 0, 0, 1, total_paise, 0, 0,
        (SELECT min(changed_at) FROM order_changes WHERE order_changes.order_id = id AND to_status = 'delivered')
      FROM orders JOIN parcels ON order_id = id
      WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status IN ('delivered', 'return_requested', 'returned')
      UNION ALL
      SELECT coalesce(carrier, ''), 0, 0, 0, 0, 1, amount_paise, NULL
      FROM received_payments LEFT JOIN parcels USING (order_id)
      WHERE channel = 'cash_on_delivery' AND received_on > (now() AT TIME ZONE 'Asia/Kolkata')::date - 30) AS cash
    GROUP BY carrier ORDER BY carrier";

const TO_ADD: &str = "SELECT count(*) FROM cash_changes";

impl Shop {
    async fn sums_of_rows(&self) -> Vec<CarrierCash> {
        let rows = sqlx::query(OF_ROWS).fetch_all(self.database.pool()).await;
        let rows = rows.expect("the rows can be read").into_iter();
        let carriers = rows.map(|row| {
            let sum = |place: usize| {
                Some(CashSum {
                    orders: row.get(place),
                    amount_paise: row.get(place + 1),
                })
            };
            let oldest: Option<OffsetDateTime> = row.get(7);
            CarrierCash {
                carrier: row.get(0),
                to_collect: sum(1),
                collected: sum(3),
                remitted: sum(5),
                oldest_collected_at: oldest.map_or_else(String::new, |at| {
                    at.format(&Rfc3339).expect("it has four digits of a year")
                }),
            }
        });
        carriers.collect()
    }

    async fn add_up(&self) {
        testkit::eventually("all is added up", async || {
            self.sweep("cash-sums").await;
            (count(self.database.pool(), TO_ADD).await == 0).then_some(())
        })
        .await;
    }

    /// Ships a COD order and moves it along these statuses. Returns its number and ID.
    async fn ship_and<const STEPS: usize>(&self, way: [OrderStatus; STEPS]) -> (String, String) {
        let shipped = self.ship_for_cash().await;
        for (version, to) in (4..).zip(way) {
            // A refused return needs a reason, which `step` provides.
            let moving = step(&shipped.1, version, to, Actor::Staff);
            self.r#move(moving).await.expect("it may go there");
        }
        shipped
    }
}

impl Office {
    #[track_caller]
    fn agree(&self, shop: &Shop, after: &str) -> impl Future<Output = Vec<CarrierCash>> {
        let place = std::panic::Location::caller();
        async move {
            let (kept, of_rows) = (self.sums().await, shop.sums_of_rows().await);
            let moment = |cash: &CarrierCash| OffsetDateTime::parse(&cash.oldest_collected_at, &Rfc3339).ok();
            let moments = |all: &[CarrierCash]| all.iter().map(moment).collect::<Vec<_>>();
            assert_eq!(moments(&kept), moments(&of_rows), "after {after}, at {place}");
            let without = |all: &[CarrierCash]| {
                let all = all.iter().cloned().map(|cash| CarrierCash {
                    oldest_collected_at: String::new(),
                    ..cash
                });
                all.collect::<Vec<_>>()
            };
            assert_eq!(without(&kept), without(&of_rows), "after {after}, at {place}");
            kept
        }
    }
}

#[tokio::test]
async fn every_change_of_an_order_changes_the_sums_with_it() {
    use OrderStatus::{CameBack, Delivered, Lost, ReturnRequested, Returned};
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    shop.place_cash_order().await;
    assert_eq!(office.agree(&shop, "the placing").await, []);
    let (shipped, _) = shop.ship_and([]).await;
    let (delivered, paid) = shop.ship_and([Delivered]).await;
    let kept = office.agree(&shop, "the shipping and the delivery").await;
    assert_eq!(
        kept[0].collected.map(|sum| (sum.orders, sum.amount_paise)),
        Some((1, COSTS))
    );
    shop.ship_and([Delivered, ReturnRequested]).await;
    shop.ship_and([Delivered, ReturnRequested, Delivered]).await;
    shop.ship_and([Delivered, ReturnRequested, Returned]).await;
    shop.ship_and([Lost]).await;
    shop.ship_and([CameBack]).await;
    office.agree(&shop, "returns and losses").await;
    shop.add_up().await;
    let kept = office.agree(&shop, "adding up").await;
    assert_eq!(kept[0].collected.map(|sum| sum.orders), Some(4));

    // The payment arrives on a later day than the order.
    shop.execute("UPDATE orders SET placed_at = placed_at - interval '3 days'".to_owned())
        .await;
    office.agree(&shop, "another day of placing").await;
    let payment = RecordPaymentRequest {
        order_id: paid,
        channel: MoneyChannel::CashOnDelivery.into(),
        reference: "UTR 7".to_owned(),
        amount_paise: COSTS,
        received_on: shop.day(-2).await,
    };
    shop.record(payment).await.expect("it is written down");
    office.agree(&shop, "a payment").await;
    let day = shop.day(0).await;
    let rows = vec![
        format!("{delivered},1221,UTR 7,{}", shop.day(-2).await),
        format!("{shipped},1221,UTR 8,{day}"),
    ];
    let import = office.remit(file(&remittance(rows))).await;
    assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
    let kept = office.agree(&shop, "a remittance").await;
    assert_eq!(kept[0].remitted.map(|sum| sum.orders), Some(2));

    // Changes by an operator and by older versions count too.
    let other = format!(
        "UPDATE parcels SET carrier = 'Delhivery' FROM orders WHERE id = order_id AND order_number = '{shipped}'"
    );
    shop.execute(other).await;
    assert_eq!(office.agree(&shop, "another carrier").await.len(), 2);
    shop.execute("UPDATE orders SET total_paise = total_paise + 100 WHERE status = 'delivered'".to_owned())
        .await;
    office.agree(&shop, "another amount").await;
    shop.execute("UPDATE received_payments SET received_on = received_on - 29".to_owned())
        .await;
    let kept = office.agree(&shop, "days that are not told").await;
    assert_eq!(
        kept.iter()
            .filter_map(|cash| cash.remitted)
            .map(|sum| sum.orders)
            .sum::<i64>(),
        1
    );
    shop.add_up().await;
    office.agree(&shop, "adding up once more").await;
}

#[tokio::test]
async fn deliveries_at_once_lose_nothing_of_each_other_while_the_sums_are_added_up() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let mut ids = Vec::new();
    for _ in 0..12 {
        ids.push(shop.ship_for_cash().await.1);
    }
    let delivering = ids.iter().map(|id| shop.go(id, 4, OrderStatus::Delivered));
    tokio::join!(join_all(delivering), shop.add_up());
    let kept = office.agree(&shop, "the deliveries").await;
    assert_eq!(kept[0].collected.map(|sum| sum.orders), Some(12));
    assert_eq!(kept[0].to_collect.map(|sum| sum.orders), Some(0));
    shop.add_up().await;
    office.agree(&shop, "adding up").await;
}

#[tokio::test]
async fn goes_on_with_the_check_of_the_sums_where_another_replica_ended() {
    let shop = Shop::open().await;
    shop.pass("cash-reconciliation").await;
    let first = shop.ship_for_cash().await.0;
    let second = shop.ship_for_cash().await.0;
    shop.execute("DELETE FROM order_cash".to_owned()).await;
    shop.execute(format!(
        "INSERT INTO cash_checked (placed_at, order_id) SELECT placed_at, id FROM orders WHERE order_number = '{first}'"
    ))
    .await;
    for expected in [vec![&second], vec![&first, &second]] {
        shop.pass("cash-reconciliation").await;
        let counted: Vec<String> = sqlx::query_scalar(
            "SELECT order_number FROM order_cash JOIN orders ON id = order_id ORDER BY placed_at, id",
        )
        .fetch_all(shop.database.pool())
        .await
        .expect("the sums can be read");
        assert_eq!(counted.iter().collect::<Vec<_>>(), expected);
    }
}

#[tokio::test]
async fn orders_from_before_there_were_sums_are_counted_and_wrong_sums_are_mended() {
    let shop = Shop::open().await;
    shop.ship_for_cash().await;
    let (number, _) = shop.ship_and([OrderStatus::Delivered]).await;
    let (paid, _) = shop.ship_and([OrderStatus::Delivered]).await;
    let office = Office::open(&shop).await;
    let day = shop.day(0).await;
    let rows = vec![format!("{paid},1221,UTR 7,{day}")];
    office.remit(file(&remittance(rows))).await;

    let has_checked = "SELECT count(*) FROM sweeps WHERE name = 'cash-reconciliation' AND due_at > now() + interval '1 hour'";
    testkit::eventually("the first check is over", async || {
        (count(shop.database.pool(), has_checked).await == 1).then_some(())
    })
    .await;
    // The state of a shop with orders right after the migration.
    shop.execute("TRUNCATE order_cash, cash_changes, cash_sums, cash_counted".to_owned())
        .await;
    // The shop serves during the count, and reports no cash that is not counted.
    let shop = shop.open_again().await;
    shop.place_cash_order().await;
    let uncounted = office.sum_cash().await.expect_err("nothing is counted");
    assert_eq!(uncounted.code(), Code::Unavailable, "{uncounted}");
    let listed = office.list_cash(listed(CashState::Collected)).await;
    assert_eq!(
        listed.map_err(|status| status.code()).err(),
        Some(Code::Unavailable)
    );
    shop.sweep("cash-reconciliation").await;
    testkit::eventually("all is counted", async || office.sum_cash().await.ok()).await;
    office.agree(&shop, "the count").await;

    shop.add_up().await;
    shop.execute("UPDATE cash_sums SET orders = orders + 1, amount_paise = amount_paise - 5".to_owned())
        .await;
    shop.execute(format!(
        "DELETE FROM order_cash USING orders WHERE id = order_id AND order_number = '{number}'"
    ))
    .await;
    testkit::eventually("the sums are mended", async || {
        shop.sweep("cash-reconciliation").await;
        let (kept, of_rows) = (office.sums().await, shop.sums_of_rows().await);
        (kept.len() == of_rows.len()
            && kept[0].collected == of_rows[0].collected
            && kept[0].to_collect == of_rows[0].to_collect
            && kept[0].remitted == of_rows[0].remitted)
            .then_some(())
    })
    .await;
    office.agree(&shop, "the mending").await;
}
