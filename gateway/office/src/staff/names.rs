//! Who is who, for whoever reads what others did.

use proto::identity::v1::ListStaffNamesRequest;
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::Answer;

use crate::{
    request::refusal::{Refused, StaffOnly},
    session::authorize::Session,
};

/// What everybody is called who works in the office, or did.
#[utoipa::path(
    get,
    path = "/api/office/v1/staff/names",
    tag = "staff",
    operation_id = "listStaffNames",
    responses(
        (status = 200, description = "Everybody", body = Answer<StaffNames>),
        StaffOnly,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<StaffNames>, Refused> {
    // Every page that names somebody asks for it: in the log it would hide what matters.
    let permit = session.permit_count::<ListStaffNamesRequest>().await?;
    let told = permit.call(ListStaffNamesRequest {}).await?.names;
    let names = told.into_iter().map(|known| StaffName {
        id: known.staff_id,
        name: known.name,
    });
    Ok(Answer::new(StaffNames {
        names: names.collect(),
    }))
}

/// Who is who.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffNames {
    /// In no order.
    names: Vec<StaffName>,
}

/// Who somebody of the staff is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffName {
    /// A UUID.
    #[schema(format = "uuid")]
    id: String,
    /// As colleagues see it.
    name: String,
}
