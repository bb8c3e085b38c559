//! A payment as staff read it.

use proto::payment::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::payments::{
    manual_channel::ManualChannel,
    state::{PaymentState, RefundReason, RefundState},
};

/// Money that came, or that was asked for and did not come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderPayment {
    /// A UUID.
    #[schema(format = "uuid")]
    payment_id: String,
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The number that a shopper reads out.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// Where it stands.
    state: PaymentState,
    /// Who was asked for it.
    #[schema(example = "razorpay")]
    provider: String,
    /// What the provider calls it; absent before money came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "pay_Q1w2E3r4T5y6U7")]
    provider_payment_id: Option<String>,
    /// What was asked for, in rupees; 0 when it came without being asked for.
    asked: Rupees,
    /// What came, in rupees.
    paid: Rupees,
    /// What the provider keeps of that, its tax included, in rupees.
    fee: Rupees,
    /// What may still go back, in rupees: what came, without what went back or is on its way.
    left: Rupees,
    /// Money that goes or went back, the oldest first.
    refunds: Vec<Refund>,
    /// When money was asked for, in UTC.
    #[schema(format = DateTime)]
    started_at: String,
    /// When money came, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    paid_at: Option<String>,
}

/// Money that goes back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refund {
    /// A UUID.
    #[schema(format = "uuid")]
    refund_id: String,
    /// In rupees.
    amount: Rupees,
    /// Where it stands.
    state: RefundState,
    /// Why.
    reason: RefundReason,
    /// When it was decided, in UTC.
    #[schema(format = DateTime)]
    wanted_at: String,
    /// When its state changed last, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
    /// How people of the shop sent it; absent until then, and when a provider sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    manual: Option<ManualRefund>,
}

/// How people of the shop sent money back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ManualRefund {
    /// By which way; absent for one that this version does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    channel: Option<ManualChannel>,
    /// The bank's number for it; of cash, who took it.
    reference: String,
    /// The day.
    #[schema(format = Date)]
    sent_on: String,
}

impl From<contract::OrderPayment> for OrderPayment {
    fn from(told: contract::OrderPayment) -> Self {
        let (state, left) = (told.state().into(), left_paise(&told));
        let said = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            payment_id: told.payment_id,
            order_id: told.order_id,
            order_number: told.order_number,
            state,
            provider: told.provider,
            provider_payment_id: said(told.provider_payment_id),
            asked: Rupees::from_paise(told.asked_paise),
            paid: Rupees::from_paise(told.paid_paise),
            fee: Rupees::from_paise(told.fee_paise),
            left: Rupees::from_paise(left),
            refunds: told.refunds.into_iter().map(Refund::from).collect(),
            started_at: told.started_at,
            paid_at: said(told.paid_at),
        }
    }
}

/// A refund that failed took nothing.
fn left_paise(payment: &contract::OrderPayment) -> i64 {
    let refunds = payment.refunds.iter();
    let refunds = refunds.filter(|refund| refund.state() != contract::RefundState::Failed);
    payment.paid_paise - refunds.map(|refund| refund.amount_paise).sum::<i64>()
}

impl From<contract::Refund> for Refund {
    fn from(told: contract::Refund) -> Self {
        Self {
            state: told.state().into(),
            reason: told.reason().into(),
            refund_id: told.refund_id,
            amount: Rupees::from_paise(told.amount_paise),
            wanted_at: told.wanted_at,
            changed_at: told.changed_at,
            manual: told.manual.map(ManualRefund::from),
        }
    }
}

impl From<contract::ManualRefund> for ManualRefund {
    fn from(told: contract::ManualRefund) -> Self {
        let channel = match told.channel() {
            contract::ManualRefundChannel::Upi => Some(ManualChannel::Upi),
            contract::ManualRefundChannel::BankTransfer => Some(ManualChannel::BankTransfer),
            contract::ManualRefundChannel::Cash => Some(ManualChannel::Cash),
            contract::ManualRefundChannel::Unspecified => None,
        };
        Self {
            channel,
            reference: told.reference,
            sent_on: told.sent_on,
        }
    }
}
