use std::time::Duration;

/// The pause after a database failure, about as long as a restart takes.
const DATABASE_AWAY: Duration = Duration::from_secs(3);

/// A kind of job, with its retry policy.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The name in the table and in metrics.
    pub name: &'static str,
    /// The pauses after attempts without effect. The last one repeats.
    pub retry_after: &'static [Duration],
    /// The pauses after attempts whose effect is unknown. There are no more repeats than pauses.
    pub repeat_after: &'static [Duration],
    /// The number of attempts after which a job is dead-lettered.
    pub max_attempts: i32,
    /// The age after which a job is useless and dropped.
    pub useful_for: Duration,
}

/// Why a job failed. The text is logged and stored with a dead job, so it must not contain personal data.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It had no effect, and may succeed later.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// The database failed before the job had any effect. It is retried soon and does not count as an
    /// attempt.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// It is unknown whether the job had its effect.
    #[error("{0:#}; its outcome is unknown")]
    Unknown(anyhow::Error),
    /// It was not started, for example because of a stop. It is due at once for another worker; this is no
    /// failure.
    #[error("it is put off")]
    Postponed,
    /// It can never succeed.
    #[error("{0}")]
    Poison(String),
}

/// The next step of a job after an attempt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NextStep {
    /// It is removed.
    Done,
    /// It is removed without being done, because it is too old.
    Expired,
    /// It is due again after the pause, with these counts.
    Retry {
        pause: Duration,
        attempts: i32,
        unknown_outcomes: i32,
    },
    /// It is dead-lettered with the reason, for an operator.
    Dead(String),
}

impl Kind {
    /// Decides whether to attempt a job of this age in seconds. The counts include the coming attempt.
    pub(crate) fn next_step_before(
        &self,
        age: f64,
        attempts: i32,
        unknown_outcomes: i32,
    ) -> Option<NextStep> {
        if age > self.useful_for.as_secs_f64() {
            return Some(NextStep::Expired);
        }
        // For example if the handler crashes the whole program each time.
        let given_up = attempts > self.max_attempts || index(unknown_outcomes) > self.repeat_after.len();
        given_up.then(|| {
            NextStep::Dead(format!(
                "given up: {} attempts ended without a word",
                attempts - 1
            ))
        })
    }

    /// Decides what happens after an attempt, which is included in the counts.
    pub(crate) fn next_step_after(
        &self,
        attempts: i32,
        unknown: i32,
        outcome: &Result<(), Failure>,
    ) -> NextStep {
        let Err(failure) = outcome else {
            return NextStep::Done;
        };
        let pauses = self.retry_after;
        let again = match failure {
            Failure::Postponed => Some((&Duration::ZERO, attempts - 1, unknown)),
            Failure::Database(_) => Some((&DATABASE_AWAY, attempts - 1, unknown)),
            Failure::Retry(_) if attempts < self.max_attempts => {
                let pause = pauses.get(index(attempts - 1)).or(pauses.last());
                pause.map(|pause| (pause, attempts, unknown))
            }
            Failure::Unknown(_) => {
                let pause = self.repeat_after.get(index(unknown));
                pause.map(|pause| (pause, attempts, unknown + 1))
            }
            Failure::Retry(_) | Failure::Poison(_) => None,
        };
        let Some((&pause, attempts, unknown_outcomes)) = again else {
            return NextStep::Dead(failure.to_string());
        };
        NextStep::Retry {
            pause,
            attempts,
            unknown_outcomes,
        }
    }
}

/// Converts a count to an index.
fn index(count: i32) -> usize {
    usize::try_from(count).unwrap_or(0)
}
