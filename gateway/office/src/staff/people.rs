//! Staff members: invitations, roles, deactivation.

use axum::extract::Path;
use proto::identity::v1::{
    ChangeStaffRequest, InviteStaffRequest, ListStaffRequest, Staff, StaffInvitation, StaffRole,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::{authorize::Session, role::Role},
};

/// Lists all current and former staff members and the open invitations.
#[utoipa::path(
    get,
    path = "/api/office/v1/staff",
    tag = "staff",
    operation_id = "listStaff",
    responses(
        (status = 200, description = "Everybody", body = Answer<StaffList>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<StaffList>, ApiError> {
    let response = session.call("", ListStaffRequest {}).await?;
    let staff = response.staff.into_iter().map(Colleague::from_contract);
    let invitations = response.invitations.into_iter().map(Invitation::from_contract);
    Ok(Answer::new(StaffList {
        staff: staff.collect::<Result<_, _>>()?,
        invitations: invitations.collect::<Result<_, _>>()?,
    }))
}

/// Invites a person by mail. A new invitation for the same email address ends the earlier one.
#[utoipa::path(
    post,
    path = "/api/office/v1/staff/invitations",
    tag = "staff",
    operation_id = "inviteStaff",
    request_body = NewInvitation,
    responses(
        (status = 200, description = "The mail is queued", body = Answer<Invitation>),
        (status = 409, description = "A staff member has this address", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn invite(
    session: Session,
    JsonBody(invitation): JsonBody<NewInvitation>,
) -> Result<Answer<Invitation>, ApiError> {
    let subject = invitation.email.clone();
    let request = InviteStaffRequest {
        name: invitation.name,
        email: invitation.email,
        role: StaffRole::from(invitation.role).into(),
    };
    let invited = session.call(&subject, request).await?;
    let none = || Error::internal("the identity service answered without the invitation");
    let invitation = invited.invitation.ok_or_else(none)?;
    Ok(Answer::new(Invitation::from_contract(invitation)?))
}

/// Changes the role of a staff member, or deactivates or reactivates them. Their sessions end.
#[utoipa::path(
    put,
    path = "/api/office/v1/staff/{id}",
    tag = "staff",
    operation_id = "changeStaff",
    params(("id" = String, Path, format = "uuid", description = "Their id")),
    request_body = ColleagueChange,
    responses(
        (status = 200, description = "The current staff member", body = Answer<Colleague>),
        (status = 404, description = "There is no staff member with this id", body = Refusal),
        (status = 409, description = "The shop would have no owner left", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn change(
    session: Session,
    Path(staff_id): Path<String>,
    JsonBody(change): JsonBody<ColleagueChange>,
) -> Result<Answer<Colleague>, ApiError> {
    let request = ChangeStaffRequest {
        staff_id: staff_id.clone(),
        role: StaffRole::from(change.role).into(),
        is_active: change.is_active,
    };
    let changed = session.call(&staff_id, request).await?;
    let none = || Error::internal("the identity service answered without the person");
    let staff = changed.staff.ok_or_else(none)?;
    Ok(Answer::new(Colleague::from_contract(staff)?))
}

/// Staff members and open invitations.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffList {
    /// Sorted by name.
    staff: Vec<Colleague>,
    /// Newest first.
    invitations: Vec<Invitation>,
}

/// A current or former staff member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Colleague {
    /// A UUID.
    #[schema(format = "uuid")]
    staff_id: String,
    /// The name that colleagues see.
    name: String,
    /// The email address for mails and sign-in.
    email: String,
    /// The role.
    role: Role,
    /// True if the staff member may sign in.
    is_active: bool,
    /// The time of the last sign-in, in UTC; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    signed_in_at: Option<String>,
}

impl Colleague {
    fn from_contract(staff: Staff) -> Result<Self, Error> {
        Ok(Self {
            role: Role::from_contract(staff.role())?,
            staff_id: staff.staff_id,
            name: staff.name,
            email: staff.email,
            is_active: staff.is_active,
            signed_in_at: Some(staff.signed_in_at).filter(|time| !time.is_empty()),
        })
    }
}

/// An open invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invitation {
    /// The email address of the invited person; empty for the first owner.
    email: String,
    /// The name of the invited person; empty if it is not recorded.
    name: String,
    /// The role of the invited person.
    role: Role,
    /// The last moment for accepting it, in UTC.
    #[schema(format = DateTime)]
    expires_at: String,
}

impl Invitation {
    fn from_contract(invitation: StaffInvitation) -> Result<Self, Error> {
        Ok(Self {
            role: Role::from_contract(invitation.role())?,
            email: invitation.email,
            name: invitation.name,
            expires_at: invitation.expires_at,
        })
    }
}

/// A new invitation.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct NewInvitation {
    /// The name that colleagues see.
    #[schema(min_length = 2, max_length = 60, example = "Ravi")]
    name: String,
    /// The email address for the invitation.
    #[schema(example = "ravi@gmail.com")]
    email: String,
    /// The role of the invited person.
    role: Role,
}

/// A change of a staff member.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ColleagueChange {
    /// The new role.
    role: Role,
    /// True if the staff member may sign in.
    is_active: bool,
}
