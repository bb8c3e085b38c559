//! The payment of an order, as its shopper sees it.

use proto::payment::v1::{self as contract, Payment};
use serde::Serialize;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;
use web::{answer::money::Rupees, order::payment_state::PaymentState};

/// The payment of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentView {
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// The state of the payment.
    state: PaymentState,
    /// The order's total, in rupees.
    amount: Rupees,
    /// The page where the shopper pays; null unless a payment page is open.
    #[schema(required)]
    pay_url: Option<String>,
    /// The link for a UPI app and the content of the QR code; null unless a UPI payment is open.
    #[schema(required, example = "upi://pay?pa=shop@bank&am=249.00&cu=INR")]
    upi_link: Option<String>,
    /// The payment deadline, in UTC; null if the order cannot be paid.
    #[schema(required, format = DateTime)]
    due_at: Option<String>,
    /// The seconds until the deadline, because a shopper's clock may be wrong; null if the order cannot be
    /// paid.
    #[schema(required, minimum = 0)]
    seconds_left: Option<i64>,
    /// The amount paid and not refunded, in rupees.
    paid: Rupees,
    /// When the money came, in UTC; null before.
    #[schema(required, format = DateTime)]
    paid_at: Option<String>,
    /// The refunds, oldest first.
    refunds: Vec<RefundView>,
    /// True if the payment is simulated and no money moves.
    is_simulated: bool,
    /// Why the last attempt was declined; empty if it was not.
    decline: String,
}

/// A refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefundView {
    /// The amount, in rupees.
    amount: Rupees,
    /// The state of the refund.
    state: RefundState,
    /// When the refund was requested, in UTC.
    #[schema(format = DateTime)]
    wanted_at: String,
    /// When the state last changed, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
}

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundState {
    /// The refund is on its way.
    OnItsWay,
    /// The money went back.
    Processed,
    /// The provider failed to send it; the shop resolves it.
    Failed,
}

impl PaymentView {
    /// Converts the payment service's answer for the order with this number.
    pub(crate) fn new(order_number: String, payment: Payment, now: OffsetDateTime) -> Self {
        let state = PaymentState::from(payment.state());
        let non_empty = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            order_number,
            state,
            amount: Rupees::from_paise(payment.amount_paise),
            pay_url: non_empty(payment.pay_url),
            upi_link: non_empty(payment.upi_link),
            seconds_left: seconds_left(&payment.due_at, now),
            due_at: non_empty(payment.due_at),
            paid: Rupees::from_paise(payment.paid_paise),
            paid_at: non_empty(payment.paid_at),
            refunds: payment.refunds.into_iter().map(RefundView::from).collect(),
            is_simulated: payment.is_simulated,
            decline: payment.decline,
        }
    }
}

/// The seconds until the deadline, at least 0; `None` without a deadline.
fn seconds_left(due_at: &str, now: OffsetDateTime) -> Option<i64> {
    let due_at = OffsetDateTime::parse(due_at, &Rfc3339).ok()?;
    Some((due_at - now).whole_seconds().max(0))
}

impl From<contract::Refund> for RefundView {
    fn from(refund: contract::Refund) -> Self {
        let state = match refund.state() {
            contract::RefundState::Unspecified
            | contract::RefundState::Wanted
            | contract::RefundState::Pending => RefundState::OnItsWay,
            contract::RefundState::Processed => RefundState::Processed,
            contract::RefundState::Failed => RefundState::Failed,
        };
        Self {
            amount: Rupees::from_paise(refund.amount_paise),
            state,
            wanted_at: refund.wanted_at,
            changed_at: refund.changed_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_is_left_counts_down_to_nothing() {
        let now = OffsetDateTime::parse("2026-11-26T06:30:00.5Z", &Rfc3339).unwrap();
        assert_eq!(seconds_left("2026-11-26T06:59:00Z", now), Some(1_739));
        assert_eq!(seconds_left("2026-11-26T06:00:00Z", now), Some(0), "it is over");
        assert_eq!(seconds_left("", now), None, "it cannot be paid");
    }
}
