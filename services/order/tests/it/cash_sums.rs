//! The sums of cash follow every change of an order.

use proto::{
    csv::v1::CsvImportState,
    order::v1::{Actor, CarrierCash, MoneyChannel, OrderStatus, RecordPaymentRequest},
};

use crate::{
    Shop,
    cash::{COSTS, file, remittance},
    staff::Office,
    transitions::step,
};

impl Shop {
    /// Ships a COD order and takes it through these statuses. Returns its number and ID.
    async fn ship_and<const STEPS: usize>(&self, way: [OrderStatus; STEPS]) -> (String, String) {
        let shipped = self.ship_for_cash().await;
        for (version, to) in (4..).zip(way) {
            // A refused return needs a reason, which `step` provides.
            let request = step(&shipped.1, version, to, Actor::Staff);
            self.transition(request).await.expect("it may go there");
        }
        shipped
    }
}

/// The number of orders whose cash is to collect, collected and remitted. Each amount is a multiple of an
/// order's.
fn orders(carrier: &CarrierCash) -> [i64; 3] {
    [carrier.to_collect, carrier.collected, carrier.remitted].map(|sum| {
        let sum = sum.expect("every sum is there");
        assert_eq!(sum.amount_paise, sum.orders * COSTS, "{carrier:?}");
        sum.orders
    })
}

#[tokio::test]
async fn every_change_of_an_order_changes_the_sums_with_it() {
    use OrderStatus::{Delivered, Lost, ReturnAccepted, ReturnRequested, Returned, ReturnedToOrigin};
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let sums = async || office.sums().await.iter().map(orders).collect::<Vec<_>>();
    shop.place_cash_order().await;
    assert_eq!(sums().await, [[0; 3]; 0]);
    let (shipped, _) = shop.ship_and([]).await;
    let (delivered, paid) = shop.ship_and([Delivered]).await;
    assert_eq!(sums().await, [[1, 1, 0]]);
    shop.ship_and([Delivered, ReturnRequested]).await;
    shop.ship_and([Delivered, ReturnRequested, Delivered]).await;
    shop.ship_and([Delivered, ReturnRequested, ReturnAccepted]).await;
    shop.ship_and([Delivered, ReturnRequested, ReturnAccepted, Returned])
        .await;
    shop.ship_and([Lost]).await;
    shop.ship_and([ReturnedToOrigin]).await;
    assert_eq!(sums().await, [[1, 5, 0]], "returns count, losses do not");

    // The money comes on a later day than the order.
    shop.execute("UPDATE orders SET placed_at = placed_at - interval '3 days'".to_owned())
        .await;
    let payment = RecordPaymentRequest {
        order_id: paid,
        channel: MoneyChannel::CashOnDelivery.into(),
        reference: "UTR 7".to_owned(),
        amount_paise: COSTS,
        received_on: shop.day(-2).await,
    };
    shop.record(payment).await.expect("it is written down");
    assert_eq!(sums().await, [[1, 4, 1]]);
    let day = shop.day(0).await;
    let rows = vec![
        format!("{delivered},1221,UTR 7,{}", shop.day(-2).await),
        format!("{shipped},1221,UTR 8,{day}"),
    ];
    let import = office.remit(file(&remittance(rows))).await;
    assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
    assert_eq!(sums().await, [[0, 4, 2]]);

    let other = format!(
        "UPDATE parcels SET carrier = 'Delhivery' FROM orders WHERE id = order_id AND order_number = '{shipped}'"
    );
    shop.execute(other).await;
    assert_eq!(sums().await, [[0, 0, 1], [0, 4, 1]], "by carrier");
    shop.execute("UPDATE received_payments SET received_on = received_on - 29".to_owned())
        .await;
    assert_eq!(sums().await, [[0, 0, 1], [0, 4, 0]], "thirty days are told");
}
