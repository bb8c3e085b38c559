//! What is compared, and what a comparison shows.

use jobs::Failure;
use time::OffsetDateTime;

use crate::{
    payments::Payments,
    provider::{Provider, ProviderError},
    reconciling::difference::Difference,
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
