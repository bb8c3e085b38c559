//! Translates violations into the errors of an import.

use std::borrow::Cow;

use csv_import::{CellError, Line, RowError};
use runtime::status::Violation;

/// Translates the violations in the cells of a row. Their fields have the names of the columns.
pub fn cell_errors(violations: Vec<Violation>) -> Vec<CellError> {
    let cells = violations.into_iter().map(|wrong| match wrong.field {
        Cow::Borrowed(column) => CellError::broken(column, &wrong.broken),
        Cow::Owned(_) => CellError::broken("", &wrong.broken),
    });
    cells.collect()
}

/// Translates the violations of a row, with its line.
pub fn row_errors(line: Line, violations: Vec<Violation>) -> impl Iterator<Item = RowError> {
    violations
        .into_iter()
        .map(move |wrong| RowError::new(line, wrong.field.into_owned(), wrong.broken.into_message()))
}
