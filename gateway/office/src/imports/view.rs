use proto::csv::v1::{CsvError, CsvImport, CsvImportState};
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::imports::kind::Kind;

/// The progress and result of an import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Import {
    /// The id that the client chose.
    #[schema(format = "uuid")]
    id: String,
    /// The kind of rows.
    kind: Kind,
    /// True if the file is only validated and nothing is written.
    is_dry_run: bool,
    /// The state of the import.
    state: ImportState,
    /// The number of rows, without the first line; 0 before they are counted.
    #[schema(minimum = 0)]
    rows_total: i32,
    /// The number of rows checked so far.
    #[schema(minimum = 0)]
    rows_done: i32,
    /// The number of invalid rows so far.
    #[schema(minimum = 0)]
    rows_wrong: i32,
    /// The errors, in the order of the file; at most the first 100.
    errors: Vec<ImportError>,
    /// The id of the staff member who started the import.
    #[schema(format = "uuid")]
    started_by: String,
    /// When the import started.
    #[schema(format = "date-time")]
    started_at: String,
    /// When the import finished; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "date-time")]
    finished_at: Option<String>,
}

/// The state of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ImportState {
    /// The import waits or runs.
    Running,
    /// A validation only: every row is valid and nothing was written.
    Checked,
    /// Every row was written.
    Applied,
    /// Some rows are invalid, and nothing was written.
    Refused,
    /// The import failed and wrote nothing. A new import with a new id may succeed.
    Failed,
}

/// An error in a row.
#[derive(Debug, Serialize, ToSchema)]
struct ImportError {
    /// The line of the file, starting at 1.
    #[schema(minimum = 1)]
    line: i32,
    /// The name of the column; absent if the error is about the whole row.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    column: Option<String>,
    /// How to correct the row.
    message: String,
}

impl Import {
    /// Converts the import that a service returned.
    pub(super) fn from_contract(kind: Kind, message: Option<CsvImport>) -> Result<Self, Error> {
        let message =
            message.ok_or_else(|| Error::internal("a service did not say what becomes of a file"))?;
        Ok(Self {
            kind,
            is_dry_run: message.is_dry_run,
            state: message.state().into(),
            rows_total: message.rows_total,
            rows_done: message.rows_done,
            rows_wrong: message.rows_wrong,
            id: message.import_id,
            errors: message.errors.into_iter().map(ImportError::from).collect(),
            started_by: message.started_by,
            started_at: message.started_at,
            finished_at: Some(message.finished_at).filter(|at| !at.is_empty()),
        })
    }
}

impl From<CsvImportState> for ImportState {
    fn from(state: CsvImportState) -> Self {
        match state {
            CsvImportState::Unspecified | CsvImportState::Running => Self::Running,
            CsvImportState::Checked => Self::Checked,
            CsvImportState::Applied => Self::Applied,
            CsvImportState::Refused => Self::Refused,
            CsvImportState::Failed => Self::Failed,
        }
    }
}

impl From<CsvError> for ImportError {
    fn from(error: CsvError) -> Self {
        let CsvError {
            line,
            column,
            message,
        } = error;
        Self {
            line,
            column: Some(column).filter(|column| !column.is_empty()),
            message,
        }
    }
}
