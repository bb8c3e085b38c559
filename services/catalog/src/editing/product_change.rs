//! A change of a product, and which of them are read.

use runtime::status::{Rule, Violation, field};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{content::change::ChangedField, editing::filter::page_size};

/// Changes of a page when the request names no number.
const USUAL: i64 = 20;

/// A change of a product.
#[derive(Debug, Clone)]
pub struct ProductChange {
    /// The version that it led to.
    pub version: i64,
    /// When.
    pub changed_at: OffsetDateTime,
    /// The id of one of the staff.
    pub staff_id: Uuid,
    /// What was changed.
    pub fields: Vec<ChangedField>,
    /// Why, where a reason was asked for.
    pub reason: Option<String>,
}

/// Which changes: so many that led to versions before this one, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The oldest version of the page before.
    pub before: i64,
    /// So many at most.
    pub limit: i64,
}

impl Part {
    /// Reads what a request says by the rules; answers every violation.
    pub fn read(size: i32, token: &str) -> Result<Self, Vec<Violation>> {
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
