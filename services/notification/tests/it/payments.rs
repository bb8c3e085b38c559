//! Tests of mails about payments: reminders, receipts and refunds.

use prost::Message as _;
use proto::{
    event::v1::{OrderPaid, OrderStatusChanged, RefundChanged},
    order::v1::{MoneyChannel, Order, OrderStatus, PaymentMethod, PaymentStatus, ReceivedPayment},
};
use testkit::eventually;
use uuid::Uuid;

use crate::{mailroom::Mailroom, order_placed};

/// An order that awaits its payment.
fn unpaid() -> Order {
    Order {
        status: OrderStatus::Placed.into(),
        payment_method: PaymentMethod::Online.into(),
        payment_status: PaymentStatus::Pending.into(),
        payment_due_at: "2026-11-21T07:51:43Z".to_owned(),
        ..order_placed()
    }
}

/// The same order, paid through this channel.
fn paid(channel: MoneyChannel) -> Order {
    Order {
        status: OrderStatus::Confirmed.into(),
        payment_status: PaymentStatus::Paid.into(),
        payment: Some(ReceivedPayment {
            channel: channel.into(),
            reference: "pay_29QQoUBi66xm2f".to_owned(),
            amount_paise: 249_800,
            received_on: "2026-11-21".to_owned(),
            ..ReceivedPayment::default()
        }),
        ..unpaid()
    }
}

impl Mailroom {
    async fn say_due(&self, order: &Order) -> Uuid {
        let due = OrderStatusChanged {
            order_id: order.order_id.clone(),
            order_number: order.order_number.clone(),
            version: 1,
            lines: Vec::new(),
        };
        self.publish("shop.order.payment_due.v1", due.encode_to_vec())
            .await
    }

    async fn say_paid(&self, order: &Order) -> Uuid {
        let paid = OrderPaid {
            order_id: order.order_id.clone(),
            order_number: order.order_number.clone(),
            version: 1,
            channel: "online".to_owned(),
            amount_paise: 249_800,
            received_on: "2026-11-21".to_owned(),
        };
        self.publish("shop.order.paid.v1", paid.encode_to_vec()).await
    }

    async fn say_refund(&self, order: &Order, state: &str) -> Uuid {
        let changed = RefundChanged {
            refund_id: Uuid::now_v7().to_string(),
            payment_id: Uuid::now_v7().to_string(),
            order_id: order.order_id.clone(),
            amount_paise: 124_900,
            state: state.to_owned(),
            reason: "cancelled".to_owned(),
            version: 1,
            is_of_accepted: true,
            changed_on: "2026-11-21".to_owned(),
            ..RefundChanged::default()
        };
        self.publish("shop.payment.refund_changed.v1", changed.encode_to_vec())
            .await
    }

    /// Publishes the event of a manual refund by staff.
    async fn say_given_back(&self, order: &Order) -> Uuid {
        let given_back = RefundChanged {
            refund_id: Uuid::now_v7().to_string(),
            order_id: order.order_id.clone(),
            amount_paise: 10_000,
            state: "processed".to_owned(),
            reason: "goodwill".to_owned(),
            version: 1,
            is_of_accepted: true,
            changed_on: "2026-11-21".to_owned(),
            manual_channel: "cash".to_owned(),
            ..RefundChanged::default()
        };
        self.publish("shop.order.refunded.v1", given_back.encode_to_vec())
            .await
    }

    /// Waits until a mail's consumer has settled all its events.
    async fn until_done(&self, stream: &str, mail: &str) {
        eventually("every message is settled", async || {
            let info = self.consumer(stream, mail).await?;
            (info.num_pending == 0 && info.num_ack_pending == 0).then_some(())
        })
        .await;
        assert_eq!(self.dead_letters(mail).await, [], "nothing is wrong with them");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unpaid_order_is_reminded_and_a_paid_one_is_not() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let waiting = room.owners.keep_order(&unpaid());
    let done = room.owners.keep_order(&paid(MoneyChannel::Online));
    let cancelled = room.owners.keep_order(&Order {
        status: OrderStatus::Cancelled.into(),
        ..unpaid()
    });
    let late = [room.say_due(&done).await, room.say_due(&cancelled).await];
    let id = room.say_due(&waiting).await;
    room.until_mailed(id, &["order-payment-due"]).await;
    let (_, mail) = room.mails_about(id).remove(0);
    assert_eq!(mail.recipients, ["asha@example.com"]);
    assert!(
        mail.subject().contains("waits for your payment"),
        "{}",
        mail.subject()
    );
    room.until_done("ORDERS", "order-payment-due").await;
    for id in late {
        assert!(room.names_about(id).is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_is_sent_for_a_shoppers_payment_and_not_for_a_remittance() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let remitted = room.owners.keep_order(&paid(MoneyChannel::CashOnDelivery));
    let remitted = room.say_paid(&remitted).await;
    for channel in [
        MoneyChannel::Online,
        MoneyChannel::Upi,
        MoneyChannel::BankTransfer,
    ] {
        let order = room.owners.keep_order(&paid(channel));
        let id = room.say_paid(&order).await;
        room.until_mailed(id, &["order-paid"]).await;
        let (_, mail) = room.mails_about(id).remove(0);
        assert!(
            mail.subject().contains("received your payment"),
            "{}",
            mail.subject()
        );
    }
    room.until_done("ORDERS", "order-paid").await;
    assert!(room.names_about(remitted).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_hears_that_money_goes_back_and_that_it_went_and_nothing_between() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let order = room.owners.keep_order(&Order {
        status: OrderStatus::Cancelled.into(),
        ..paid(MoneyChannel::Online)
    });
    let erased = room.owners.keep_order(&Order {
        email: String::new(),
        ..order.clone()
    });
    let unsaid = [
        room.say_refund(&order, "pending").await,
        room.say_refund(&order, "failed").await,
        room.say_refund(&erased, "processed").await,
    ];
    for (state, words) in [("wanted", "Your refund of"), ("processed", "We have refunded")] {
        let id = room.say_refund(&order, state).await;
        room.until_mailed(id, &["refund"]).await;
        let (_, mail) = room.mails_about(id).remove(0);
        let subject = mail.subject();
        assert!(subject.contains(words), "{subject}");
    }
    room.until_done("PAYMENTS", "refund").await;
    let id = room.say_given_back(&order).await;
    room.until_mailed(id, &["refund"]).await;
    let (_, mail) = room.mails_about(id).remove(0);
    assert!(mail.subject().contains("We have refunded"), "{}", mail.subject());
    for id in unsaid {
        assert!(room.names_about(id).is_empty());
    }
}
