//! Disputes (chargebacks).

use serde::Deserialize;
use time::OffsetDateTime;

use super::{Razorpay, entities};
use crate::{
    payment::dispute::DisputeState,
    provider::port::{Page, ProviderDispute, ProviderError},
};

/// `markdown/api/disputes/entity.md`
#[derive(Debug, Deserialize)]
struct DisputeEntity {
    id: String,
    payment_id: String,
    /// In paise.
    amount: i64,
    currency: String,
    status: String,
    #[serde(default)]
    respond_by: Option<i64>,
    created_at: i64,
}

impl DisputeEntity {
    /// Parses the dispute. `None` if it is in another currency.
    fn into_domain(self) -> Result<Option<ProviderDispute>, ProviderError> {
        if self.currency != "INR" {
            return Ok(None);
        }
        let state = DisputeState::named(&self.status);
        Ok(Some(ProviderDispute {
            state: state.ok_or(ProviderError::Unreadable("a dispute in no known state"))?,
            id: self.id,
            payment_id: self.payment_id,
            amount_paise: entities::positive(self.amount)?,
            respond_by: self
                .respond_by
                .filter(|at| *at > 0)
                .map(entities::time)
                .transpose()?,
            created_at: entities::time(self.created_at)?,
        }))
    }
}

impl Razorpay {
    /// `markdown/api/disputes/fetch.md`
    pub(crate) async fn find_dispute(&self, id: &str) -> Result<Option<ProviderDispute>, ProviderError> {
        let dispute: DisputeEntity = self.api.get(&["disputes", id], &[]).await?;
        dispute.into_domain()
    }

    /// `markdown/api/disputes/fetch-all.md`
    pub(crate) async fn list_disputes(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<ProviderDispute>, ProviderError> {
        self.list_span("disputes", (from, to), skip, DisputeEntity::into_domain)
            .await
    }
}
