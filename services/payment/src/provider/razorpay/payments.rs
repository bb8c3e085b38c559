//! Payments, whatever they were made with.

use serde::de::DeserializeOwned;
use time::OffsetDateTime;

use super::{
    Razorpay,
    entities::{Collection, Payment},
};
use crate::provider::port::{PAGE, Page, ProviderError, ProviderPayment};

impl Razorpay {
    pub(crate) async fn find_payment(&self, id: &str) -> Result<Option<ProviderPayment>, ProviderError> {
        let mut payment = self.payment(id).await?;
        if let Some(payment) = payment.as_mut().filter(|payment| payment.attempt_id.is_none()) {
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
    ) -> Result<Page<ProviderPayment>, ProviderError> {
        let page: Page<Payment> = self.list_span("payments", from, to, skip).await?;
        let mut payments = Vec::with_capacity(page.items.len());
        for payment in page.items {
            payments.extend(payment.read()?);
        }
        Ok(Page {
            items: payments,
            is_full: page.is_full,
        })
    }

    /// A page of one of the lists that take a span of time.
    pub(super) async fn list_span<T: DeserializeOwned>(
        &self,
        of: &str,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<T>, ProviderError> {
        let [from, to] = [from, to].map(|time| time.unix_timestamp().to_string());
        let query = [("from", from.as_str()), ("to", &to)];
        self.list(&[of], &query, skip).await
    }

    /// A page of a list.
    pub(super) async fn list<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
        skip: usize,
    ) -> Result<Page<T>, ProviderError> {
        let [count, skip] = [PAGE, skip].map(|number| number.to_string());
        let paging = [("count", count.as_str()), ("skip", &skip)];
        let Collection { items } = self.api.get(path, &[query, &paging].concat()).await?;
        Ok(Page {
            is_full: items.len() >= PAGE,
            items,
        })
    }
}
