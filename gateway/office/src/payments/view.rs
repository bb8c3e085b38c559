//! A payment, as staff see it.

use proto::payment::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;
use web::{answer::money::Rupees, order::payment_state::PaymentState};

use crate::payments::{
    manual_channel::ManualChannel,
    state::{RefundReason, RefundState},
};

/// A payment, or a payment request without money.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderPayment {
    /// A UUID.
    #[schema(format = "uuid")]
    payment_id: String,
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// The state of the payment.
    state: PaymentState,
    /// The payment provider.
    #[schema(example = "razorpay")]
    provider: String,
    /// The provider's id of the payment; absent before money came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "pay_Q1w2E3r4T5y6U7")]
    provider_payment_id: Option<String>,
    /// The requested amount, in rupees; 0 if the money came without a request.
    asked: Rupees,
    /// The amount that came, in rupees.
    paid: Rupees,
    /// The provider's fee including tax, in rupees.
    fee: Rupees,
    /// The amount that can still be refunded, in rupees: the payment less all refunds that did not fail.
    left: Rupees,
    /// The refunds, oldest first.
    refunds: Vec<Refund>,
    /// When the payment was requested, in UTC.
    #[schema(format = DateTime)]
    started_at: String,
    /// When the money came, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    paid_at: Option<String>,
}

/// A refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refund {
    /// A UUID.
    #[schema(format = "uuid")]
    refund_id: String,
    /// In rupees.
    amount: Rupees,
    /// The state of the refund.
    state: RefundState,
    /// The reason.
    reason: RefundReason,
    /// When the refund was requested, in UTC.
    #[schema(format = DateTime)]
    wanted_at: String,
    /// When the state last changed, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
    /// How staff sent the refund; absent before, and if a provider sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    manual: Option<ManualRefund>,
}

/// How staff sent a manual refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ManualRefund {
    /// The channel; absent if this version does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    channel: Option<ManualChannel>,
    /// The bank's reference; for cash, the recipient.
    reference: String,
    /// The day the refund was sent.
    #[schema(format = Date)]
    sent_on: String,
}

impl From<contract::OrderPayment> for OrderPayment {
    fn from(message: contract::OrderPayment) -> Self {
        let (state, left) = (message.state().into(), left_paise(&message));
        let non_empty = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            payment_id: message.payment_id,
            order_id: message.order_id,
            order_number: message.order_number,
            state,
            provider: message.provider,
            provider_payment_id: non_empty(message.provider_payment_id),
            asked: Rupees::from_paise(message.asked_paise),
            paid: Rupees::from_paise(message.paid_paise),
            fee: Rupees::from_paise(message.fee_paise),
            left: Rupees::from_paise(left),
            refunds: message.refunds.into_iter().map(Refund::from).collect(),
            started_at: message.started_at,
            paid_at: non_empty(message.paid_at),
        }
    }
}

/// The paid amount less all refunds that did not fail, in paise.
fn left_paise(payment: &contract::OrderPayment) -> i64 {
    let refunds = payment.refunds.iter();
    let refunds = refunds.filter(|refund| refund.state() != contract::RefundState::Failed);
    payment.paid_paise - refunds.map(|refund| refund.amount_paise).sum::<i64>()
}

impl From<contract::Refund> for Refund {
    fn from(message: contract::Refund) -> Self {
        Self {
            state: message.state().into(),
            reason: message.reason().into(),
            refund_id: message.refund_id,
            amount: Rupees::from_paise(message.amount_paise),
            wanted_at: message.wanted_at,
            changed_at: message.changed_at,
            manual: message.manual.map(ManualRefund::from),
        }
    }
}

impl From<contract::ManualRefund> for ManualRefund {
    fn from(message: contract::ManualRefund) -> Self {
        let channel = match message.channel() {
            contract::ManualRefundChannel::Upi => Some(ManualChannel::Upi),
            contract::ManualRefundChannel::BankTransfer => Some(ManualChannel::BankTransfer),
            contract::ManualRefundChannel::Cash => Some(ManualChannel::Cash),
            contract::ManualRefundChannel::Unspecified => None,
        };
        Self {
            channel,
            reference: message.reference,
            sent_on: message.sent_on,
        }
    }
}
