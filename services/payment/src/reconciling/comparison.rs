//! What is compared, and what a comparison shows.

use jobs::Failure;
use time::OffsetDateTime;

use crate::{
    error::Error,
    payments::Payments,
    provider::{Provider, ProviderError},
    reconciling::difference::Difference,
    settling::looking,
};

/// What a comparison showed of one list.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub(super) same: u64,
    pub(super) repaired: u64,
    pub(super) differences: Vec<Difference>,
}

/// What is compared: a day's part of the provider's lists and ours.
pub(super) struct Comparison<'a> {
    pub(super) payments: &'a Payments,
    pub(super) provider: &'a Provider,
    /// Both ends included.
    pub(super) from: OffsetDateTime,
    pub(super) to: OffsetDateTime,
}

/// Why a provider that was asked ends a comparison.
pub(super) fn away(error: ProviderError) -> Failure {
    Failure::Retry(error.into())
}

/// The same for a look at a payment or a refund.
pub(super) fn failed(error: Error) -> Failure {
    match error {
        Error::Database(error) => Failure::Database(error),
        error => Failure::Retry(anyhow::anyhow!(looking::cause(&error))),
    }
}
