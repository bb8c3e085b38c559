//! Checks PostgreSQL, the queues in the services' databases, and the problems that programs recorded there.

use std::collections::BTreeSet;

use anyhow::Context as _;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, postgres::PgConnectOptions};

use super::check::Check;
use crate::installation::{Installation, programs};

/// The maximum wait of an event for NATS, in seconds.
const MAX_WAIT_SECONDS: f64 = 60.0;

/// The number of dead jobs per day that indicates a problem. Fewer may be mistyped email addresses.
const MAX_DEAD_JOBS: i64 = 3;

/// Events that wait for NATS, and those that it refuses.
const EVENTS: &str = "SELECT count(*) FILTER (WHERE parked_at IS NULL) AS events,
       coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE parked_at IS NULL)), 0)::float8 AS oldest,
       count(*) FILTER (WHERE parked_at IS NOT NULL) AS parked
     FROM outbox WHERE published_at IS NULL";

/// Dead jobs, and those of the last day.
const DEAD_JOBS: &str = "SELECT count(*), count(*) FILTER (WHERE dead_at > now() - interval '1 day') FROM jobs WHERE dead_at IS NOT NULL";

/// Periodic tasks that did not succeed for three periods. A task that no program ran for a day belongs to an
/// earlier version.
const STALE_TASKS: &str = "SELECT name FROM periodic_tasks
     WHERE succeeded_at < now() - make_interval(secs => greatest(3 * every_seconds, 300)) AND due_at > now() - interval '1 day'
     ORDER BY name";

/// Streams that lost events within a day. After a restore they are new and are filled again.
const LOST_STREAMS: &str = "SELECT name FROM outbox_streams
     WHERE lost_at > greatest(now() - interval '1 day',
       nullif(current_setting('shop.restored_at', true), '')::timestamptz + interval '1 hour')
     ORDER BY name";

/// The number of differences that the last reconciliation found.
const DIFFERENCES: &str = "SELECT coalesce(sum(differences), 0)::bigint FROM reconciliations";

/// Consumers with an event that failed and is retried. A first attempt counts as 1.
const FAILING: &str = "SELECT DISTINCT consumer FROM inbox_claims WHERE attempts > 1";

/// The checks of all databases.
#[derive(Debug, Default)]
pub(super) struct DatabaseStatus {
    pub(super) checks: Vec<Check>,
    /// The consumers with an event that failed and is retried.
    pub(super) failing: BTreeSet<String>,
}

/// The state of one database.
#[derive(Debug, Default, PartialEq)]
struct DatabaseState {
    outbox: OutboxState,
    /// Dead jobs, for example mails that no server accepted.
    dead_jobs: i64,
    /// The dead jobs of the last day.
    recent_dead_jobs: i64,
    stale_tasks: Vec<String>,
    lost_streams: Vec<String>,
    differences: i64,
    failing: Vec<String>,
}

#[derive(Debug, Default, PartialEq, sqlx::FromRow)]
struct OutboxState {
    /// Events that are not in NATS yet.
    events: i64,
    /// The wait of the oldest of them, in seconds.
    oldest: f64,
    /// Events that NATS refuses for good.
    parked: i64,
}

pub(super) async fn check_all(installation: &Installation) -> DatabaseStatus {
    let status = try_check_all(installation).await;
    status.unwrap_or_else(|error| DatabaseStatus {
        checks: vec![Check::failed("PostgreSQL", format!("{error:#}"))],
        ..DatabaseStatus::default()
    })
}

async fn try_check_all(installation: &Installation) -> anyhow::Result<DatabaseStatus> {
    let options = installation.superuser()?;
    let mut connection = options.connect().await.context("does not answer")?;
    let version: String = sqlx::query_scalar("SHOW server_version")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    let mut status = DatabaseStatus::default();
    status.checks.push(Check::healthy(
        "PostgreSQL",
        format!("answers, version {version}"),
    ));
    for program in programs().iter().filter(|program| program.is_service) {
        let database = program.database();
        match state(&options.clone().database(&database)).await {
            Ok(state) => {
                status.checks.push(check(&database, &state));
                status.failing.extend(state.failing);
            }
            Err(error) => status.checks.push(Check::failed(&database, format!("{error:#}"))),
        }
    }
    Ok(status)
}

fn check(database: &str, state: &DatabaseState) -> Check {
    let OutboxState {
        events,
        oldest,
        parked,
    } = state.outbox;
    let message = format!(
        "{events} events wait, {parked} are parked, {} jobs are dead",
        state.dead_jobs
    );
    let mut problems = Vec::new();
    if parked > 0 || oldest > MAX_WAIT_SECONDS {
        problems.push(format!("the oldest event waits for {oldest:.0} s"));
    }
    if state.recent_dead_jobs >= MAX_DEAD_JOBS {
        problems.push(format!("{} jobs died within a day", state.recent_dead_jobs));
    }
    if !state.stale_tasks.is_empty() {
        problems.push(format!("periodic tasks fail: {}", state.stale_tasks.join(", ")));
    }
    if !state.lost_streams.is_empty() {
        let streams = state.lost_streams.join(", ");
        problems.push(format!(
            "NATS lost events of {streams}, which were published again"
        ));
    }
    if state.differences > 0 {
        problems.push(format!(
            "{} differences between stored, published and handled records",
            state.differences
        ));
    }
    if problems.is_empty() {
        Check::healthy(database, message)
    } else {
        Check::failed(database, format!("{message}; {}", problems.join("; ")))
    }
}

async fn state(options: &PgConnectOptions) -> anyhow::Result<DatabaseState> {
    let mut connection = options.connect().await?;
    let mut state = DatabaseState::default();
    if has(&mut connection, "outbox").await? {
        state.outbox = sqlx::query_as(EVENTS).fetch_one(&mut connection).await?;
        state.lost_streams = sqlx::query_scalar(LOST_STREAMS)
            .fetch_all(&mut connection)
            .await?;
        state.differences = sqlx::query_scalar(DIFFERENCES).fetch_one(&mut connection).await?;
        state.failing = sqlx::query_scalar(FAILING).fetch_all(&mut connection).await?;
    }
    if has(&mut connection, "jobs").await? {
        (state.dead_jobs, state.recent_dead_jobs) =
            sqlx::query_as(DEAD_JOBS).fetch_one(&mut connection).await?;
        state.stale_tasks = sqlx::query_scalar(STALE_TASKS).fetch_all(&mut connection).await?;
    }
    connection.close().await?;
    Ok(state)
}

async fn has(connection: &mut PgConnection, table: &str) -> anyhow::Result<bool> {
    let found = sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL")
        .bind(table)
        .fetch_one(connection)
        .await?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_healthy(state: &DatabaseState) -> bool {
        check("shop_order", state).is_healthy
    }

    fn outbox(events: i64, oldest: f64, parked: i64) -> DatabaseState {
        DatabaseState {
            outbox: OutboxState {
                events,
                oldest,
                parked,
            },
            ..DatabaseState::default()
        }
    }

    #[test]
    fn events_that_wait_for_a_moment_are_healthy_and_parked_ones_are_not() {
        assert!(is_healthy(&outbox(40, 2.0, 0)));
        assert!(!is_healthy(&outbox(40, 61.0, 0)));
        assert!(!is_healthy(&outbox(0, 0.0, 1)));
    }

    #[test]
    fn many_jobs_that_died_within_a_day_fail_a_check() {
        let mails = |recent_dead_jobs| DatabaseState {
            dead_jobs: 9,
            recent_dead_jobs,
            ..DatabaseState::default()
        };
        assert!(is_healthy(&mails(2)));
        assert!(!is_healthy(&mails(3)));
    }

    #[test]
    fn names_what_its_programs_noted() {
        let recorded = DatabaseState {
            stale_tasks: vec!["outbox".to_owned(), "reservations".to_owned()],
            lost_streams: vec!["ORDERS".to_owned()],
            differences: 2,
            ..DatabaseState::default()
        };
        let check = check("shop_order", &recorded);
        assert!(!check.is_healthy);
        for words in [
            "periodic tasks fail: outbox, reservations",
            "lost events of ORDERS",
            "2 differences",
        ] {
            assert!(check.message.contains(words), "{words}: {}", check.message);
        }
    }
}
