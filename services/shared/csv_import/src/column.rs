/// A column of a kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name in the first line, in lower case.
    pub name: &'static str,
    /// Whether a file without it is refused. What a cell has to hold is the importer's to say.
    pub is_required: bool,
}

impl Column {
    /// A column that every file has.
    pub const fn required(name: &'static str) -> Self {
        Self {
            name,
            is_required: true,
        }
    }

    /// A column that a file may lack: its cells are empty then.
    pub const fn optional(name: &'static str) -> Self {
        Self {
            name,
            is_required: false,
        }
    }
}
