//! Who brought in what.

use time::OffsetDateTime;
use uuid::Uuid;

/// An import as whoever writes its rows knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Import {
    /// Chosen by whoever brought it in.
    pub id: Uuid,
    /// Who of the staff did.
    pub staff_id: Uuid,
    /// Whether everything that is written will be taken back.
    pub is_dry_run: bool,
    /// When it was brought in.
    pub started_at: OffsetDateTime,
}
