//! A change of a product, and pages of changes.

use runtime::status::{Rule, Violation, field};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{content::change::ChangedField, editing::filter::page_size};

/// The default page size, in changes.
const USUAL: i64 = 20;

/// A change of a product.
#[derive(Debug, Clone)]
pub struct ProductChange {
    /// The version after the change.
    pub version: i64,
    /// The time.
    pub changed_at: OffsetDateTime,
    /// The staff member's id.
    pub staff_id: Uuid,
    /// The changed fields.
    pub fields: Vec<ChangedField>,
    /// The reason, if one was required.
    pub reason: Option<String>,
}

/// A page of changes: at most `limit` that led to versions below `before`, the newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangePage {
    /// The oldest version on the previous page.
    pub before: i64,
    /// The maximum number of changes.
    pub limit: i64,
}

impl ChangePage {
    /// Parses a request. Fails with all violations.
    pub fn parse(size: i32, token: &str) -> Result<Self, Vec<Violation>> {
        let mut violations = Vec::new();
        let limit = page_size(size, USUAL, "changes", &mut violations);
        let before = match token {
            "" => Ok(i64::MAX),
            token => token
                .parse()
                .map_err(|_| Rule::Malformed.says("Send the token of the page before, or none")),
        };
        let before = field("page_token", before, &mut violations);
        match (before, limit) {
            (Some(before), Some(limit)) => Ok(Self { before, limit }),
            _ => Err(violations),
        }
    }
}
