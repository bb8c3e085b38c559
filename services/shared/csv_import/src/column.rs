/// A column of a kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The name in the header line, in lower case.
    pub name: &'static str,
    /// True if files without it are rejected. The importer checks its cells.
    pub is_required: bool,
}

impl Column {
    /// A required column.
    pub const fn required(name: &'static str) -> Self {
        Self {
            name,
            is_required: true,
        }
    }

    /// An optional column. Without it, its cells are empty.
    pub const fn optional(name: &'static str) -> Self {
        Self {
            name,
            is_required: false,
        }
    }
}
