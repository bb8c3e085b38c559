use time::OffsetDateTime;
use uuid::Uuid;

use crate::payment::dispute::DisputeState;

/// Money that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// Ours, and the provider's reference: it is written down before the provider is asked.
    pub attempt_id: Uuid,
    /// What the shopper knows the order by.
    pub order_number: &'a str,
    /// In paise; a rupee at least.
    pub amount_paise: i64,
    /// Until when the shop takes money. A provider whose shortest life is longer ends later, and is closed by
    /// [`super::Provider::close`].
    pub ends_at: OffsetDateTime,
    /// Where the provider's page sends the shopper: an address of the shop's site.
    pub return_url: &'a str,
    /// What the shop is called.
    pub shop_name: &'a str,
}

/// How it can be paid: what the shopper is sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentLink {
    /// What the provider calls the attempt.
    pub reference: String,
    /// The provider's page, where the shopper pays.
    pub pay_url: Option<String>,
    /// The link that opens a UPI app and that a QR code shows.
    pub upi_link: Option<String>,
    /// Until when the provider takes money.
    pub ends_at: OffsetDateTime,
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// What the provider calls it; none when it knows of no such attempt, so that it was never asked.
    pub reference: Option<String>,
    /// Whether money can still be paid.
    pub is_open: bool,
    /// What was tried and paid, declined tries included.
    pub payments: Vec<ProviderPayment>,
}

impl Looked {
    /// An attempt that nobody but a person with the bank's statement can look up.
    pub(super) fn by_hand(attempt_id: Uuid, is_open: bool) -> Self {
        Self {
            reference: Some(attempt_id.to_string()),
            is_open,
            payments: Vec::new(),
        }
    }
}

/// A payment as the provider has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderPayment {
    /// What the provider calls it.
    pub id: String,
    /// Ours; none when the payment is no attempt's of ours.
    pub attempt_id: Option<Uuid>,
    /// In paise.
    pub amount_paise: i64,
    /// What the provider keeps of it, its tax included, in paise.
    pub fee_paise: i64,
    /// The tax in that, in paise.
    pub fee_tax_paise: i64,
    /// Whether the money is the shop's, also when it went back since.
    pub is_captured: bool,
    /// Whether a bank holds the money for the shop, and the provider was not told to take it.
    pub is_authorized: bool,
    /// The part that went back, in paise.
    pub refunded_paise: i64,
    /// Why it was declined, in words for the shopper, at most 200 characters; none when it was not. A declined payment may
    /// be captured later.
    pub decline: Option<String>,
    /// When it was begun.
    pub created_at: OffsetDateTime,
}

/// Where a refund stands with the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderRefundState {
    /// It has it.
    Pending,
    /// The money went back.
    Processed,
    /// It could not give it back, also after it said that it has it.
    Failed,
}

/// A refund as the provider has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderRefund {
    /// What the provider calls it.
    pub id: String,
    /// Of which payment, by the provider's id.
    pub payment_id: String,
    /// In paise.
    pub amount_paise: i64,
    /// Where it stands.
    pub state: ProviderRefundState,
}

/// A refund as the provider lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRefund {
    /// Where it stands.
    pub refund: ProviderRefund,
    /// Ours; none when nobody asked for it through us.
    pub refund_id: Option<Uuid>,
    /// When it was begun.
    pub created_at: OffsetDateTime,
}

/// What becomes of money that the provider pays out to the shop's bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettlementState {
    /// It is on its way.
    Created,
    /// The bank has it.
    Processed,
    /// The bank did not take it.
    Failed,
}

/// Money that the provider pays out to the shop's bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// What the provider calls it.
    pub id: String,
    /// In paise.
    pub amount_paise: i64,
    /// The number by which the bank knows it; none before it has one.
    pub utr: Option<String>,
    /// Where it stands.
    pub state: SettlementState,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

/// What a line of a settlement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// A payment.
    Payment,
    /// A refund.
    Refund,
    /// Anything else that the provider gave or took.
    Other,
}

/// Something that a settlement is made of. Amounts are in paise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettlementLine {
    /// Which settlement, by the provider's id.
    pub settlement_id: String,
    /// What the provider calls the payment, the refund or the rest.
    pub id: String,
    /// What it is.
    pub kind: LineKind,
    /// What was paid or went back.
    pub amount_paise: i64,
    /// What the provider keeps of it, its tax included.
    pub fee_paise: i64,
    /// The tax in that.
    pub fee_tax_paise: i64,
    /// What it adds to the settlement; below 0, what it takes.
    pub net_paise: i64,
}

/// A dispute as the provider has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderDispute {
    /// The provider's id of it.
    pub id: String,
    /// Of which payment, by the provider's id.
    pub payment_id: String,
    /// In paise.
    pub amount_paise: i64,
    /// Where it stands.
    pub state: DisputeState,
    /// Until when the shop may answer.
    pub respond_by: Option<OffsetDateTime>,
    /// When it was opened.
    pub created_at: OffsetDateTime,
}

/// Where to look after a webhook. One of them is there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Notice {
    /// Ours.
    pub attempt_id: Option<Uuid>,
    /// A payment that something happened to.
    pub provider_payment_id: Option<String>,
    /// A refund that something happened to; its payment is there, too.
    pub provider_refund_id: Option<String>,
    /// A dispute that something happened to.
    pub provider_dispute_id: Option<String>,
}

/// Why a provider did not do what it was asked. No text here has a secret or says who paid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It did not answer in time, broke off, or says that it is in trouble. Nothing is known.
    #[error("the provider is away: {0}")]
    Away(String),
    /// Our mistake, or a state that does not allow it.
    #[error("the provider refuses with {status} {code}: {description}")]
    Refused {
        /// HTTP's status; 0 when it was not asked, because the question was wrong.
        status: u16,
        /// The provider's code, at most 60 characters.
        code: String,
        /// The provider's words, at most 200 characters.
        description: String,
    },
    /// It answered something else than its documentation says. Nothing is known.
    #[error("the provider's answer cannot be read: {0}")]
    Unreadable(&'static str),
    /// Nobody can be asked: a person does it.
    #[error("it is done by hand")]
    ByHand,
}

impl ProviderError {
    /// Whether the provider knows nothing of what was asked for.
    pub fn is_unknown(&self) -> bool {
        matches!(
            self,
            Self::Refused {
                status: 400 | 404,
                ..
            }
        )
    }
}

/// An item of a list that this version cannot read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The provider's id of it; empty where it has none.
    pub id: String,
    /// In paise; 0 where it has no amount.
    pub amount_paise: i64,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The items that can be read.
    pub items: Vec<T>,
    /// The others: they hide none of those.
    pub unread: Vec<Unread>,
    /// Whether there may be more, from `skip` + [`PAGE`] on.
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

/// Items of a page: "Maximum value is 100", `markdown/api/payments/fetch-all-payments.md`, and the other lists have room for as many.
pub const PAGE: usize = 100;
