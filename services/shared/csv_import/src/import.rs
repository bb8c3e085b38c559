//! The identity of an import.

use time::OffsetDateTime;
use uuid::Uuid;

/// An import, as its importer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Import {
    /// The id, chosen by the client.
    pub id: Uuid,
    /// The staff member who started it.
    pub staff_id: Uuid,
    /// True if everything will be rolled back.
    pub is_dry_run: bool,
    /// When it was started.
    pub started_at: OffsetDateTime,
}
