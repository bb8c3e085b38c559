//! The overview for staff: orders that wait, and sales.

use proto::order::v1::{
    self as contract, CountOpenOrdersRequest, DaySales, ListSalesRequest, MoneyChannel, OrderStatus,
    RecordPaymentRequest, ReturnedLine, TransitionOrderRequest,
};
use tonic::Code;

use crate::{Shop, fake_catalog, good_order, transitions::step};

impl Shop {
    async fn sales(&self, days: i32) -> Vec<DaySales> {
        let listed = self.orders.clone().list_sales(ListSalesRequest { days }).await;
        listed.expect("it answers").into_inner().days
    }

    /// Places an order at this interval from the last midnight in India.
    async fn place_at(&self, interval: &str) -> String {
        let placed = self.place(good_order()).await.expect("it is placed");
        self.execute(format!(
            "UPDATE orders SET placed_at = (now() AT TIME ZONE 'Asia/Kolkata')::date::timestamp AT TIME ZONE 'Asia/Kolkata'
               + interval '{interval}' WHERE id = '{}'",
            placed.order_id
        ))
        .await;
        placed.order_id
    }
}

#[tokio::test]
async fn sales_are_counted_by_indian_days_without_cancelled_orders() {
    let shop = Shop::open().await;
    let total = good_order().total_paise;
    for _ in 0..2 {
        shop.place_at("0").await;
    }
    let paid = shop.place_at("-1 millisecond").await;
    let request = RecordPaymentRequest {
        order_id: paid,
        channel: MoneyChannel::Cash.into(),
        amount_paise: total,
        received_on: shop.day(-1).await,
        ..RecordPaymentRequest::default()
    };
    shop.record(request).await.expect("it is paid");
    let cancelled = shop.place_at("-2 hours").await;
    shop.go(&cancelled, 1, OrderStatus::Cancelled).await;
    shop.place_at("-1 day").await;
    shop.place_at("-49 hours").await;

    let days = shop.sales(3).await;
    let day = |day: String, orders: i64, paid: i64| DaySales {
        day,
        orders,
        total_paise: orders * total,
        paid_paise: paid * total,
    };
    assert_eq!(
        days,
        [
            day(shop.day(-2).await, 0, 0),
            day(shop.day(-1).await, 2, 1),
            day(shop.day(0).await, 2, 0)
        ]
    );
    let days = shop.sales(0).await;
    assert_eq!(days.len(), 30, "a month, with the days on which nothing was sold");
    assert_eq!(days.iter().map(|day| day.orders).sum::<i64>(), 5);
    assert_eq!(shop.sales(366).await.len(), 366);
    for days in [-1, 367] {
        let refused = shop.orders.clone().list_sales(ListSalesRequest { days }).await;
        assert_eq!(refused.expect_err("it is no year").code(), Code::InvalidArgument);
    }
}

#[tokio::test]
async fn returned_and_lost_packs_are_not_sales() {
    let shop = Shop::open().await;
    let total = good_order().total_paise;
    let to_delivery = [
        OrderStatus::Confirmed,
        OrderStatus::Packed,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
    ];
    for lost in [OrderStatus::ReturnedToOrigin, OrderStatus::Lost] {
        shop.place_and_transition([to_delivery[0], to_delivery[1], to_delivery[2], lost])
            .await;
    }
    let return_of = async |lines: Vec<ReturnedLine>| {
        let id = shop.place_and_transition(to_delivery).await;
        shop.go(&id, 5, OrderStatus::ReturnRequested).await;
        let returned = TransitionOrderRequest {
            lines,
            ..step(&id, 6, OrderStatus::Returned, contract::Actor::Staff)
        };
        shop.transition(returned).await.expect("it came back");
    };
    return_of(Vec::new()).await;
    return_of(vec![ReturnedLine {
        product_id: fake_catalog::KARELA.to_owned(),
        weight_in_grams: 100,
        quantity: 1,
    }])
    .await;
    let today = shop.sales(1).await.remove(0);
    assert_eq!(
        (today.orders, today.total_paise, today.paid_paise),
        (1, total - 24_900, 0)
    );
}

#[tokio::test]
async fn open_orders_are_counted_by_state() {
    let shop = Shop::open().await;
    let counts = async || {
        let counted = shop
            .orders
            .clone()
            .count_open_orders(CountOpenOrdersRequest {})
            .await;
        let counts = counted.expect("it answers").into_inner().counts;
        let counts = counts.iter().map(|count| (count.status(), count.orders));
        counts.collect::<Vec<_>>()
    };
    let open = |orders: [i64; 6]| {
        let states = [
            OrderStatus::Placed,
            OrderStatus::Confirmed,
            OrderStatus::Packed,
            OrderStatus::Shipped,
            OrderStatus::ReturnRequested,
            OrderStatus::ReturnAccepted,
        ];
        states.into_iter().zip(orders).collect::<Vec<_>>()
    };
    assert_eq!(counts().await, open([0; 6]));
    shop.place_and_transition([]).await;
    shop.place_and_transition([]).await;
    shop.place_and_transition([OrderStatus::Cancelled]).await;
    shop.place_and_transition([OrderStatus::Confirmed]).await;
    let to_delivery = [
        OrderStatus::Confirmed,
        OrderStatus::Packed,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
    ];
    shop.place_and_transition([to_delivery[0], to_delivery[1], to_delivery[2]])
        .await;
    let delivered = shop.place_and_transition(to_delivery).await;
    assert_eq!(counts().await, open([2, 1, 0, 1, 0, 0]));
    shop.go(&delivered, 5, OrderStatus::ReturnRequested).await;
    assert_eq!(counts().await, open([2, 1, 0, 1, 1, 0]));
    shop.go(&delivered, 6, OrderStatus::ReturnAccepted).await;
    assert_eq!(counts().await, open([2, 1, 0, 1, 0, 1]));
}
