//! The input and the result of a comparison.

use jobs::Failure;
use time::OffsetDateTime;

use crate::{
    payments::Payments,
    provider::{Provider, ProviderError},
    reconciliation::difference::Difference,
};

/// The result of comparing one list.
#[derive(Debug, Default)]
pub(super) struct ComparisonResult {
    pub(super) same: u64,
    pub(super) repaired: u64,
    pub(super) differences: Vec<Difference>,
}

/// The provider, and the time span to compare.
pub(super) struct Comparison<'a> {
    pub(super) payments: &'a Payments,
    pub(super) provider: &'a Provider,
    /// Inclusive, like `to`.
    pub(super) from: OffsetDateTime,
    pub(super) to: OffsetDateTime,
}

/// Turns a provider's error into the end of the comparison.
pub(super) fn away(error: ProviderError) -> Failure {
    Failure::Retry(error.into())
}
