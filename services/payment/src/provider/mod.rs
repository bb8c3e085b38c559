//! Payment providers: the port, and its adapters.
//!
//! Adapters translate everything: amounts are whole paise, and states are this service's. A payer's
//! identifiers (UPI id, email, card) are not read.

mod configuration;
pub(crate) mod pages;
mod port;
mod razorpay;
mod settings;
mod upi;

use time::{Date, OffsetDateTime};
use uuid::Uuid;

pub use self::{
    configuration::InvalidProviderSettings,
    port::{
        ListedRefund, PAGE, Page, PaymentLink, PaymentLinkRequest, ProviderAttempt, ProviderDispute,
        ProviderError, ProviderPayment, ProviderRefund, ProviderRefundState, Settlement, SettlementLine,
        SettlementLineKind, SettlementState, UnreadableItem, WebhookHint,
    },
    settings::ProviderSettings,
};
use self::{razorpay::Razorpay, upi::Upi};

/// A payment provider. A shop without one has no `Provider`. Clones are cheap and share connections.
///
/// After [`ProviderError::Unavailable`] and [`ProviderError::Unreadable`] the outcome is unknown. Every method
/// can be called again safely.
#[derive(Debug, Clone)]
pub enum Provider {
    /// An account at Razorpay, or at the simulator.
    Razorpay(Razorpay),
    /// The shop's own UPI address. It cannot be asked; staff read the bank statement.
    Upi(Upi),
}

impl Provider {
    /// The name in rows and messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Razorpay(_) => "razorpay",
            Self::Upi(_) => "upi",
        }
    }

    /// True if no money moves: the address is a simulator's, or the key is of Razorpay's test mode.
    pub fn is_simulated(&self) -> bool {
        match self {
            Self::Razorpay(razorpay) => razorpay.is_simulated(),
            Self::Upi(_) => false,
        }
    }

    /// True if the provider lists its payments and payouts.
    pub fn has_lists(&self) -> bool {
        matches!(self, Self::Razorpay(_))
    }

    /// Creates a payment link. A repeated call for the same attempt returns the same link.
    pub async fn create_link(&self, request: &PaymentLinkRequest<'_>) -> Result<PaymentLink, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.create_link(request).await,
            Self::Upi(upi) => Ok(upi.create_link(request)),
        }
    }

    /// The current state of an attempt. `reference` is that of [`PaymentLink`]. Without it, for example after
    /// a lost answer, the attempt is found by its id.
    pub async fn look_up(
        &self,
        attempt_id: Uuid,
        reference: Option<&str>,
    ) -> Result<ProviderAttempt, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.look_up(attempt_id, reference).await,
            Self::Upi(_) => Ok(ProviderAttempt::manual(attempt_id, true)),
        }
    }

    /// Closes an attempt for payment. The attempt is looked up before and after. If it was paid meanwhile, the
    /// answer has the payment and nothing is closed.
    pub async fn close(
        &self,
        attempt_id: Uuid,
        reference: Option<&str>,
    ) -> Result<ProviderAttempt, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.close(attempt_id, reference).await,
            Self::Upi(_) => Ok(ProviderAttempt::manual(attempt_id, false)),
        }
    }

    /// The payment with this id of the provider. `None` if it is not in rupees, because orders are in rupees.
    pub async fn find_payment(&self, id: &str) -> Result<Option<ProviderPayment>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.find_payment(id).await,
            Self::Upi(_) => Err(ProviderError::NotSupported),
        }
    }

    /// Sends a refund. A repeated call with the same refund id returns the current state of that refund.
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
            Self::Upi(_) => Err(ProviderError::NotSupported),
        }
    }

    /// The current state of a refund.
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
            Self::Upi(_) => Err(ProviderError::NotSupported),
        }
    }

    /// All refunds of the payment with this id of the provider.
    pub async fn refunds_of(&self, provider_payment_id: &str) -> Result<Vec<ListedRefund>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.refunds_of(provider_payment_id).await,
            Self::Upi(_) => Err(ProviderError::NotSupported),
        }
    }

    /// The dispute with this id of the provider. `None` if it is not in rupees.
    pub async fn find_dispute(&self, id: &str) -> Result<Option<ProviderDispute>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.find_dispute(id).await,
            Self::Upi(_) => Err(ProviderError::NotSupported),
        }
    }

    /// The disputes that were opened in a time span, listed as in [`Self::list_payments`].
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

    /// Verifies the signature of a webhook's body, in constant time.
    pub fn verify(&self, body: &[u8], signature: &str) -> bool {
        match self {
            Self::Razorpay(razorpay) => razorpay.verify(body, signature),
            Self::Upi(_) => false,
        }
    }

    /// Reads the ids to look up from a webhook. `None` if there are none of ours. Nothing else of the body is
    /// trusted.
    pub fn parse_webhook(&self, body: &[u8]) -> Option<WebhookHint> {
        match self {
            Self::Razorpay(_) => razorpay::parse_webhook(body),
            Self::Upi(_) => None,
        }
    }

    /// A page of payments in rupees in a time span, inclusive, newest first, from `skip` on. Pages may shift
    /// between calls, so ids may repeat.
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

    /// The refunds in a time span, listed as in [`Self::list_payments`].
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

    /// The payouts in a time span, listed as in [`Self::list_payments`].
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

    /// The lines in rupees of the payouts of one day in India, from `skip` on.
    pub async fn list_settled(&self, day: Date, skip: usize) -> Result<Page<SettlementLine>, ProviderError> {
        match self {
            Self::Razorpay(razorpay) => razorpay.list_settled(day, skip).await,
            Self::Upi(_) => Ok(Page::default()),
        }
    }
}
