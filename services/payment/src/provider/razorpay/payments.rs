//! Payments of any method.

use time::OffsetDateTime;

use super::{Razorpay, entities::Payment};
use crate::provider::port::{Page, ProviderError, ProviderPayment};

impl Razorpay {
    pub(crate) async fn find_payment(&self, id: &str) -> Result<Option<ProviderPayment>, ProviderError> {
        let mut payment = self.payment(id).await?;
        if let Some(payment) = payment.as_mut().filter(|payment| payment.attempt_id.is_none()) {
            payment.attempt_id = self.attempt_of(id).await?;
        }
        Ok(payment)
    }

    /// `markdown/api/payments/fetch-with-id.md`. `None` if it is not in rupees.
    pub(super) async fn payment(&self, id: &str) -> Result<Option<ProviderPayment>, ProviderError> {
        let payment: Payment = self.api.get(&["payments", id], &[]).await?;
        payment.into_domain()
    }

    /// `markdown/api/payments/fetch-all-payments.md`
    pub(crate) async fn list_payments(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<ProviderPayment>, ProviderError> {
        self.list_span("payments", (from, to), skip, Payment::into_domain)
            .await
    }
}
