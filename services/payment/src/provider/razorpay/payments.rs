//! Payments, whatever they were made with.

use time::OffsetDateTime;

use super::{
    Razorpay,
    entities::{Collection, Payment},
};
use crate::provider::{
    Page,
    port::{PAYMENTS_A_PAGE, ProviderError, ProviderPayment},
};

impl Razorpay {
    pub(crate) async fn find_payment(&self, id: &str) -> Result<ProviderPayment, ProviderError> {
        let Some(mut payment) = self.payment(id).await? else {
            return Err(ProviderError::Unreadable("a payment in another currency"));
        };
        if payment.attempt_id.is_none() {
            payment.attempt_id = self.attempt_of(id).await?;
        }
        Ok(payment)
    }

    /// `markdown/api/payments/fetch-with-id.md`; none when it is not in rupees.
    pub(super) async fn payment(&self, id: &str) -> Result<Option<ProviderPayment>, ProviderError> {
        let payment: Payment = self.api.get(&["payments", id], &[]).await?;
        payment.read()
    }

    /// `markdown/api/payments/fetch-all-payments.md`
    pub(crate) async fn list_payments(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page, ProviderError> {
        let [from, to] = [from, to].map(|time| time.unix_timestamp().to_string());
        let [count, skip] = [PAYMENTS_A_PAGE, skip].map(|number| number.to_string());
        let query = [
            ("from", from.as_str()),
            ("to", &to),
            ("count", &count),
            ("skip", &skip),
        ];
        let page: Collection<Payment> = self.api.get(&["payments"], &query).await?;
        let is_full = page.items.len() >= PAYMENTS_A_PAGE;
        let mut payments = Vec::with_capacity(page.items.len());
        for payment in page.items {
            payments.extend(payment.read()?);
        }
        Ok(Page { payments, is_full })
    }
}
