//! Whom shoppers pay: the port, and the adapters behind it.
//!
//! Nothing of a provider's own words passes this door: amounts are whole paise, states are ours, and what a payer is
//! known by (UPI id, e-mail, card) is not read at all.

pub(crate) mod pages;
mod port;
mod razorpay;
mod setting_up;
mod settings;
mod upi;

use time::{Date, OffsetDateTime};
use uuid::Uuid;

pub use self::{
    port::{
        Ask, LineKind, ListedRefund, Looked, Notice, PAGE, Page, PaymentLink, ProviderDispute, ProviderError,
        ProviderPayment, ProviderRefund, ProviderRefundState, Settlement, SettlementLine, SettlementState,
        Unread,
    },
    setting_up::BadProvider,
    settings::ProviderSettings,
};
use self::{razorpay::Razorpay, upi::Upi};

/// Whom shoppers pay. A shop without any has no `Provider`. Clones are cheap and share their connections.
///
/// After [`ProviderError::Away`] and [`ProviderError::Unreadable`] nothing is known, also not that nothing was done: the
/// same call again is safe with every method.
#[derive(Debug, Clone)]
pub enum Provider {
    /// An account at Razorpay, or at its simulator.
    Razorpay(Razorpay),
    /// The shop's own UPI address: nobody can be asked, people read the bank's statement.
    Upi(Upi),
}

impl Provider {
    /// As rows and messages name it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Razorpay(_) => "razorpay",
            Self::Upi(_) => "upi",
        }
    }

    /// Whether no money moves: the address is a simulator's, or the key is one of Razorpay's test mode.
    pub fn is_simulated(&self) -> bool {
        match self {
            Self::Razorpay(razorpay) => razorpay.is_simulated(),
            Self::Upi(_) => false,
        }
    }

    /// Whether it lists what it took and paid out.
    pub fn has_lists(&self) -> bool {
        matches!(self, Self::Razorpay(_))
    }

    /// Asks for money, once for an attempt: asked again, it answers what it answered before.
    pub async fn ask(&self, ask: &Ask<'_>) -> Result<PaymentLink, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.ask(ask).await,
            Self::Upi(upi) => Ok(upi.ask(ask)),
        }
    }

    /// What became of an attempt, as it is now. `reference` is that of [`PaymentLink`]; without it, as after a lost answer, the
    /// attempt is looked for by its id.
    pub async fn look_up(&self, attempt_id: Uuid, reference: Option<&str>) -> Result<Looked, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.look_up(attempt_id, reference).await,
            Self::Upi(_) => Ok(Looked::by_hand(attempt_id, true)),
        }
    }

    /// Takes no more money for an attempt. It is asked first and afterwards: what was paid meanwhile is in the answer, and
    /// then nothing is closed.
    pub async fn close(&self, attempt_id: Uuid, reference: Option<&str>) -> Result<Looked, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.close(attempt_id, reference).await,
            Self::Upi(_) => Ok(Looked::by_hand(attempt_id, false)),
        }
    }

    /// A payment by the provider's id; none when it is not in rupees, and so is no order's.
    pub async fn find_payment(&self, id: &str) -> Result<Option<ProviderPayment>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.find_payment(id).await,
            Self::Upi(_) => Err(ProviderError::ByHand),
        }
    }

    /// Sends money back, once for a refund's id: asked again, it answers where that refund stands now.
    pub async fn refund(
        &self,
        refund_id: Uuid,
        provider_payment_id: &str,
        amount_paise: i64,
    ) -> Result<ProviderRefund, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => {
                razorpay
                    .refund(refund_id, provider_payment_id, amount_paise)
                    .await
            }
            Self::Upi(_) => Err(ProviderError::ByHand),
        }
    }

    /// Where a refund stands now.
    pub async fn look_up_refund(
        &self,
        provider_payment_id: &str,
        provider_refund_id: &str,
    ) -> Result<ProviderRefund, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => {
                let refund = razorpay.look_up_refund(provider_payment_id, provider_refund_id);
                refund.await
            }
            Self::Upi(_) => Err(ProviderError::ByHand),
        }
    }

    /// Every refund of a payment, by the provider's id of it.
    pub async fn refunds_of(&self, provider_payment_id: &str) -> Result<Vec<ListedRefund>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.refunds_of(provider_payment_id).await,
            Self::Upi(_) => Err(ProviderError::ByHand),
        }
    }

    /// A dispute by the provider's id; none when it is not in rupees.
    pub async fn find_dispute(&self, id: &str) -> Result<Option<ProviderDispute>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.find_dispute(id).await,
            Self::Upi(_) => Err(ProviderError::ByHand),
        }
    }

    /// The disputes that were opened in a span of time, as [`Self::list_payments`] lists payments.
    pub async fn list_disputes(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<ProviderDispute>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.list_disputes(from, to, skip).await,
            Self::Upi(_) => Ok(Page::default()),
        }
    }

    /// Whether the provider signed a webhook's body. The time it takes does not tell how much of a signature is right.
    pub fn verify(&self, body: &[u8], signature: &str) -> bool {
        match self {
            Self::Razorpay(razorpay) => razorpay.verify(body, signature),
            Self::Upi(_) => false,
        }
    }

    /// Where to look after a webhook; none when it is about nothing of ours. Nothing else of a body is believed.
    pub fn read_notice(&self, body: &[u8]) -> Option<Notice> {
        match self {
            Self::Razorpay(_) => razorpay::read_notice(body),
            Self::Upi(_) => None,
        }
    }

    /// The payments of a span of time that were made in rupees, the newest first, both ends included: a page of them from
    /// `skip` on. A page may shift while it is read, so ids may come twice.
    pub async fn list_payments(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<ProviderPayment>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.list_payments(from, to, skip).await,
            Self::Upi(_) => Ok(Page::default()),
        }
    }

    /// The refunds of a span of time, as [`Self::list_payments`] lists payments.
    pub async fn list_refunds(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<ListedRefund>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.list_refunds(from, to, skip).await,
            Self::Upi(_) => Ok(Page::default()),
        }
    }

    /// What the provider paid out in a span of time, as [`Self::list_payments`] lists payments.
    pub async fn list_settlements(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<Settlement>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.list_settlements(from, to, skip).await,
            Self::Upi(_) => Ok(Page::default()),
        }
    }

    /// What the settlements of a day in India are made of, in rupees, from `skip` on.
    pub async fn list_settled(&self, day: Date, skip: usize) -> Result<Page<SettlementLine>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.list_settled(day, skip).await,
            Self::Upi(_) => Ok(Page::default()),
        }
    }
}
