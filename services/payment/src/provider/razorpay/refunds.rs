//! Refunds.

use serde_json::json;
use uuid::Uuid;

use super::{Razorpay, entities::Refund};
use crate::provider::port::{ProviderError, ProviderRefund};

impl Razorpay {
    /// `markdown/api/refunds/create-normal.md`, with the key of `markdown/api/refunds/normal-refunds-idempotent.md`: with the
    /// same key the body has to be the same, so nothing in it comes from a clock or a setting.
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
        checked(refund.read()?, provider_payment_id)
    }

    /// `markdown/api/refunds/fetch-specific-refund-payment.md`
    pub(crate) async fn look_up_refund(
        &self,
        provider_payment_id: &str,
        provider_refund_id: &str,
    ) -> Result<ProviderRefund, ProviderError> {
        let path = ["payments", provider_payment_id, "refunds", provider_refund_id];
        let refund: Refund = self.api.get(&path, &[]).await?;
        checked(refund.read()?, provider_payment_id)
    }
}

fn checked(refund: ProviderRefund, payment_id: &str) -> Result<ProviderRefund, ProviderError> {
    if refund.payment_id == payment_id {
        return Ok(refund);
    }
    Err(ProviderError::Unreadable("a refund of another payment"))
}
