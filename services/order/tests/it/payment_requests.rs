//! Staff send the payment instructions again.

use proto::order::v1::{OrderStatus, PaymentMethod, PlaceOrderRequest, RequestPaymentRequest};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    Shop, count, good_order,
    staff::{BINA, Office},
};

impl Office {
    pub(crate) async fn request_payment(&self, order_id: &str) -> Result<(), Status> {
        let asked = RequestPaymentRequest {
            order_id: order_id.to_owned(),
        };
        let request = self.keys.request(BINA, asked);
        self.editing.clone().request_payment(request).await.map(drop)
    }
}

#[tokio::test]
async fn payment_is_requested_for_open_pay_later_orders_only() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let later = PlaceOrderRequest {
        payment_method: PaymentMethod::PayLater.into(),
        ..good_order()
    };
    let later = shop.place(later).await.expect("it is placed").order_id;
    let in_the_stream = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.payment_due.v1'";
    for times in 1..=2 {
        office.request_payment(&later).await.expect("it waits for money");
        assert_eq!(count(shop.database.pool(), in_the_stream).await, times);
    }
    shop.go(&later, 1, OrderStatus::Cancelled).await;
    // An order that names no method is paid later, too.
    let unnamed = shop.place(good_order()).await.expect("it is placed").order_id;
    office
        .request_payment(&unnamed)
        .await
        .expect("it waits for money");
    let in_cash = PlaceOrderRequest {
        payment_method: PaymentMethod::CashOnDelivery.into(),
        total_paise: good_order().total_paise + 5_000,
        ..good_order()
    };
    let in_cash = shop.place(in_cash).await.expect("it is placed").order_id;
    for order_id in [later, in_cash] {
        let refused = office.request_payment(&order_id).await;
        let refused = refused.expect_err("nothing is asked for");
        assert_eq!(refused.code(), Code::FailedPrecondition);
        let reason = runtime::status::details(&refused).reason;
        assert_eq!(reason.as_deref(), Some("NOT_ALLOWED"));
    }
    let unknown = office.request_payment(&Uuid::now_v7().to_string()).await;
    assert_eq!(
        unknown.expect_err("there is no such order").code(),
        Code::NotFound
    );
    assert_eq!(count(shop.database.pool(), in_the_stream).await, 3);
}
