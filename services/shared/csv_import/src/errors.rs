//! What is wrong with a file, and where.

use runtime::status::Broken;
use serde::{Deserialize, Serialize};

/// A line of a file, the first one being 1: that on which a row begins, which may go on over several.
pub type Line = i32;

/// Characters of a message at most.
const MOST_MESSAGE: usize = 500;

/// What is wrong with a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellError {
    /// The column by its name; empty where the row as a whole is wrong.
    pub column: &'static str,
    /// What to change, in a sentence.
    pub message: String,
}

impl CellError {
    /// What is wrong with the cell of a column.
    pub fn new(column: &'static str, message: impl Into<String>) -> Self {
        Self {
            column,
            message: message.into(),
        }
    }

    /// The rule that the cell of a column breaks.
    pub fn broken(column: &'static str, broken: &Broken) -> Self {
        Self::new(column, broken.message())
    }
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowError {
    /// The line on which the row begins.
    pub line: Line,
    /// The column by its name; empty where the row as a whole is wrong.
    pub column: String,
    /// What to change, in a sentence.
    pub message: String,
}

impl RowError {
    /// What is wrong with a row. Of a longer message the beginning is kept.
    pub fn new(line: Line, column: impl Into<String>, message: impl Into<String>) -> Self {
        let message: String = message.into();
        Self {
            line,
            column: column.into(),
            message: message.chars().take(MOST_MESSAGE).collect(),
        }
    }

    /// What is wrong with a cell of the row on this line.
    pub(crate) fn of_cell(line: Line, error: CellError) -> Self {
        Self::new(line, error.column, error.message)
    }
}
