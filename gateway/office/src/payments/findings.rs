//! What of payments somebody has to look at.

use proto::payment::v1::{self as contract, ListFindingsRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, money::Rupees};

use crate::{
    request::refusal::{Refused, StaffOnly},
    session::authorize::Session,
};

/// What of payments somebody has to look at, because it does not end by itself: as they stand now.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments/findings",
    tag = "payments",
    operation_id = "listPaymentFindings",
    responses(
        (status = 200, description = "What was found", body = Answer<PaymentFindings>),
        StaffOnly,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<PaymentFindings>, Refused> {
    let told = session.call("", ListFindingsRequest {}).await?;
    Ok(Answer::new(PaymentFindings {
        findings: told.findings.into_iter().map(PaymentFinding::from).collect(),
        looked_at: told.reconciled_at,
    }))
}

/// What of payments somebody has to look at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentFindings {
    /// The worst kind first, of each kind the oldest first.
    #[schema(max_items = 500)]
    findings: Vec<PaymentFinding>,
    /// When it was looked, in UTC.
    #[schema(format = DateTime)]
    looked_at: String,
}

/// Something that does not end by itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentFinding {
    /// What it is.
    kind: FindingKind,
    /// The order's id; absent when nobody knows of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    order_id: Option<String>,
    /// The number that a shopper reads out; absent when nobody knows of an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "VM-261123-7K3QX")]
    order_number: Option<String>,
    /// What the provider calls the settlement or the refund, else the payment, else what was asked for; absent when it has no name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "pay_Q1w2E3r4T5y6U7")]
    provider_reference: Option<String>,
    /// What came, goes back or was asked for, in rupees.
    amount: Rupees,
    /// What to do, in words.
    what_to_do: String,
    /// Since when it is so, in UTC.
    #[schema(format = DateTime)]
    since: String,
    /// The refund's id; absent when it is about none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    refund_id: Option<String>,
}

/// What somebody has to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FindingKind {
    /// Money came, and its order has not taken it.
    MoneyWithoutOrder,
    /// A shopper's bank takes a payment back, or wants to.
    PaymentDisputed,
    /// Another sum came than the order costs, and nothing of it goes back.
    Held,
    /// The provider could not give money back.
    RefundFailed,
    /// The provider has not taken a refund for an hour.
    RefundWaiting,
    /// Money is to go back, and only a person can send it.
    RefundByHand,
    /// Money is on its way back for longer than it takes.
    RefundLate,
    /// More of a payment went back than came.
    MoreWentBack,
    /// The provider has a shopper's money and was not told to take it.
    PaymentNotTaken,
    /// The provider took money that is no order's.
    PaymentUnknown,
    /// The provider took another sum than is kept.
    PaymentDiffers,
    /// The provider knows nothing of money that is kept.
    PaymentNotListed,
    /// The provider sent money back that nobody wanted.
    RefundUnknown,
    /// The provider sent another sum back than is kept, or none.
    RefundDiffers,
    /// The provider knows nothing of money that is said to have gone back.
    RefundNotListed,
    /// The provider lists it in a way that the shop cannot read.
    Unreadable,
    /// What the provider paid out is not made of what is known.
    SettlementUnmatched,
    /// The time of an order is over, and its shopper may still be able to pay it.
    StaleAttempt,
    /// What this version does not know yet.
    Other,
}

impl FindingKind {
    fn named(name: &str) -> Self {
        match name {
            "money_without_order" => Self::MoneyWithoutOrder,
            "payment_disputed" => Self::PaymentDisputed,
            "held" => Self::Held,
            "refund_failed" => Self::RefundFailed,
            "refund_waiting" => Self::RefundWaiting,
            "refund_by_hand" => Self::RefundByHand,
            "refund_late" => Self::RefundLate,
            "more_went_back" => Self::MoreWentBack,
            "payment_not_taken" => Self::PaymentNotTaken,
            "payment_unknown" => Self::PaymentUnknown,
            "payment_differs" => Self::PaymentDiffers,
            "payment_not_listed" => Self::PaymentNotListed,
            "refund_unknown" => Self::RefundUnknown,
            "refund_differs" => Self::RefundDiffers,
            "refund_not_listed" => Self::RefundNotListed,
            "unreadable" => Self::Unreadable,
            "settlement_unmatched" => Self::SettlementUnmatched,
            "stale_attempt" => Self::StaleAttempt,
            _ => Self::Other,
        }
    }
}

impl From<contract::Finding> for PaymentFinding {
    fn from(told: contract::Finding) -> Self {
        Self {
            kind: FindingKind::named(&told.kind),
            order_id: Some(told.order_id).filter(|id| !id.is_empty()),
            order_number: Some(told.order_number).filter(|number| !number.is_empty()),
            provider_reference: Some(told.provider_reference).filter(|reference| !reference.is_empty()),
            amount: Rupees::from_paise(told.amount_paise),
            what_to_do: told.what_to_do,
            since: told.found_at,
            refund_id: Some(told.refund_id).filter(|id| !id.is_empty()),
        }
    }
}
