use proto::csv::v1::{CsvError, CsvImport, CsvImportState};
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::imports::kind::Kind;

/// What becomes of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Import {
    /// Chosen by whoever brought it in.
    #[schema(format = "uuid")]
    id: String,
    /// What its rows are.
    kind: Kind,
    /// Whether it is only checked, and nothing written.
    is_dry_run: bool,
    /// How far it is.
    state: ImportState,
    /// Rows of the file, without the first line; 0 before they are counted.
    #[schema(minimum = 0)]
    rows_total: i32,
    /// Rows that were looked at so far.
    #[schema(minimum = 0)]
    rows_done: i32,
    /// Rows that are wrong, so far.
    #[schema(minimum = 0)]
    rows_wrong: i32,
    /// What is wrong, in the order of the file; the first 100.
    errors: Vec<ImportError>,
    /// Who of the staff brought it in: their id.
    #[schema(format = "uuid")]
    started_by: String,
    /// When.
    #[schema(format = "date-time")]
    started_at: String,
    /// When it was through; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "date-time")]
    finished_at: Option<String>,
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ImportState {
    /// It waits, or is being read.
    Running,
    /// Every row is right, and nothing was written: it was only checked.
    Checked,
    /// Every row is written.
    Applied,
    /// Rows are wrong, and nothing was written.
    Refused,
    /// It could not be carried out, and nothing was written; another try with a new id may.
    Failed,
}

/// What is wrong with a row.
#[derive(Debug, Serialize, ToSchema)]
struct ImportError {
    /// The line of the file, the first one being 1.
    #[schema(minimum = 1)]
    line: i32,
    /// The column by its name; absent where the row as a whole is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    column: Option<String>,
    /// What to change.
    message: String,
}

impl Import {
    /// The import as a service tells it.
    pub(super) fn read(kind: Kind, told: Option<CsvImport>) -> Result<Self, Error> {
        let told = told.ok_or_else(|| Error::internal("a service did not say what becomes of a file"))?;
        Ok(Self {
            kind,
            is_dry_run: told.is_dry_run,
            state: told.state().into(),
            rows_total: told.rows_total,
            rows_done: told.rows_done,
            rows_wrong: told.rows_wrong,
            id: told.import_id,
            errors: told.errors.into_iter().map(ImportError::from).collect(),
            started_by: told.started_by,
            started_at: told.started_at,
            finished_at: Some(told.finished_at).filter(|at| !at.is_empty()),
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
