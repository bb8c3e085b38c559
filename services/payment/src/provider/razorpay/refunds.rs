//! Refunds.

use serde::Deserialize;
use serde_json::json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    Razorpay,
    entities::{self, Refund},
};
use crate::provider::port::{ListedRefund, Page, ProviderError, ProviderRefund};

/// A refund in a list. The receipt is the refund's id if the shop requested it, and anything else otherwise.
#[derive(Debug, Deserialize)]
struct RefundItem {
    #[serde(flatten)]
    refund: Refund,
    currency: String,
    #[serde(default)]
    receipt: Option<String>,
    created_at: i64,
}

impl RefundItem {
    /// Parses the refund. `None` if it is in another currency.
    fn into_domain(self) -> Result<Option<ListedRefund>, ProviderError> {
        if self.currency != "INR" {
            return Ok(None);
        }
        let receipt = self.receipt.as_deref().map(Uuid::try_parse);
        Ok(Some(ListedRefund {
            refund: self.refund.into_domain()?,
            refund_id: receipt.and_then(Result::ok),
            created_at: entities::time(self.created_at)?,
        }))
    }
}

impl Razorpay {
    /// `markdown/api/refunds/create-normal.md`, with the key of
    /// `markdown/api/refunds/normal-refunds-idempotent.md`. The same key needs the same body, so the body has
    /// nothing from a clock or a setting.
    pub(crate) async fn refund(
        &self,
        refund_id: Uuid,
        provider_payment_id: &str,
        amount_paise: i64,
    ) -> Result<ProviderRefund, ProviderError> {
        let key = refund_id.to_string();
        let body = json!({ "amount": amount_paise, "speed": "normal", "receipt": key });
        let path = ["payments", provider_payment_id, "refund"];
        let once = ("X-Refund-Idempotency", key.as_str());
        let refund: Refund = self.api.post_once(&path, &body, once).await?;
        checked(refund.into_domain()?, provider_payment_id)
    }

    /// `markdown/api/refunds/fetch-specific-refund-payment.md`
    pub(crate) async fn look_up_refund(
        &self,
        provider_payment_id: &str,
        provider_refund_id: &str,
    ) -> Result<ProviderRefund, ProviderError> {
        let path = ["payments", provider_payment_id, "refunds", provider_refund_id];
        let refund: Refund = self.api.get(&path, &[]).await?;
        checked(refund.into_domain()?, provider_payment_id)
    }

    /// `markdown/api/refunds/fetch-multiple-refund-payment.md`. At most a hundred, which is more than a
    /// payment has.
    pub(crate) async fn refunds_of(
        &self,
        provider_payment_id: &str,
    ) -> Result<Vec<ListedRefund>, ProviderError> {
        let path = ["payments", provider_payment_id, "refunds"];
        let page = self.list(&path, &[], 0, RefundItem::into_domain).await?;
        if !page.unread.is_empty() {
            return Err(ProviderError::Unreadable("a refund in no known state"));
        }
        for refund in &page.items {
            checked(refund.refund.clone(), provider_payment_id)?;
        }
        Ok(page.items)
    }

    /// `markdown/api/refunds/fetch-all.md`
    pub(crate) async fn list_refunds(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<ListedRefund>, ProviderError> {
        self.list_span("refunds", (from, to), skip, RefundItem::into_domain)
            .await
    }
}

fn checked(refund: ProviderRefund, payment_id: &str) -> Result<ProviderRefund, ProviderError> {
    if refund.payment_id == payment_id {
        return Ok(refund);
    }
    Err(ProviderError::Unreadable("a refund of another payment"))
}
