//! Where paying an order stands, as its shopper reads it.

use proto::payment::v1::{self as contract, Payment};
use serde::Serialize;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;
use web::answer::money::Rupees;

/// Paying an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentView {
    /// The order's number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// Where it stands.
    state: PaymentState,
    /// What the order costs, in rupees.
    amount: Rupees,
    /// Where the shopper pays; null unless money is asked for on a page.
    #[schema(required)]
    pay_url: Option<String>,
    /// What opens a UPI app and what a QR code shows; null unless money is asked for by it.
    #[schema(required, example = "upi://pay?pa=shop@bank&am=249.00&cu=INR")]
    upi_link: Option<String>,
    /// Until when it can be paid, in UTC; null when it cannot.
    #[schema(required, format = DateTime)]
    due_at: Option<String>,
    /// How many seconds are left until then: a shopper's clock may be wrong. Null when it cannot be paid.
    #[schema(required, minimum = 0)]
    seconds_left: Option<i64>,
    /// What was paid and not sent back, in rupees.
    paid: Rupees,
    /// When the money came, in UTC; null before.
    #[schema(required, format = DateTime)]
    paid_at: Option<String>,
    /// Money that goes or went back, the oldest first.
    refunds: Vec<RefundView>,
    /// Whether no money moves.
    is_simulated: bool,
    /// Why the last try was declined, in words; empty when it was not.
    decline: String,
}

/// Where paying an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentState {
    /// Nobody was asked for money yet, or another try may begin.
    NotStarted,
    /// The shopper is asked for money.
    Open,
    /// The last try was declined; the shopper may try again.
    Declined,
    /// Money came, or the shopper says so, and it is being confirmed.
    Confirming,
    /// The order is paid.
    Paid,
    /// Another sum came than the order costs: the shop looks at it.
    Held,
    /// The time is over, or the order is cancelled, and no money came.
    Expired,
    /// Money goes back.
    Refunding,
    /// All of the money went back.
    Refunded,
    /// A part of the money went back.
    PartlyRefunded,
}

/// Money that goes back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefundView {
    /// How much, in rupees.
    amount: Rupees,
    /// Where it stands.
    state: RefundState,
    /// When it was decided, in UTC.
    #[schema(format = DateTime)]
    wanted_at: String,
    /// When its state changed last, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
}

/// Where a refund stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundState {
    /// It is on its way.
    OnItsWay,
    /// The money went back.
    Processed,
    /// The provider could not give it back: the shop looks at it.
    Failed,
}

impl PaymentView {
    /// What the payment service says of the order with this number.
    pub(crate) fn new(order_number: String, payment: Payment, now: OffsetDateTime) -> Self {
        let state = PaymentState::from(payment.state());
        let said = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            order_number,
            state,
            amount: Rupees::from_paise(payment.amount_paise),
            pay_url: said(payment.pay_url),
            upi_link: said(payment.upi_link),
            seconds_left: seconds_left(&payment.due_at, now),
            due_at: said(payment.due_at),
            paid: Rupees::from_paise(payment.paid_paise),
            paid_at: said(payment.paid_at),
            refunds: payment.refunds.into_iter().map(RefundView::from).collect(),
            is_simulated: payment.is_simulated,
            decline: payment.decline,
        }
    }
}

/// Never below 0; none when there is no such time.
fn seconds_left(due_at: &str, now: OffsetDateTime) -> Option<i64> {
    let due_at = OffsetDateTime::parse(due_at, &Rfc3339).ok()?;
    Some((due_at - now).whole_seconds().max(0))
}

impl From<contract::PaymentState> for PaymentState {
    fn from(state: contract::PaymentState) -> Self {
        match state {
            // A newer payment service sent a state that this version does not know: nothing is sure of the money, and that is said.
            contract::PaymentState::Unspecified | contract::PaymentState::Confirming => Self::Confirming,
            contract::PaymentState::NotStarted => Self::NotStarted,
            contract::PaymentState::Open => Self::Open,
            contract::PaymentState::Declined => Self::Declined,
            contract::PaymentState::Paid => Self::Paid,
            contract::PaymentState::Held => Self::Held,
            contract::PaymentState::Expired => Self::Expired,
            contract::PaymentState::Refunding => Self::Refunding,
            contract::PaymentState::Refunded => Self::Refunded,
            contract::PaymentState::PartlyRefunded => Self::PartlyRefunded,
        }
    }
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
