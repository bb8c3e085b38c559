//! The audit log: every read and change of personal data by staff.

use proto::identity::v1::{ListStaffLogRequest, StaffLogEntry, StaffOutcome};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use web::{answer::Answer, request::query::QueryParams};

use crate::{
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
    stock::order_numbers::OrderNumbers,
};

/// Lists the audit log, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/log",
    tag = "staff",
    operation_id = "listLog",
    params(LogQuery),
    responses(
        (status = 200, description = "A page of the log", body = Answer<LogPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<LogQuery>,
) -> Result<Answer<LogPage>, ApiError> {
    let (subject, about) = names_of(&session, query.subject.unwrap_or_default()).await?;
    let request = ListStaffLogRequest {
        staff_id: query.staff_id.unwrap_or_default(),
        subject,
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
        about,
    };
    let page = session.call("", request).await?;
    let ids = page.entries.iter().map(|entry| entry.subject.clone());
    let ids = ids.filter(|subject| Uuid::try_parse(subject).is_ok()).collect();
    let numbers = OrderNumbers::load(&session, ids).await;
    let entries = page.entries.into_iter().map(|entry| numbered(entry, &numbers));
    Ok(Answer::new(LogPage {
        entries: entries.map(LogEntry::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// The subject, and the id of its order if it is an order's number. REST logs numbers, and the contract's own
/// methods log ids. A search fails if the order cannot be looked up, because it would miss entries.
async fn names_of(session: &Session, subject: String) -> Result<(String, String), ApiError> {
    if subject.is_empty() {
        return Ok((subject, String::new()));
    }
    let order = OrderNumbers::find(session, &subject).await?;
    Ok(match order {
        Some(order) => (order.order_number, order.order_id),
        None => (subject, String::new()),
    })
}

/// The entry, with an order's number in place of its id.
fn numbered(mut entry: StaffLogEntry, numbers: &OrderNumbers) -> StaffLogEntry {
    if let Some(number) = numbers.get(&entry.subject) {
        entry.about = std::mem::replace(&mut entry.subject, number);
    }
    entry
}

/// Which entries to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// Only entries of this staff member.
    #[param(nullable = false, format = "uuid")]
    staff_id: Option<String>,
    /// Only entries about this subject, such as an order number.
    #[param(nullable = false)]
    subject: Option<String>,
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LogPage {
    /// Newest first.
    entries: Vec<LogEntry>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LogEntry {
    /// When the call was made, in UTC.
    #[schema(format = DateTime)]
    asked_at: String,
    /// The id of the staff member.
    #[schema(format = "uuid")]
    staff_id: String,
    /// The name of the staff member.
    staff_name: String,
    /// The called method, such as `TransitionOrder` or `SignIn`.
    method: String,
    /// The subject of the call; empty for a list.
    subject: String,
    /// The outcome of the call; absent if it was never reported, and for actions logged only on success, such
    /// as `SignIn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    outcome: Option<Outcome>,
    /// The code of the refusal or of the unknown outcome.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false, example = "ORDER_CHANGED")]
    outcome_reason: String,
    /// The id that the token was valid for, if the subject is another name of the same thing.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    about: String,
    /// The order numbers, ticket numbers and account ids in the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    shown: Vec<String>,
}

/// The outcome of a call.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    /// The call succeeded.
    Done,
    /// The call was refused and changed nothing.
    Refused,
    /// The result is unknown: the call may have succeeded.
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
