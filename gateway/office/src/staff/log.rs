//! Who asked for what: every look at and change of what belongs to somebody.

use proto::identity::v1::{ListStaffLogRequest, StaffLogEntry, StaffOutcome};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{answer::Answer, request::query::QueryParams};

use crate::{
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
};

/// Who asked for what, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/log",
    tag = "staff",
    operation_id = "listLog",
    params(LogQuery),
    responses(
        (status = 200, description = "A page of the log", body = Answer<LogPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<LogQuery>,
) -> Result<Answer<LogPage>, Refused> {
    let request = ListStaffLogRequest {
        staff_id: query.staff_id.unwrap_or_default(),
        subject: query.subject.unwrap_or_default(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(LogPage {
        entries: page.entries.into_iter().map(LogEntry::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which part of the log?
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// Only of this person.
    #[param(nullable = false, format = "uuid")]
    staff_id: Option<String>,
    /// Only about this, such as an order's number.
    #[param(nullable = false)]
    subject: Option<String>,
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of the log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LogPage {
    /// Newest first.
    entries: Vec<LogEntry>,
    /// Asks for the page after this one, as `cursor`; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// What somebody asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LogEntry {
    /// When, in UTC.
    #[schema(format = DateTime)]
    asked_at: String,
    /// Who.
    #[schema(format = "uuid")]
    staff_id: String,
    /// What colleagues call them.
    staff_name: String,
    /// What they asked for, such as `MoveOrder` or `SignIn`.
    method: String,
    /// What it was about; empty for a list.
    subject: String,
    /// What came of it; absent where nobody said, and of what is written down only when it is done, such as `SignIn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    outcome: Option<Outcome>,
    /// The code with which it was refused, or lost.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false, example = "ORDER_MOVED")]
    outcome_reason: String,
    /// The id that the call was allowed for, where the subject is another name of the same thing.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    about: String,
    /// The numbers of orders and tickets and the ids of accounts that a list showed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    shown: Vec<String>,
}

/// What came of what somebody asked for.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    /// It was done.
    Done,
    /// It was refused, and nothing was done.
    Refused,
    /// Nobody answered, or could say: it may have been done.
    Unknown,
}

impl From<StaffLogEntry> for LogEntry {
    fn from(entry: StaffLogEntry) -> Self {
        let outcome = match entry.outcome() {
            StaffOutcome::Unspecified => None,
            StaffOutcome::Done => Some(Outcome::Done),
            StaffOutcome::Refused => Some(Outcome::Refused),
            StaffOutcome::Unknown => Some(Outcome::Unknown),
        };
        Self {
            outcome,
            outcome_reason: entry.outcome_reason,
            asked_at: entry.asked_at,
            staff_id: entry.staff_id,
            staff_name: entry.staff_name,
            method: entry.method,
            subject: entry.subject,
            about: entry.about,
            shown: entry.shown,
        }
    }
}
