//! What came of the calls that were made for staff, told to the log behind the answers: nobody waits for it, and what cannot be told
//! is missing there.

use std::sync::{Mutex, MutexGuard};

use proto::identity::v1::{
    NoteStaffOutcomesRequest, StaffCallOutcome, StaffOutcome, staff_service_client::StaffServiceClient,
};
use runtime::{Client, Frame, repeatable, status};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status};
use web::backend::Backend;

/// Calls that one request tells of, as the identity service takes them.
const MOST: usize = 100;

/// Calls that wait to be told. The shop's staff make some a second; more come only while the identity service is away, and then no
/// call is made.
const WAITING: usize = 10_000;

/// What the log is told of a call that was not made, such as when the order that it is about is not there.
const NOT_SENT: &str = "NOT_SENT";

/// What the log is told of a call that nobody waited for to its end.
const CANCELLED: &str = "CANCELLED";

const NEVER_POISONED: &str = "nothing panics while it holds this lock";

/// Where outcomes go.
#[derive(Debug, Clone)]
pub(crate) struct Outcomes(mpsc::Sender<StaffCallOutcome>);

/// The outcomes that are still to be told.
type Waiting = mpsc::Receiver<StaffCallOutcome>;

/// What came of what entries of the log asked for: of their only call, or of all that read a list to its end. It is told when it is
/// dropped.
pub(crate) struct Watched {
    log_ids: Vec<String>,
    outcomes: Outcomes,
    last: Mutex<(StaffOutcome, String)>,
    shown: Mutex<Vec<String>>,
}

impl Outcomes {
    /// Told to the log of this identity service, for as long as the frame runs.
    pub(crate) fn told_to(identity: Client, frame: &Frame) -> Self {
        let (outcomes, waiting) = Self::new();
        let identity = Backend::new(identity, StaffServiceClient::new);
        frame.spawn("outcomes", tell(waiting, identity, frame.stopping()));
        outcomes
    }

    /// The way in, and the way out.
    fn new() -> (Self, Waiting) {
        let (way_in, way_out) = mpsc::channel(WAITING);
        (Self(way_in), way_out)
    }

    /// Watches what comes of a call, for the entries that are added.
    pub(crate) fn watch(&self) -> Watched {
        Watched {
            log_ids: Vec::new(),
            outcomes: self.clone(),
            last: Mutex::new((StaffOutcome::Refused, NOT_SENT.to_owned())),
            shown: Mutex::default(),
        }
    }
}

impl Watched {
    /// The call has this entry; none when it is empty.
    pub(crate) fn add(&mut self, log_id: String) {
        self.log_ids.extend(Some(log_id).filter(|id| !id.is_empty()));
    }

    /// A call goes out; until it is answered, nobody knows what comes of it.
    pub(crate) fn begin(&self) {
        self.note((StaffOutcome::Unknown, CANCELLED.to_owned()));
    }

    /// A call is answered.
    pub(crate) fn end<T>(&self, answer: &Result<T, Status>) {
        self.note(match answer {
            Ok(_) => (StaffOutcome::Done, String::new()),
            Err(status) => outcome_of(status),
        });
    }

    /// The answer shows things or people with these numbers or ids; the first [`MOST`] are told.
    pub(crate) fn show(&self, mut ids: Vec<String>) {
        ids.truncate(MOST);
        *self.shown.lock().expect(NEVER_POISONED) = ids;
    }

    fn note(&self, outcome: (StaffOutcome, String)) {
        *self.last() = outcome;
    }

    fn last(&self) -> MutexGuard<'_, (StaffOutcome, String)> {
        self.last.lock().expect(NEVER_POISONED)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let (outcome, reason) = self.last().clone();
        let shown = std::mem::take(&mut *self.shown.lock().expect(NEVER_POISONED));
        for log_id in std::mem::take(&mut self.log_ids) {
            let told = StaffCallOutcome {
                log_id,
                outcome: outcome.into(),
                reason: reason.clone(),
                shown: shown.clone(),
            };
            if self.outcomes.0.try_send(told).is_err() {
                tracing::warn!("what came of a call for staff is missing in the log");
            }
        }
    }
}

/// What a refusal says of the call: whether nothing was done, or whether nobody knows.
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

/// `FAILED_PRECONDITION` for the code of that name.
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

/// Tells the log what came of calls, until told to stop and nothing waits any more.
async fn tell(
    mut waiting: Waiting,
    identity: Backend<StaffServiceClient<Client>>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    loop {
        let mut outcomes = Vec::new();
        tokio::select! {
            _ = waiting.recv_many(&mut outcomes, MOST) => {}
            () = stopping.cancelled(), if !waiting.is_closed() => waiting.close(),
        }
        if outcomes.is_empty() {
            if waiting.is_closed() && waiting.is_empty() {
                return Ok(());
            }
            continue;
        }
        let request = NoteStaffOutcomesRequest { outcomes };
        let told = identity
            .call(async |mut staff| staff.note_staff_outcomes(repeatable(request)).await)
            .await;
        if let Err(status) = told {
            tracing::warn!(code = ?status.code(), "what came of calls for staff is missing in the log");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_whether_something_may_have_been_done() {
        let moved = status::with_reason(Code::Aborted, "ORDER_MOVED", "It was changed.");
        for (status, outcome, reason) in [
            (moved, StaffOutcome::Refused, "ORDER_MOVED"),
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
    fn the_last_answer_counts_and_a_call_that_nobody_waited_for_is_not_known() {
        let (outcomes, mut waiting) = Outcomes::new();
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
        let mut told = Vec::new();
        while let Ok(outcome) = waiting.try_recv() {
            told.push((outcome.log_id.clone(), outcome.outcome(), outcome.reason));
        }
        let expected = [
            ("never sent", StaffOutcome::Refused, "NOT_SENT"),
            ("left", StaffOutcome::Unknown, "CANCELLED"),
            ("read", StaffOutcome::Unknown, "UNAVAILABLE"),
            ("read with it", StaffOutcome::Unknown, "UNAVAILABLE"),
        ];
        let expected = expected.map(|(id, outcome, reason)| (id.to_owned(), outcome, reason.to_owned()));
        assert_eq!(told, expected);
    }
}
