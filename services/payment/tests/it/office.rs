//! The payments API for staff.

use payment_simulator::PaymentScenario;
use proto::payment::v1::{
    ListPaymentsRequest, ListPaymentsResponse, PaymentState, RefundState,
    payment_office_service_client::PaymentOfficeServiceClient,
};
use testkit::{OfficeKeys, eventually};
use tonic::{Code, transport::Channel};
use uuid::Uuid;

use crate::{
    fake_orders::TOTAL,
    shop::{Shop, settings},
};

/// A staff member.
const BINA: &str = "0190b6a0-0000-7000-8000-00000000b17a";

async fn list(shop: &Shop, states: &[PaymentState], page_token: &str) -> ListPaymentsResponse {
    let request = ListPaymentsRequest {
        states: states.iter().map(|state| (*state).into()).collect(),
        page_size: 2,
        page_token: page_token.to_owned(),
    };
    let answer = shop.office.clone().list_payments(request).await;
    answer.expect("it is listed").into_inner()
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_are_listed_newest_first_with_what_was_asked_and_came() {
    let shop = Shop::open().await;
    let paid = shop.paid(PaymentScenario::Success).await;
    let held = shop.started(PaymentScenario::WrongAmount).await;
    shop.press(&held, "upi").await;
    shop.until(&held, PaymentState::Held).await;
    let open = shop.started(PaymentScenario::Success).await;

    let first = list(&shop, &[], "").await;
    let orders: Vec<_> = first
        .payments
        .iter()
        .map(|payment| payment.order_id.clone())
        .collect();
    assert_eq!(orders, [open, held.clone()]);
    assert_eq!(
        (first.payments[1].asked_paise, first.payments[1].paid_paise),
        (TOTAL, TOTAL - 100)
    );
    let second = list(&shop, &[], &first.next_page_token).await;
    assert_eq!(second.payments[0].order_id, paid);
    assert_eq!(second.payments[0].state(), PaymentState::Paid);
    assert!(second.payments[0].fee_paise > 0 && !second.payments[0].paid_at.is_empty());
    assert_eq!(second.next_page_token, "");

    let to_look_at = list(&shop, &[PaymentState::Held], "").await;
    let orders: Vec<_> = to_look_at
        .payments
        .iter()
        .map(|payment| &payment.order_id)
        .collect();
    assert_eq!(orders, [&held]);
    let mut office = shop.office.clone();
    let refused = office.list_payments(ListPaymentsRequest {
        page_token: "x".to_owned(),
        ..ListPaymentsRequest::default()
    });
    assert_eq!(
        refused.await.expect_err("it is no token").code(),
        Code::InvalidArgument
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_payments_are_listed_by_state_newest_first() {
    let shop = Shop::open().await;
    let going_back = shop.paid(PaymentScenario::RefundPendingThenFailed).await;
    let part = shop.wanted(&going_back, 100).await;
    shop.refund(&part).await.expect("it is wanted");
    eventually("the provider has it", async || {
        let refunds = shop.get(&going_back).await.refunds;
        (refunds[0].state() == RefundState::Pending).then_some(())
    })
    .await;
    shop.paid(PaymentScenario::Success).await;
    let held: Vec<_> = [
        shop.started(PaymentScenario::WrongAmount).await,
        shop.started(PaymentScenario::WrongAmount).await,
    ]
    .into();
    for order_id in &held {
        shop.press(order_id, "upi").await;
        shop.until(order_id, PaymentState::Held).await;
    }
    let ids = |page: &ListPaymentsResponse| -> Vec<String> {
        let payments = page.payments.iter();
        payments.map(|payment| payment.order_id.clone()).collect()
    };
    // Held payments fill the first page before the filter is applied.
    let none = list(&shop, &[PaymentState::Refunding], "").await;
    let refunding = list(&shop, &[PaymentState::Refunding], &none.next_page_token).await;
    assert_eq!([ids(&none), ids(&refunding)], [vec![], vec![going_back.clone()]]);
    let waiting = [PaymentState::Held, PaymentState::Refunding];
    let first = list(&shop, &waiting, "").await;
    assert_eq!(ids(&first), [held[1].clone(), held[0].clone()]);
    let second = list(&shop, &waiting, &first.next_page_token).await;
    assert_eq!(
        (ids(&second), second.next_page_token.as_str()),
        (vec![going_back], "")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_staff_token_names_who_refunds() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let keys = OfficeKeys::new();
    let beside = settings(
        &shop.database,
        &shop.orders,
        &shop.simulator,
        &testkit::nats_url(),
    );
    let served = testkit::serve_to(keys.callers(), |frame| payment::service(beside, frame)).await;
    let channel = Channel::builder(served.url()).connect_lazy();
    let mut office = PaymentOfficeServiceClient::with_interceptor(channel, keys.identity());
    let part = shop.wanted(&order_id, 100).await;
    eventually("the service refuses a call without a token", async || {
        let refused = office
            .refund_payment(part.clone())
            .await
            .expect_err("it has no token");
        (refused.code() == Code::Unauthenticated || refused.code() == Code::PermissionDenied).then_some(())
    })
    .await;
    assert_eq!(shop.count("SELECT count(*) FROM refunds").await, 0);
    let asked = keys.request(BINA, part);
    office.refund_payment(asked).await.expect("Bina may");
    let staff_id: Option<Uuid> = sqlx::query_scalar("SELECT staff_id FROM refunds")
        .fetch_one(shop.pool())
        .await
        .expect("it is kept");
    assert_eq!(staff_id.map(|id| id.to_string()).as_deref(), Some(BINA));
}
