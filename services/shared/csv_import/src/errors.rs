//! Errors in a file, with their places.

use runtime::status::Broken;
use serde::{Deserialize, Serialize};

/// A line of a file, from 1. For a row over several lines, the first one.
pub type Line = i32;

/// Length limit of a message, in characters.
const MOST_MESSAGE: usize = 500;

/// An error in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellError {
    /// The column. Empty for an error of the whole row.
    pub column: &'static str,
    /// How to correct it, in a sentence.
    pub message: String,
}

impl CellError {
    /// An error in the cell of a column.
    pub fn new(column: &'static str, message: impl Into<String>) -> Self {
        Self {
            column,
            message: message.into(),
        }
    }

    /// A broken rule in the cell of a column.
    pub fn broken(column: &'static str, broken: &Broken) -> Self {
        Self::new(column, broken.message())
    }
}

/// An error in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowError {
    /// The first line of the row.
    pub line: Line,
    /// The column. Empty for an error of the whole row.
    pub column: String,
    /// How to correct it, in a sentence.
    pub message: String,
}

impl RowError {
    /// An error in a row. A long message is cut off.
    pub fn new(line: Line, column: impl Into<String>, message: impl Into<String>) -> Self {
        let message: String = message.into();
        Self {
            line,
            column: column.into(),
            message: message.chars().take(MOST_MESSAGE).collect(),
        }
    }

    /// An error in a cell of the row on this line.
    pub(crate) fn from_cell(line: Line, error: CellError) -> Self {
        Self::new(line, error.column, error.message)
    }
}
