use time::OffsetDateTime;
use uuid::Uuid;

use crate::payment::dispute::DisputeState;

/// A request for a payment link.
#[derive(Debug, Clone, Copy)]
pub struct PaymentLinkRequest<'a> {
    /// The attempt's id, which is the reference at the provider. Stored before the provider is asked.
    pub attempt_id: Uuid,
    /// The order number, which the shopper knows.
    pub order_number: &'a str,
    /// The amount, in paise. At least one rupee.
    pub amount_paise: i64,
    /// The payment deadline. If the provider's minimum is longer, its link ends later and
    /// [`super::Provider::close`] closes it.
    pub ends_at: OffsetDateTime,
    /// The page of the shop's site to which the provider sends the shopper back.
    pub return_url: &'a str,
    /// The shop's name.
    pub shop_name: &'a str,
}

/// A payment link, which the shopper opens to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentLink {
    /// The provider's id of the attempt.
    pub reference: String,
    /// The URL of the provider's page.
    pub pay_url: Option<String>,
    /// The link that opens a UPI app. Also shown as a QR code.
    pub upi_link: Option<String>,
    /// Until when the provider accepts money.
    pub ends_at: OffsetDateTime,
}

/// The state of an attempt at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderAttempt {
    /// The provider's id. `None` if the provider does not know the attempt, so no link was created.
    pub reference: Option<String>,
    /// True if it can still be paid.
    pub is_open: bool,
    /// All payment tries, including declined ones.
    pub payments: Vec<ProviderPayment>,
}

impl ProviderAttempt {
    /// The answer for a provider that cannot be asked. Staff read the bank statement.
    pub(super) fn manual(attempt_id: Uuid, is_open: bool) -> Self {
        Self {
            reference: Some(attempt_id.to_string()),
            is_open,
            payments: Vec::new(),
        }
    }
}

/// A payment at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderPayment {
    /// The provider's id.
    pub id: String,
    /// The attempt's id. `None` if the payment belongs to no attempt of this shop.
    pub attempt_id: Option<Uuid>,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The provider's fee with its tax, in paise.
    pub fee_paise: i64,
    /// The tax in the fee, in paise.
    pub fee_tax_paise: i64,
    /// True if the shop received the money, even if it was refunded since.
    pub is_captured: bool,
    /// True if the bank reserved the money, and the provider has not captured it.
    pub is_authorized: bool,
    /// The refunded amount, in paise.
    pub refunded_paise: i64,
    /// Why it was declined, in words for the shopper (at most 200 characters). `None` if it was not. A
    /// declined payment can still be captured later.
    pub decline: Option<String>,
    /// When the payment was created.
    pub created_at: OffsetDateTime,
}

/// The state of a refund at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderRefundState {
    /// Accepted.
    Pending,
    /// The money went back.
    Processed,
    /// Could not be refunded. May follow `Pending`.
    Failed,
}

/// A refund at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The provider's id.
    pub id: String,
    /// The provider's id of the payment.
    pub payment_id: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The state.
    pub state: ProviderRefundState,
}

/// A refund in a list of the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRefund {
    /// The refund.
    pub refund: ProviderRefund,
    /// The refund's id in this service. `None` if it was not requested through the shop.
    pub refund_id: Option<Uuid>,
    /// When the refund was created.
    pub created_at: OffsetDateTime,
}

/// The state of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettlementState {
    /// On its way.
    Created,
    /// The bank received it.
    Processed,
    /// The bank did not accept it.
    Failed,
}

/// A payout of the provider to the shop's bank account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The provider's id.
    pub id: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The bank's reference number. `None` until there is one.
    pub utr: Option<String>,
    /// The state.
    pub state: SettlementState,
    /// When the payout was created.
    pub created_at: OffsetDateTime,
}

/// The kind of a payout line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettlementLineKind {
    /// A payment.
    Payment,
    /// A refund.
    Refund,
    /// Any other credit or debit.
    Other,
}

/// A line of a payout. Amounts are in paise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettlementLine {
    /// The provider's id of the payout.
    pub settlement_id: String,
    /// The provider's id of the payment, the refund or the other item.
    pub id: String,
    /// The kind.
    pub kind: SettlementLineKind,
    /// The amount of the payment or refund.
    pub amount_paise: i64,
    /// The provider's fee with its tax.
    pub fee_paise: i64,
    /// The tax in the fee.
    pub fee_tax_paise: i64,
    /// The change of the payout's amount. Negative for a debit.
    pub net_paise: i64,
}

/// A dispute at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderDispute {
    /// The provider's id.
    pub id: String,
    /// The provider's id of the payment.
    pub payment_id: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The state.
    pub state: DisputeState,
    /// The deadline for the shop's response.
    pub respond_by: Option<OffsetDateTime>,
    /// When it was opened.
    pub created_at: OffsetDateTime,
}

/// The ids from a webhook, to look up at the provider. At least one field is set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WebhookHint {
    /// The attempt's id.
    pub attempt_id: Option<Uuid>,
    /// The provider's id of a payment that changed.
    pub provider_payment_id: Option<String>,
    /// The provider's id of a refund that changed. Its payment is set, too.
    pub provider_refund_id: Option<String>,
    /// The provider's id of a dispute that changed.
    pub provider_dispute_id: Option<String>,
}

/// An error of a provider. The texts contain no secret and do not identify the payer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It did not answer in time, closed the connection, or reported an outage. The outcome is unknown.
    #[error("the provider is away: {0}")]
    Unavailable(String),
    /// The request is wrong, or the current state does not allow it.
    #[error("the provider refuses with {status} {code}: {description}")]
    Rejected {
        /// The HTTP status. 0 if no request was sent, because it would be invalid.
        status: u16,
        /// The provider's code, at most 60 characters.
        code: String,
        /// The provider's message, at most 200 characters.
        description: String,
    },
    /// The answer does not match the documentation. The outcome is unknown.
    #[error("the provider's answer cannot be read: {0}")]
    Unreadable(&'static str),
    /// There is no program to ask: a staff member does it.
    #[error("it is done by hand")]
    NotSupported,
}

impl ProviderError {
    /// True if the provider does not know the requested item.
    pub fn is_unknown(&self) -> bool {
        matches!(
            self,
            Self::Rejected {
                status: 400 | 404,
                ..
            }
        )
    }
}

/// A list item that this version cannot read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableItem {
    /// The provider's id. Empty if it has none.
    pub id: String,
    /// The amount, in paise. 0 if it has none.
    pub amount_paise: i64,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The items that can be read.
    pub items: Vec<T>,
    /// The items that cannot be read. They do not affect the others.
    pub unread: Vec<UnreadableItem>,
    /// True if there may be more items, from `skip` + [`PAGE`] on.
    pub is_full: bool,
}

impl<T> Default for Page<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            unread: Vec::new(),
            is_full: false,
        }
    }
}

/// Items of a page. "Maximum value is 100", `markdown/api/payments/fetch-all-payments.md`. The other lists
/// allow as many.
pub const PAGE: usize = 100;
