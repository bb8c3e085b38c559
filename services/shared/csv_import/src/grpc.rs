use jobs::Waker;
use proto::csv::v1 as contract;
use runtime::{
    Staff,
    status::{self, Rule, Violation},
};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Request, Status};
use uuid::Uuid;

use crate::{
    errors::RowError,
    starting::{self, File, StartError},
    store::{self, ImportView, State},
};

/// Stores the file of a staff member's request and wakes the worker. `file` extracts it from the request.
pub async fn start<T>(
    db: &PgPool,
    worker: &Waker,
    kind: &str,
    request: Request<T>,
    file: impl FnOnce(T) -> Option<contract::CsvFile>,
) -> Result<contract::CsvImport, Status> {
    // Access control admits only staff. A service without access control has no staff member to record.
    let staff = Staff::of(&request).and_then(|staff| Uuid::parse_str(staff.id()).ok());
    let staff_id = staff.ok_or_else(|| Status::permission_denied("Files are brought in by staff."))?;
    let Some(file) = file(request.into_inner()) else {
        let broken = Rule::Required.says("A file is required");
        return Err(status::invalid(vec![Violation::new("file", broken)]));
    };
    let file = File {
        import_id: file.import_id,
        is_dry_run: file.is_dry_run,
        content: file.content,
    };
    let started = starting::start(db, kind, file, staff_id).await?;
    worker.wake();
    Ok(message(started))
}

/// The import of a kind with this id.
pub async fn get(db: &PgPool, kind: &str, import_id: &str) -> Result<contract::CsvImport, Status> {
    let id = Uuid::parse_str(import_id).map_err(|_| {
        let broken = Rule::Malformed.says("An import's id is a UUID");
        status::invalid(vec![Violation::new("import_id", broken)])
    })?;
    let found = store::find(db, kind, id).await.map_err(StartError::from)?;
    found
        .map(message)
        .ok_or_else(|| Status::not_found("There is no such import."))
}

/// Converts an import to the contract.
pub fn message(view: ImportView) -> contract::CsvImport {
    contract::CsvImport {
        import_id: view.id.to_string(),
        is_dry_run: view.is_dry_run,
        state: state(view.state).into(),
        rows_total: view.rows_total,
        rows_done: view.rows_done,
        rows_wrong: view.rows_wrong,
        errors: view.errors.into_iter().map(error).collect(),
        started_by: view.staff_id.to_string(),
        started_at: rfc_3339(view.started_at),
        finished_at: view.finished_at.map_or_else(String::new, rfc_3339),
    }
}

fn state(state: State) -> contract::CsvImportState {
    match state {
        State::Running => contract::CsvImportState::Running,
        State::Checked => contract::CsvImportState::Checked,
        State::Applied => contract::CsvImportState::Applied,
        State::Refused => contract::CsvImportState::Refused,
        State::Failed => contract::CsvImportState::Failed,
    }
}

fn error(error: RowError) -> contract::CsvError {
    let RowError {
        line,
        column,
        message,
    } = error;
    contract::CsvError {
        line,
        column,
        message,
    }
}

fn rfc_3339(at: OffsetDateTime) -> String {
    at.format(&Rfc3339)
        .expect("a time of the database has four digits of a year")
}
