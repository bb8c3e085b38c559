//! What is wrong with rows, said as files are told it.

use std::borrow::Cow;

use csv_import::{CellError, Line, RowError};
use runtime::status::Violation;

/// What is wrong with the cells of a row. The rules of this service name columns as the file does.
pub fn wrong_cells(violations: Vec<Violation>) -> Vec<CellError> {
    let cells = violations.into_iter().map(|wrong| match wrong.field {
        Cow::Borrowed(column) => CellError::broken(column, &wrong.broken),
        Cow::Owned(_) => CellError::broken("", &wrong.broken),
    });
    cells.collect()
}

/// What is wrong with the row on a line.
pub fn wrong_row(line: Line, violations: Vec<Violation>) -> impl Iterator<Item = RowError> {
    violations
        .into_iter()
        .map(move |wrong| RowError::new(line, wrong.field.into_owned(), wrong.broken.into_message()))
}
