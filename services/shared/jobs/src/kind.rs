use std::time::Duration;

/// How long a database that failed is left alone: about as long as a restart takes.
const DATABASE_AWAY: Duration = Duration::from_secs(3);

/// A sort of work, and how it is tried again.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The name that the table keeps, and that operators see.
    pub name: &'static str,
    /// The pauses after attempts that had no effect; the last one repeats.
    pub retry_after: &'static [Duration],
    /// The pauses after attempts of which it is unknown whether they had their effect; there are no more repeats than pauses.
    pub repeat_after: &'static [Duration],
    /// After so many attempts a job is dead.
    pub max_attempts: i32,
    /// A job that is older is of no use any more, and is dropped.
    pub useful_for: Duration,
}

/// Why a job was not done. What it says is logged and kept with a dead job, so it must hold nothing personal.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It had no effect, and may work later.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// The database failed before it had any effect. That says nothing about the work, so it is due soon, and no attempt.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// It is unknown whether the job had its effect.
    #[error("{0:#}; nobody knows whether it had its effect")]
    Unknown(anyhow::Error),
    /// It was not begun, such as at a stop, and is due at once for another worker; no failure.
    #[error("it is put off")]
    Postponed,
    /// It will never work.
    #[error("{0}")]
    Poison(String),
}

/// What becomes of a job after an attempt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It leaves the table.
    Done,
    /// It leaves the table undone: it is too old to be of use.
    Expired,
    /// It is due again after the pause, with these counts.
    Again {
        pause: Duration,
        attempts: i32,
        unknown_outcomes: i32,
    },
    /// It stays, with the reason, for an operator to look at.
    Dead(String),
}

impl Kind {
    /// Whether a job of so many seconds is worth an attempt; this one is counted.
    pub(crate) fn verdict_before(&self, age: f64, attempts: i32, unknown_outcomes: i32) -> Option<Verdict> {
        if age > self.useful_for.as_secs_f64() {
            return Some(Verdict::Expired);
        }
        // As when the handler takes the whole program down, again and again.
        let given_up = attempts > self.max_attempts || place(unknown_outcomes) > self.repeat_after.len();
        given_up.then(|| {
            Verdict::Dead(format!(
                "given up: {} attempts ended without a word",
                attempts - 1
            ))
        })
    }

    /// What follows from an attempt, which is counted.
    pub(crate) fn verdict_after(
        &self,
        attempts: i32,
        unknown: i32,
        outcome: &Result<(), Failure>,
    ) -> Verdict {
        let Err(failure) = outcome else {
            return Verdict::Done;
        };
        let pauses = self.retry_after;
        let again = match failure {
            Failure::Postponed => Some((&Duration::ZERO, attempts - 1, unknown)),
            Failure::Database(_) => Some((&DATABASE_AWAY, attempts - 1, unknown)),
            Failure::Retry(_) if attempts < self.max_attempts => {
                let pause = pauses.get(place(attempts - 1)).or(pauses.last());
                pause.map(|pause| (pause, attempts, unknown))
            }
            Failure::Unknown(_) => {
                let pause = self.repeat_after.get(place(unknown));
                pause.map(|pause| (pause, attempts, unknown + 1))
            }
            Failure::Retry(_) | Failure::Poison(_) => None,
        };
        let Some((&pause, attempts, unknown_outcomes)) = again else {
            return Verdict::Dead(failure.to_string());
        };
        Verdict::Again {
            pause,
            attempts,
            unknown_outcomes,
        }
    }
}

/// A count as a place in a list.
fn place(count: i32) -> usize {
    usize::try_from(count).unwrap_or(0)
}
