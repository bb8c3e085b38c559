//! Reports the outcomes of staff calls to the audit log, in the background. A report that fails is missing in
//! the log.

use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;
use proto::identity::v1::{NoteStaffOutcomesRequest, StaffCallOutcome, StaffOutcome};
use runtime::{Frame, Method, status, texts_at};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status};
use web::backend::Backend;

/// The most outcomes in one request, a limit of the identity service.
const MOST: usize = 100;

/// The most outcomes in the queue. Staff members make a few calls per second. The queue fills only while the
/// identity service is down, and then the office makes no calls.
const QUEUE_LENGTH: usize = 10_000;

/// The reason in the log for a call that was not sent, for example because its order does not exist.
const NOT_SENT: &str = "NOT_SENT";

/// The reason in the log for a call that was cancelled before its answer.
const CANCELLED: &str = "CANCELLED";

const NEVER_POISONED: &str = "nothing panics while it holds this lock";

/// The sender of the outcome queue.
#[derive(Debug, Clone)]
pub(crate) struct AuditOutcomes(mpsc::Sender<StaffCallOutcome>);

/// The receiver of the outcome queue.
type OutcomeReceiver = mpsc::Receiver<StaffCallOutcome>;

/// The outcome of an audited call, or of all page reads of one list. Reported to the audit log on drop.
pub(crate) struct AuditGuard {
    log_ids: Vec<String>,
    outcomes: AuditOutcomes,
    last: Mutex<(StaffOutcome, String)>,
    shown: Mutex<Vec<String>>,
}

impl AuditOutcomes {
    /// Starts a task that reports outcomes to this identity service until the frame stops.
    pub(crate) fn reporting_to(identity: Backend, frame: &Frame) -> Self {
        let (outcomes, receiver) = Self::new();
        frame.spawn("outcomes", report(receiver, identity, frame.stopping()));
        outcomes
    }

    /// The sender and the receiver of a new queue.
    fn new() -> (Self, OutcomeReceiver) {
        let (sender, receiver) = mpsc::channel(QUEUE_LENGTH);
        (Self(sender), receiver)
    }

    /// Tracks the outcome of a call for the log entries that are added.
    pub(crate) fn watch(&self) -> AuditGuard {
        AuditGuard {
            log_ids: Vec::new(),
            outcomes: self.clone(),
            last: Mutex::new((StaffOutcome::Refused, NOT_SENT.to_owned())),
            shown: Mutex::default(),
        }
    }
}

impl AuditGuard {
    /// Adds a log entry of the call; an empty id adds nothing.
    pub(crate) fn add(&mut self, log_id: String) {
        self.log_ids.extend(Some(log_id).filter(|id| !id.is_empty()));
    }

    /// Notes that the call is sent. Its outcome is unknown until the answer.
    pub(crate) fn begin(&self) {
        self.note((StaffOutcome::Unknown, CANCELLED.to_owned()));
    }

    /// Notes the answer to the call.
    pub(crate) fn end<T>(&self, answer: &Result<T, Status>) {
        self.note(match answer {
            Ok(_) => (StaffOutcome::Done, String::new()),
            Err(status) => outcome_of(status),
        });
    }

    /// Notes the numbers or ids in the encoded answer that the contract names; only the first [`MOST`] are
    /// reported. A call with several log entries notes none, because the entries name what it shows.
    pub(crate) fn note_shown(&self, method: &Method, answer: impl FnOnce() -> Bytes) {
        let path = method.staff.as_ref().map(|rule| rule.shown).unwrap_or_default();
        if path.is_empty() || self.log_ids.len() > 1 {
            return;
        }
        let texts = texts_at(answer(), path).unwrap_or_default().into_iter();
        let ids = texts.filter_map(|text| String::from_utf8(text.into()).ok());
        let ids = ids.filter(|id| !id.is_empty()).take(MOST);
        *self.shown.lock().expect(NEVER_POISONED) = ids.collect();
    }

    fn note(&self, outcome: (StaffOutcome, String)) {
        *self.last() = outcome;
    }

    fn last(&self) -> MutexGuard<'_, (StaffOutcome, String)> {
        self.last.lock().expect(NEVER_POISONED)
    }
}

impl Drop for AuditGuard {
    fn drop(&mut self) {
        let (outcome, reason) = self.last().clone();
        let shown = std::mem::take(&mut *self.shown.lock().expect(NEVER_POISONED));
        for log_id in std::mem::take(&mut self.log_ids) {
            let report = StaffCallOutcome {
                log_id,
                outcome: outcome.into(),
                reason: reason.clone(),
                shown: shown.clone(),
            };
            if self.outcomes.0.try_send(report).is_err() {
                tracing::warn!("outcome of a call for staff was not logged");
            }
        }
    }
}

/// The outcome of a failed call: refused if the service did nothing, else unknown.
fn outcome_of(status: &Status) -> (StaffOutcome, String) {
    let outcome = match status.code() {
        Code::Ok => StaffOutcome::Done,
        Code::InvalidArgument
        | Code::NotFound
        | Code::AlreadyExists
        | Code::PermissionDenied
        | Code::ResourceExhausted
        | Code::FailedPrecondition
        | Code::Aborted
        | Code::OutOfRange
        | Code::Unimplemented
        | Code::Unauthenticated => StaffOutcome::Refused,
        Code::Cancelled
        | Code::Unknown
        | Code::DeadlineExceeded
        | Code::Internal
        | Code::Unavailable
        | Code::DataLoss => StaffOutcome::Unknown,
    };
    let reason = status::details(status).reason;
    (outcome, reason.unwrap_or_else(|| name_of(status.code())))
}

/// The name of a gRPC code, such as `FAILED_PRECONDITION`.
fn name_of(code: Code) -> String {
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

/// Reports outcomes until `stopping` is cancelled and the queue is empty.
async fn report(
    mut receiver: OutcomeReceiver,
    identity: Backend,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    loop {
        let mut outcomes = Vec::new();
        tokio::select! {
            _ = receiver.recv_many(&mut outcomes, MOST) => {}
            () = stopping.cancelled(), if !receiver.is_closed() => receiver.close(),
        }
        if outcomes.is_empty() {
            if receiver.is_closed() && receiver.is_empty() {
                return Ok(());
            }
            continue;
        }
        let request = NoteStaffOutcomesRequest { outcomes };
        let reported = identity.call(request).await;
        if let Err(status) = reported {
            tracing::warn!(code = ?status.code(), "outcomes of calls for staff were not logged");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_whether_something_may_have_been_done() {
        let changed = status::with_reason(Code::Aborted, "ORDER_CHANGED", "It was changed.");
        for (status, outcome, reason) in [
            (changed, StaffOutcome::Refused, "ORDER_CHANGED"),
            (Status::not_found("None."), StaffOutcome::Refused, "NOT_FOUND"),
            (
                Status::failed_precondition("No."),
                StaffOutcome::Refused,
                "FAILED_PRECONDITION",
            ),
            (Status::unavailable("Away."), StaffOutcome::Unknown, "UNAVAILABLE"),
            (
                Status::deadline_exceeded("Late."),
                StaffOutcome::Unknown,
                "DEADLINE_EXCEEDED",
            ),
        ] {
            assert_eq!(outcome_of(&status), (outcome, reason.to_owned()));
        }
    }

    #[test]
    fn the_last_answer_counts_and_an_abandoned_call_has_an_unknown_outcome() {
        let (outcomes, mut receiver) = AuditOutcomes::new();
        let watch = |log_ids: &[&str]| {
            let mut watched = outcomes.watch();
            for id in log_ids {
                watched.add((*id).to_owned());
            }
            watched
        };
        drop(watch(&["never sent"]));
        watch(&[""]).begin();
        watch(&["left"]).begin();
        let read = watch(&["read", "", "read with it"]);
        read.begin();
        read.end(&Ok(()));
        read.begin();
        read.end::<()>(&Err(Status::unavailable("Away.")));
        drop(read);
        let mut reported = Vec::new();
        while let Ok(outcome) = receiver.try_recv() {
            reported.push((outcome.log_id.clone(), outcome.outcome(), outcome.reason));
        }
        let expected = [
            ("never sent", StaffOutcome::Refused, "NOT_SENT"),
            ("left", StaffOutcome::Unknown, "CANCELLED"),
            ("read", StaffOutcome::Unknown, "UNAVAILABLE"),
            ("read with it", StaffOutcome::Unknown, "UNAVAILABLE"),
        ];
        let expected = expected.map(|(id, outcome, reason)| (id.to_owned(), outcome, reason.to_owned()));
        assert_eq!(reported, expected);
    }
}
