//! The progress of an import.

use axum::extract::Path;
use web::answer::{Answer, Refusal};

use crate::{
    imports::{kind::Kind, view::Import},
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Returns the progress and result of an import. Imports are deleted after thirty days.
#[utoipa::path(
    get,
    path = "/api/office/v1/imports/{kind}/{importId}",
    tag = "imports",
    operation_id = "getImport",
    params(
        ("kind" = Kind, Path, description = "The kind of rows"),
        ("importId" = String, Path, format = "uuid", description = "The import's id"),
    ),
    responses(
        (status = 200, description = "The import", body = Answer<Import>),
        (status = 404, description = "There is no such import", body = Refusal),
        (status = 422, description = "The id is no UUID", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn get(
    session: Session,
    Path((kind, import_id)): Path<(String, String)>,
) -> Result<Answer<Import>, ApiError> {
    let kind = Kind::parse(&kind)?;
    let import = kind.get(&session, import_id).await?;
    Ok(Answer::new(Import::from_contract(kind, import)?))
}
