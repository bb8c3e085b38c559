//! The names of staff members, for histories.

use proto::identity::v1::ListStaffNamesRequest;
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::Answer;

use crate::{
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Lists the names of all current and former staff members.
#[utoipa::path(
    get,
    path = "/api/office/v1/staff/names",
    tag = "staff",
    operation_id = "listStaffNames",
    responses(
        (status = 200, description = "Everybody", body = Answer<StaffNames>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<StaffNames>, ApiError> {
    let response = session.call("", ListStaffNamesRequest {}).await?.names;
    let names = response.into_iter().map(|known| StaffName {
        id: known.staff_id,
        name: known.name,
    });
    Ok(Answer::new(StaffNames {
        names: names.collect(),
    }))
}

/// The names of staff members.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffNames {
    /// Unordered.
    names: Vec<StaffName>,
}

/// The name of a staff member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffName {
    /// A UUID.
    #[schema(format = "uuid")]
    id: String,
    /// The name that colleagues see.
    name: String,
}
