//! Outcomes of staff calls, as reported by the office. Each is stored once next to its log entry and never
//! changed.

use runtime::status::{Broken, Rule, field};
use sqlx::PgPool;
use uuid::Uuid;

use crate::error::Error;

/// The maximum number of outcomes per request.
const MOST: usize = 100;

/// The maximum number of items that a list showed.
const MOST_SHOWN: usize = 100;

/// The maximum length of a reason code, and of a shown number or id.
const MAX_REASON: usize = 60;

/// The outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOutcome {
    /// The call succeeded.
    Done,
    /// The service refused the call and changed nothing.
    Refused,
    /// The service did not respond, or the outcome is unknown.
    Unknown,
}

/// An unvalidated outcome.
#[derive(Debug, Clone)]
pub struct CallOutcomeDetails {
    /// The id of the log entry, a UUID.
    pub log_id: String,
    /// The outcome; `None` if it is invalid.
    pub outcome: Option<CallOutcome>,
    /// The code of the refusal or failure; may be empty.
    pub reason: String,
    /// The numbers and ids that a list showed.
    pub shown: Vec<String>,
}

/// Validated outcomes, as parallel lists.
#[derive(Debug, Default)]
pub struct CallOutcomes {
    log_ids: Vec<Uuid>,
    outcomes: Vec<String>,
    reasons: Vec<String>,
    /// Each item joins its values by spaces.
    shown: Vec<String>,
}

impl CallOutcome {
    /// All outcomes.
    pub const ALL: [Self; 3] = [Self::Done, Self::Refused, Self::Unknown];

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
        }
    }

    /// Parses the stored name. `None` for a name of a later release.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == word)
    }
}

impl CallOutcomes {
    /// Validates the values. Returns every violation.
    pub fn parse(arrived: Vec<CallOutcomeDetails>) -> Result<Self, Error> {
        let mut violations = Vec::new();
        let count = match arrived.len() {
            1..=MOST => Ok(()),
            0 => Err(Rule::Required.says("Say what came of one call at least")),
            _ => Err(Rule::TooMany { max: MOST }.says(format!("Tell of at most {MOST} calls at once"))),
        };
        if field("outcomes", count, &mut violations).is_none() {
            return Err(Error::Invalid(violations));
        }
        let mut read = Self::default();
        for (number, details) in arrived.into_iter().enumerate() {
            let name = |part: &str| format!("outcomes[{number}].{part}");
            let id = Uuid::parse_str(&details.log_id).map_err(|_| Rule::Malformed.says("must be a UUID"));
            let id = field(name("log_id"), id, &mut violations);
            let outcome = details.outcome.ok_or(Rule::Required.says("Say what came of it"));
            let outcome = field(name("outcome"), outcome, &mut violations);
            let reason = field(name("reason"), reason(details.reason), &mut violations);
            let shown = field(name("shown"), shown(&details.shown), &mut violations);
            if let (Some(id), Some(outcome), Some(reason), Some(shown)) = (id, outcome, reason, shown) {
                read.log_ids.push(id);
                read.outcomes.push(outcome.as_str().to_owned());
                read.reasons.push(reason);
                read.shown.push(shown);
            }
        }
        if violations.is_empty() {
            Ok(read)
        } else {
            Err(Error::Invalid(violations))
        }
    }

    /// Stores the outcomes next to their log entries. Entries that are missing or older than an hour get
    /// none, so that old entries cannot be amended.
    #[tracing::instrument(
        name = "INSERT staff_log_outcomes",
        skip_all,
        fields(otel.kind = "client", db.system.name = "postgresql")
    )]
    pub async fn note(&self, db: &PgPool) -> sqlx::Result<()> {
        sqlx::query!(
            "INSERT INTO staff_log_outcomes (log_id, outcome, reason, shown)
             SELECT log_id, outcome, reason, string_to_array(told.shown, ' ')
             FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS told (log_id, outcome, reason, shown)
               JOIN staff_log ON staff_log.id = told.log_id
             WHERE asked_at > now() - interval '1 hour'
             ON CONFLICT (log_id) DO NOTHING",
            &self.log_ids,
            &self.outcomes,
            &self.reasons,
            &self.shown
        )
        .execute(db)
        .await
        .map(drop)
    }
}

/// Validates the items that a list showed: numbers and ids, which identify a person only to staff who may
/// look them up.
fn shown(sent: &[String]) -> Result<String, Broken> {
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_id = |id: &String| !id.is_empty() && id.len() <= MAX_REASON && id.chars().all(is_of_id);
    if sent.len() <= MOST_SHOWN && sent.iter().all(is_id) {
        Ok(sent.join(" "))
    } else {
        Err(Rule::Malformed.says("Only numbers and ids can be told, 100 at most"))
    }
}

/// Validates a reason code such as `ORDER_CHANGED`. A sentence is refused, because it might contain personal
/// data.
fn reason(sent: String) -> Result<String, Broken> {
    let is_of_code = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    if sent.len() <= MAX_REASON && sent.chars().all(is_of_code) {
        Ok(sent)
    } else {
        Err(Rule::Malformed.says("A reason is a code, such as ORDER_CHANGED"))
    }
}
