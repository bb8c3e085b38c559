//! The events about payments and refunds.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v1::{PaymentCaptured, PaymentDisputed, RefundChanged};
use time::OffsetDateTime;
use uuid::Uuid;
use values::day_in_india;

use crate::payment::{
    captured_payment::{CapturedPayment, PaymentOutcome},
    dispute::Dispute,
    refund::Refund,
};

/// The stream of every event about payments and refunds.
pub const STREAM: StreamConfig = StreamConfig {
    name: "PAYMENTS",
    subjects: &["shop.payment.>"],
};

/// The service's part in event reconciliation.
pub(crate) const PUBLISHER: Publisher = Publisher {
    service: "payment",
    stream: STREAM,
    source: None,
};

/// `PaymentCaptured`: money arrived, and the order decided about it.
pub(crate) fn payment_captured(
    money: &CapturedPayment,
    outcome: PaymentOutcome,
    at: OffsetDateTime,
) -> Event {
    let event = PaymentCaptured {
        payment_id: money.id.to_string(),
        order_id: money.order_id.to_string(),
        provider: money.provider.clone(),
        amount_paise: money.amount_paise,
        fee_paise: money.fee_paise,
        fee_tax_paise: money.fee_tax_paise,
        is_accepted: outcome == PaymentOutcome::Accepted,
        captured_on: day_in_india(money.captured_at).to_string(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.payment.captured.v1",
        aggregate: Aggregate {
            id: money.id,
            version: 1,
        },
        occurred_at: at,
        payload: event.encode_to_vec(),
    }
}

/// `PaymentDisputed`: a dispute changed.
pub(crate) fn payment_disputed(dispute: &Dispute) -> Event {
    let event = PaymentDisputed {
        dispute_id: dispute.id.to_string(),
        payment_id: dispute.payment_id.to_string(),
        order_id: dispute.order_id.to_string(),
        amount_paise: dispute.amount_paise,
        state: dispute.state.as_str().to_owned(),
        version: dispute.version,
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.payment.disputed.v1",
        aggregate: Aggregate {
            id: dispute.id,
            version: i64::from(dispute.version),
        },
        occurred_at: OffsetDateTime::now_utc(),
        payload: event.encode_to_vec(),
    }
}

/// `RefundChanged`: a refund changed its state. `of` is the refunded payment with its outcome.
pub(crate) fn refund_changed(refund: &Refund, of: Option<&CapturedPayment>) -> Event {
    let manual = refund.manual.as_ref();
    // Staff may record a manual refund later than it was sent; the bank statement has the day it was sent.
    let changed_on = manual.map_or_else(|| day_in_india(refund.changed_at), |manual| manual.sent_on);
    let event = RefundChanged {
        refund_id: refund.id.to_string(),
        payment_id: refund.payment_id.to_string(),
        order_id: refund.order_id.to_string(),
        amount_paise: refund.amount_paise,
        state: refund.state.as_str().to_owned(),
        reason: refund.reason.as_str().to_owned(),
        version: refund.version,
        is_of_accepted: of.is_some_and(|money| money.outcome == Some(PaymentOutcome::Accepted)),
        provider: of.map_or("", |money| money.provider.as_str()).to_owned(),
        changed_on: changed_on.to_string(),
        manual_channel: manual.map_or("", |manual| manual.channel.as_str()).to_owned(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.payment.refund_changed.v1",
        aggregate: Aggregate {
            id: refund.id,
            version: i64::from(refund.version),
        },
        occurred_at: refund.changed_at,
        payload: event.encode_to_vec(),
    }
}
