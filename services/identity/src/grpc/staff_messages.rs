//! Conversion of staff messages to and from the contract.

use proto::identity::v1 as contract;
use runtime::status::{Rule, Violation, field};
use uuid::Uuid;
use values::Page;

use crate::{
    error::Error,
    grpc::messages::time,
    staff::{
        authorize::CallToken,
        call_outcomes::{CallOutcome, CallOutcomeDetails, CallOutcomes},
        details,
        invitations::invitation_store::Invitation,
        role::Role,
        staff_log::{LogEntry, LogFilter},
        staff_store::StaffRecord,
    },
};

/// The default page size of the log.
const USUAL_PAGE: i32 = 50;

/// Converts the role in a request. `None` if it is missing or unknown.
pub fn read_role(role: i32) -> Option<Role> {
    match contract::StaffRole::try_from(role).ok()? {
        contract::StaffRole::Unspecified => None,
        contract::StaffRole::Owner => Some(Role::Owner),
        contract::StaffRole::Packer => Some(Role::Packer),
        contract::StaffRole::Support => Some(Role::Support),
        contract::StaffRole::Accountant => Some(Role::Accountant),
    }
}

/// Converts a role.
pub fn role(role: Role) -> contract::StaffRole {
    match role {
        Role::Owner => contract::StaffRole::Owner,
        Role::Packer => contract::StaffRole::Packer,
        Role::Support => contract::StaffRole::Support,
        Role::Accountant => contract::StaffRole::Accountant,
    }
}

/// Converts a staff member.
pub fn staff(staff: StaffRecord) -> contract::Staff {
    contract::Staff {
        staff_id: staff.id.to_string(),
        name: staff.name,
        email: staff.email,
        role: role(staff.role).into(),
        is_active: staff.is_active,
        signed_in_at: staff.signed_in_at.map(time).unwrap_or_default(),
    }
}

/// Converts the token for a call.
pub fn call_token(token: CallToken) -> contract::StaffCallToken {
    contract::StaffCallToken {
        staff_token: token.token,
        log_id: token.log_id.map(|id| id.to_string()).unwrap_or_default(),
    }
}

/// Converts an invitation.
pub fn invitation(invitation: Invitation) -> contract::StaffInvitation {
    contract::StaffInvitation {
        email: invitation.email,
        name: invitation.name,
        role: role(invitation.role).into(),
        expires_at: time(invitation.expires_at),
    }
}

/// Converts a log entry.
pub fn log_entry(entry: LogEntry) -> contract::StaffLogEntry {
    contract::StaffLogEntry {
        asked_at: time(entry.asked_at),
        staff_id: entry.staff_id.to_string(),
        staff_name: entry.staff_name,
        method: entry.method,
        subject: entry.subject,
        outcome: outcome(entry.outcome.as_deref()).into(),
        outcome_reason: entry.outcome_reason.unwrap_or_default(),
        about: entry.about,
        shown: entry.shown.unwrap_or_default(),
    }
}

/// Converts the outcome of a call. `Unspecified` if none was reported.
fn outcome(word: Option<&str>) -> contract::StaffOutcome {
    match word.and_then(CallOutcome::parse) {
        None => contract::StaffOutcome::Unspecified,
        Some(CallOutcome::Done) => contract::StaffOutcome::Done,
        Some(CallOutcome::Refused) => contract::StaffOutcome::Refused,
        Some(CallOutcome::Unknown) => contract::StaffOutcome::Unknown,
    }
}

/// Validates the reported outcomes of calls.
pub fn read_outcomes(request: contract::NoteStaffOutcomesRequest) -> Result<CallOutcomes, Error> {
    let reported = request.outcomes.into_iter().map(|reported| CallOutcomeDetails {
        outcome: match reported.outcome() {
            contract::StaffOutcome::Unspecified => None,
            contract::StaffOutcome::Done => Some(CallOutcome::Done),
            contract::StaffOutcome::Refused => Some(CallOutcome::Refused),
            contract::StaffOutcome::Unknown => Some(CallOutcome::Unknown),
        },
        log_id: reported.log_id,
        reason: reported.reason,
        shown: reported.shown,
    });
    CallOutcomes::parse(reported.collect())
}

/// Validates a change of a staff member: the id and the new role.
pub fn read_change(request: &contract::ChangeStaffRequest) -> Result<(Uuid, Role), Error> {
    let mut violations = Vec::new();
    let id = Uuid::parse_str(&request.staff_id).map_err(|_| Rule::Malformed.says("must be a UUID"));
    let id = field("staff_id", id, &mut violations);
    let role = field("role", details::role(read_role(request.role)), &mut violations);
    id.zip(role).ok_or(Error::Invalid(violations))
}

/// Validates a request for a page of the log.
pub fn read_log_request(request: &contract::ListStaffLogRequest) -> Result<(LogFilter, Page), Error> {
    let mut violations: Vec<Violation> = Vec::new();
    let staff_id = match request.staff_id.as_str() {
        "" => Ok(None),
        id => Uuid::parse_str(id)
            .map(Some)
            .map_err(|_| Rule::Malformed.says("must be a UUID")),
    };
    let staff_id = field("staff_id", staff_id, &mut violations);
    let subject = field("subject", details::subject(&request.subject), &mut violations);
    let about = field("about", details::about(&request.about), &mut violations);
    let size = if request.page_size == 0 {
        USUAL_PAGE
    } else {
        request.page_size
    };
    let page = Page::read("entries", size, &request.page_token, &mut violations);
    let (Some(staff_id), Some(subject), Some(about), Some(page)) = (staff_id, subject, about, page) else {
        return Err(Error::Invalid(violations));
    };
    let filter = LogFilter {
        staff_id,
        subject,
        about: about.to_owned(),
    };
    Ok((filter, page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_goes_and_comes_back_and_no_role_is_none() {
        for one in Role::ALL {
            assert_eq!(read_role(role(one).into()), Some(one));
        }
        assert_eq!((read_role(0), read_role(99)), (None, None));
    }
}
