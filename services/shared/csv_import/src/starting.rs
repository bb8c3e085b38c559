//! Starts an import.

use std::time::Duration;

use jobs::Kind;
use runtime::status::{self, Rule, Violation};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use tonic::Status;
use uuid::Uuid;

use crate::{
    MOST_BYTES,
    store::{self, ImportView},
};

/// The job that imports a file. Retries while staff may still be looking at the page.
pub(crate) const READING: Kind = Kind {
    name: "csv-import",
    retry_after: &[
        Duration::from_secs(3),
        Duration::from_secs(10),
        Duration::from_secs(30),
        Duration::from_mins(1),
    ],
    repeat_after: &[Duration::from_secs(10), Duration::from_mins(1)],
    max_attempts: 8,
    useful_for: Duration::from_hours(1),
};

/// Limit of waiting or running imports of a service.
const MOST_RUNNING: i64 = 10;

/// The `Retry-After` of an answer when too many imports wait.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// The payload of an import's job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Payload {
    pub(crate) import_id: Uuid,
}

/// A file to import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// A UUID, chosen by the client, and the same for every try.
    pub import_id: String,
    /// True to check the file only.
    pub is_dry_run: bool,
    /// The content: UTF-8, at most [`MOST_BYTES`].
    pub content: Vec<u8>,
}

/// Why a file was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// The id was used with another file or by another staff member.
    #[error("This import already has another file. Start the import again.")]
    OtherFile,
    /// Too many imports wait.
    #[error("Other files are being read. Please try again in a moment.")]
    Busy,
    /// The database failed.
    #[error("The file cannot be imported right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<StartError> for Status {
    fn from(error: StartError) -> Self {
        let message = error.to_string();
        match error {
            StartError::Invalid(violations) => status::invalid(violations),
            StartError::OtherFile => Self::already_exists(message),
            StartError::Busy => status::too_many("BUSY", message, RETRY_AFTER),
            StartError::Database(error) => database::status(error, message),
        }
    }
}

/// Stores a file and enqueues its job. Idempotent for the same id and file. The job checks columns and rows.
#[tracing::instrument(name = "INSERT csv_imports", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn start(db: &PgPool, kind: &str, file: File, staff_id: Uuid) -> Result<ImportView, StartError> {
    let id = check(&file).map_err(|violation| StartError::Invalid(vec![violation]))?;
    let digest = Sha256::digest(&file.content);
    let mut transaction = database::begin(db).await?;
    let kept = sqlx::query!(
        "INSERT INTO csv_imports (id, kind, staff_id, is_dry_run, content_digest, content)
         SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM csv_imports WHERE state = 'running') < $7
         ON CONFLICT (id) DO NOTHING",
        id,
        kind,
        staff_id,
        file.is_dry_run,
        &digest[..],
        file.content,
        MOST_RUNNING
    );
    if kept.execute(&mut *transaction).await?.rows_affected() == 1 {
        jobs::enqueue(&mut *transaction, &READING, &Payload { import_id: id }).await?;
        transaction.commit().await?;
    } else {
        drop(transaction);
        let known = sqlx::query_scalar!(
            r#"SELECT (kind, staff_id, is_dry_run, content_digest) = ($2::text, $3::uuid, $4::boolean, $5::bytea) AS "is_same!"
               FROM csv_imports WHERE id = $1"#,
            id,
            kind,
            staff_id,
            file.is_dry_run,
            &digest[..]
        );
        match known.fetch_optional(db).await? {
            Some(true) => (),
            Some(false) => return Err(StartError::OtherFile),
            None => return Err(StartError::Busy),
        }
    }
    let started = store::find(db, kind, id).await?;
    started.ok_or(StartError::Database(sqlx::Error::RowNotFound))
}

fn check(file: &File) -> Result<Uuid, Violation> {
    let id = Uuid::parse_str(&file.import_id).map_err(|_| {
        let broken = Rule::Malformed.says("An import's id is a UUID");
        Violation::new("file.import_id", broken)
    })?;
    if file.content.len() > MOST_BYTES {
        let broken = Rule::TooLong { max: MOST_BYTES };
        let broken = broken.says(format!("A file has at most {MOST_BYTES} bytes, which are 16 MiB"));
        return Err(Violation::new("file.content", broken));
    }
    if std::str::from_utf8(&file.content).is_err() {
        let broken = Rule::Malformed.says("The file is not UTF-8. Save it as CSV UTF-8");
        return Err(Violation::new("file.content", broken));
    }
    // PostgreSQL cannot store NUL in a text, and no spreadsheet exports it.
    if file.content.contains(&0) {
        let broken = Rule::NotAllowedCharacters.says("The file is not text. Save it as CSV UTF-8");
        return Err(Violation::new("file.content", broken));
    }
    Ok(id)
}
