//! Starts a CSV import.

use std::{sync::Arc, time::Duration};

use axum::extract::{Path, State};
use http::StatusCode;
use proto::csv::v1::CsvFile;
use serde::Deserialize;
use tokio::sync::{Semaphore, SemaphorePermit};
use utoipa::IntoParams;
use web::{
    Error,
    answer::{Answer, Refusal},
    request::{query::QueryParams, upload::Upload},
};

use crate::{
    imports::{
        kind::{Kind, StartAuthorization},
        view::Import,
    },
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// The path of an import.
pub(crate) const PATH: &str = "/api/office/v1/imports/{kind}/{importId}";

/// The largest file, in bytes, a limit of the services.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Concurrent uploads. Each needs up to 60 MiB of memory: the file as it arrives, and as it goes to its
/// service.
const AT_ONCE: usize = 2;

/// The longest wait for a free upload slot.
const SLOT_TIMEOUT: Duration = Duration::from_secs(10);

/// The delay before a retry makes sense.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The limit on concurrent uploads.
#[derive(Debug)]
pub(crate) struct ImportSlots(Semaphore);

impl Default for ImportSlots {
    fn default() -> Self {
        Self(Semaphore::new(AT_ONCE))
    }
}

impl ImportSlots {
    async fn take(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        if let Ok(Ok(slot)) = tokio::time::timeout(SLOT_TIMEOUT, self.0.acquire()).await {
            return Ok(slot);
        }
        let message = "Too many files are being transferred. Please try again in a moment.";
        let error = Error::new(StatusCode::TOO_MANY_REQUESTS, message).with_code("BUSY");
        Err(error.retry_after(RETRY_AFTER).into())
    }
}

/// Imports a CSV file, or only validates it.
///
/// The import runs after the response and writes all rows or none. The first line names the columns. A retry
/// with the same id and file returns the same import.
#[utoipa::path(
    post,
    path = "/api/office/v1/imports/{kind}/{importId}",
    tag = "imports",
    operation_id = "startImport",
    params(
        ("kind" = Kind, Path, description = "The kind of rows"),
        ("importId" = String, Path, format = "uuid", description = "Created by the client; the same for each retry"),
        StartQuery,
    ),
    request_body(
        content = String,
        content_type = "text/csv",
        description = "UTF-8, at most 16 MiB and 100,000 rows",
    ),
    responses(
        (status = 202, description = "The file is accepted and is being read", body = Answer<Import>),
        (status = 400, description = "The file is incomplete, or the query cannot be read", body = Refusal),
        (status = 404, description = "There is no such kind of import", body = Refusal),
        (status = 408, description = "The file took too long to arrive", body = Refusal),
        (status = 409, description = "The id was used with another file", body = Refusal),
        (status = 413, description = "The file is larger than 16 MiB", body = Refusal),
        (status = 415, description = "The body is compressed", body = Refusal),
        (status = 422, description = "The id is not a UUID, or the file is not UTF-8", body = Refusal),
        (status = 429, description = "Too many files are being transferred; `Retry-After` says when to try again", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn start(
    session: Result<Session, ApiError>,
    State(slots): State<Arc<ImportSlots>>,
    Path((kind, import_id)): Path<(String, String)>,
    query: Result<QueryParams<StartQuery>, Error>,
    upload: Upload,
) -> Result<(StatusCode, Answer<Import>), ApiError> {
    let admitted = async {
        let kind = Kind::parse(&kind)?;
        let QueryParams(query) = query?;
        let (authorization, slot) = admit(session, kind, &import_id, &slots).await?;
        Ok::<_, ApiError>((kind, query.dry_run, authorization, slot))
    };
    let (kind, is_dry_run, authorization, _slot) = match admitted.await {
        Ok(admitted) => admitted,
        Err(refused) => {
            upload.discard().await;
            return Err(refused);
        }
    };
    let file = CsvFile {
        import_id,
        is_dry_run,
        content: upload.read(MOST_BYTES).await?.into(),
    };
    let started = authorization.start(file).await?;
    Ok((
        StatusCode::ACCEPTED,
        Answer::new(Import::from_contract(kind, started)?),
    ))
}

/// Checks the permission before the file is read. The audit log records the kind of file.
async fn admit<'a>(
    session: Result<Session, ApiError>,
    kind: Kind,
    import_id: &str,
    slots: &'a ImportSlots,
) -> Result<(StartAuthorization, SemaphorePermit<'a>), ApiError> {
    let subject = format!("{} {import_id}", kind.word());
    let authorization = kind.admit(&session?, &subject).await?;
    Ok((authorization, slots.take().await?))
}

/// How to import the file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct StartQuery {
    /// True to validate the file without writing anything.
    #[serde(default)]
    #[param(required = false)]
    dry_run: bool,
}
