//! Checks PostgreSQL, the queues in the services' databases, and the problems that programs recorded there.

use std::collections::BTreeSet;

use anyhow::Context as _;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, postgres::PgConnectOptions};

use super::check::Check;
use crate::installation::{Installation, programs};

/// The maximum wait of an event for NATS, in seconds.
const LONGEST_WAIT: f64 = 60.0;

/// The number of dead jobs per day that indicates a problem. Fewer may be mistyped email addresses.
const MANY_GIVEN_UP: i64 = 3;

/// Events that wait for NATS, and those that it refuses.
const EVENTS: &str = "SELECT count(*) FILTER (WHERE parked_at IS NULL) AS events,
       coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE parked_at IS NULL)), 0)::float8 AS oldest,
       count(*) FILTER (WHERE parked_at IS NOT NULL) AS parked
     FROM outbox WHERE published_at IS NULL";

/// Dead jobs, and those of the last day.
const GIVEN_UP: &str = "SELECT count(*), count(*) FILTER (WHERE dead_at > now() - interval '1 day') FROM jobs WHERE dead_at IS NOT NULL";

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
pub(super) struct Seen {
    pub(super) checks: Vec<Check>,
    /// The consumers with an event that failed and is retried.
    pub(super) failing: BTreeSet<String>,
}

/// The state of one database.
#[derive(Debug, Default, PartialEq)]
struct Contents {
    waiting: Waiting,
    /// Dead jobs, for example mails that no server accepted.
    given_up: i64,
    /// The dead jobs of the last day.
    given_up_lately: i64,
    stale_tasks: Vec<String>,
    lost_streams: Vec<String>,
    differences: i64,
    failing: Vec<String>,
}

#[derive(Debug, Default, PartialEq, sqlx::FromRow)]
struct Waiting {
    /// Events that are not in NATS yet.
    events: i64,
    /// The wait of the oldest of them, in seconds.
    oldest: f64,
    /// Events that NATS refuses for good.
    parked: i64,
}

pub(super) async fn look(installation: &Installation) -> Seen {
    let seen = looked_at(installation).await;
    seen.unwrap_or_else(|error| Seen {
        checks: vec![Check::wrong("PostgreSQL", format!("{error:#}"))],
        ..Seen::default()
    })
}

async fn looked_at(installation: &Installation) -> anyhow::Result<Seen> {
    let options = installation.superuser()?;
    let mut connection = options.connect().await.context("does not answer")?;
    let version: String = sqlx::query_scalar("SHOW server_version")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    let mut seen = Seen::default();
    seen.checks
        .push(Check::well("PostgreSQL", format!("answers, version {version}")));
    for program in programs().iter().filter(|program| program.is_service) {
        let database = program.database();
        match contents(&options.clone().database(&database)).await {
            Ok(contents) => {
                seen.checks.push(check(&database, &contents));
                seen.failing.extend(contents.failing);
            }
            Err(error) => seen.checks.push(Check::wrong(&database, format!("{error:#}"))),
        }
    }
    Ok(seen)
}

fn check(database: &str, contents: &Contents) -> Check {
    let Waiting {
        events,
        oldest,
        parked,
    } = contents.waiting;
    let says = format!(
        "{events} events wait, {parked} are parked, {} jobs were given up",
        contents.given_up
    );
    let mut faults = Vec::new();
    if parked > 0 || oldest > LONGEST_WAIT {
        faults.push(format!("the oldest event waits for {oldest:.0} s"));
    }
    if contents.given_up_lately >= MANY_GIVEN_UP {
        faults.push(format!(
            "{} jobs were given up within a day",
            contents.given_up_lately
        ));
    }
    if !contents.stale_tasks.is_empty() {
        faults.push(format!(
            "periodic tasks fail: {}",
            contents.stale_tasks.join(", ")
        ));
    }
    if !contents.lost_streams.is_empty() {
        let streams = contents.lost_streams.join(", ");
        faults.push(format!(
            "NATS lost events of {streams}, which were published again"
        ));
    }
    if contents.differences > 0 {
        faults.push(format!(
            "{} differences between what is kept, told and heard",
            contents.differences
        ));
    }
    if faults.is_empty() {
        Check::well(database, says)
    } else {
        Check::wrong(database, format!("{says}; {}", faults.join("; ")))
    }
}

async fn contents(options: &PgConnectOptions) -> anyhow::Result<Contents> {
    let mut connection = options.connect().await?;
    let mut contents = Contents::default();
    if has(&mut connection, "outbox").await? {
        contents.waiting = sqlx::query_as(EVENTS).fetch_one(&mut connection).await?;
        contents.lost_streams = sqlx::query_scalar(LOST_STREAMS)
            .fetch_all(&mut connection)
            .await?;
        contents.differences = sqlx::query_scalar(DIFFERENCES).fetch_one(&mut connection).await?;
        contents.failing = sqlx::query_scalar(FAILING).fetch_all(&mut connection).await?;
    }
    if has(&mut connection, "jobs").await? {
        (contents.given_up, contents.given_up_lately) =
            sqlx::query_as(GIVEN_UP).fetch_one(&mut connection).await?;
        contents.stale_tasks = sqlx::query_scalar(STALE_TASKS).fetch_all(&mut connection).await?;
    }
    connection.close().await?;
    Ok(contents)
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

    fn is_well(contents: &Contents) -> bool {
        check("shop_order", contents).is_well
    }

    fn waiting(events: i64, oldest: f64, parked: i64) -> Contents {
        Contents {
            waiting: Waiting {
                events,
                oldest,
                parked,
            },
            ..Contents::default()
        }
    }

    #[test]
    fn events_that_wait_for_a_moment_are_well_and_parked_ones_are_not() {
        assert!(is_well(&waiting(40, 2.0, 0)));
        assert!(!is_well(&waiting(40, 61.0, 0)));
        assert!(!is_well(&waiting(0, 0.0, 1)));
    }

    #[test]
    fn many_jobs_given_up_within_a_day_are_wrong() {
        let mails = |given_up_lately| Contents {
            given_up: 9,
            given_up_lately,
            ..Contents::default()
        };
        assert!(is_well(&mails(2)));
        assert!(!is_well(&mails(3)));
    }

    #[test]
    fn names_what_its_programs_noted() {
        let noted = Contents {
            stale_tasks: vec!["outbox".to_owned(), "reservations".to_owned()],
            lost_streams: vec!["ORDERS".to_owned()],
            differences: 2,
            ..Contents::default()
        };
        let check = check("shop_order", &noted);
        assert!(!check.is_well);
        for words in [
            "periodic tasks fail: outbox, reservations",
            "lost events of ORDERS",
            "2 differences",
        ] {
            assert!(check.says.contains(words), "{words}: {}", check.says);
        }
    }
}
