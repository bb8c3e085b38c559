//! Payment issues that need a person.

use proto::payment::v1::{self as contract, ListFindingsRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, money::Rupees};

use crate::{
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Lists the payment issues that need a person, as they are now.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments/findings",
    tag = "payments",
    operation_id = "listPaymentFindings",
    responses(
        (status = 200, description = "The findings", body = Answer<PaymentFindings>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<PaymentFindings>, ApiError> {
    let response = session.call("", ListFindingsRequest {}).await?;
    Ok(Answer::new(PaymentFindings {
        findings: response.findings.into_iter().map(PaymentFinding::from).collect(),
        looked_at: response.reconciled_at,
    }))
}

/// Payment issues that need a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentFindings {
    /// Worst kind first; within a kind, oldest first.
    #[schema(max_items = 500)]
    findings: Vec<PaymentFinding>,
    /// When the list was computed, in UTC.
    #[schema(format = DateTime)]
    looked_at: String,
}

/// A payment issue that needs a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentFinding {
    /// The kind of issue.
    kind: FindingKind,
    /// The order's id; absent if no order is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    order_id: Option<String>,
    /// The order number; absent if no order is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "VM-261123-7K3QX")]
    order_number: Option<String>,
    /// The provider's id of the settlement or refund, else of the payment, else of the payment request;
    /// absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "pay_Q1w2E3r4T5y6U7")]
    provider_reference: Option<String>,
    /// The amount that came, goes back or was requested, in rupees.
    amount: Rupees,
    /// The action for staff, in words.
    what_to_do: String,
    /// When the issue began, in UTC.
    #[schema(format = DateTime)]
    since: String,
    /// The refund's id; absent if the issue is about no refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    refund_id: Option<String>,
}

/// The kind of a payment issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FindingKind {
    /// Money came, and its order did not take it.
    MoneyWithoutOrder,
    /// The shopper's bank takes a payment back, or wants to.
    PaymentDisputed,
    /// A wrong amount came, and none of it goes back.
    Held,
    /// The provider failed to send a refund.
    RefundFailed,
    /// The provider has not accepted a refund for an hour.
    RefundWaiting,
    /// A refund is due that only a person can send.
    RefundByHand,
    /// A refund takes longer than usual.
    RefundLate,
    /// More of a payment was refunded than came.
    MoreWentBack,
    /// The provider holds a shopper's money and was never told to capture it.
    PaymentNotTaken,
    /// The provider captured money that belongs to no order.
    PaymentUnknown,
    /// The provider captured another amount than the shop recorded.
    PaymentDiffers,
    /// The provider does not list a payment that the shop recorded.
    PaymentNotListed,
    /// The provider sent a refund that the shop did not request.
    RefundUnknown,
    /// The provider sent another amount back than the shop recorded, or none.
    RefundDiffers,
    /// The provider does not list a refund that the shop recorded as sent.
    RefundNotListed,
    /// The shop cannot read an entry in the provider's list.
    Unreadable,
    /// A payout of the provider does not match the known payments and refunds.
    SettlementUnmatched,
    /// An order expired, and its shopper may still be able to pay it.
    StaleAttempt,
    /// A kind that this version does not know.
    Other,
}

impl FindingKind {
    fn parse(name: &str) -> Self {
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
    fn from(message: contract::Finding) -> Self {
        Self {
            kind: FindingKind::parse(&message.kind),
            order_id: Some(message.order_id).filter(|id| !id.is_empty()),
            order_number: Some(message.order_number).filter(|number| !number.is_empty()),
            provider_reference: Some(message.provider_reference).filter(|reference| !reference.is_empty()),
            amount: Rupees::from_paise(message.amount_paise),
            what_to_do: message.what_to_do,
            since: message.found_at,
            refund_id: Some(message.refund_id).filter(|id| !id.is_empty()),
        }
    }
}
