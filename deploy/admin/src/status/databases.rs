//! Whether PostgreSQL answers, and what waits in the services' databases.

use anyhow::Context as _;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, postgres::PgConnectOptions};

use super::check::Check;
use crate::installation::{Installation, programs};

/// An event that waits longer than this for NATS, in seconds, is a problem.
const LONGEST_WAIT: f64 = 60.0;

/// So many jobs that are given up within a day are no mistyped addresses of shoppers any more.
const MANY_GIVEN_UP: i64 = 3;

/// What waits in one database.
#[derive(Debug, Default, PartialEq, sqlx::FromRow)]
struct Waiting {
    /// Events that NATS does not have yet.
    events: i64,
    /// How long the oldest of them waits, in seconds.
    oldest: f64,
    /// Events that NATS will never take.
    parked: i64,
    /// Jobs that were given up, such as mails that no server took.
    given_up: i64,
    /// Those of them that were given up within a day.
    given_up_lately: i64,
}

pub(super) async fn checks(installation: &Installation) -> Vec<Check> {
    let seen = looked_at(installation).await;
    seen.unwrap_or_else(|error| vec![Check::wrong("PostgreSQL", format!("{error:#}"))])
}

async fn looked_at(installation: &Installation) -> anyhow::Result<Vec<Check>> {
    let options = installation.superuser()?;
    let mut connection = options.connect().await.context("does not answer")?;
    let version: String = sqlx::query_scalar("SHOW server_version")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    let mut checks = vec![Check::well("PostgreSQL", format!("answers, version {version}"))];
    for program in programs().iter().filter(|program| program.is_service) {
        let database = program.database();
        let seen = waiting(&options.clone().database(&database)).await;
        checks.push(Check::of(&database, seen.map(|seen| check(&database, &seen))));
    }
    Ok(checks)
}

fn check(database: &str, waiting: &Waiting) -> Check {
    let Waiting {
        events,
        oldest,
        parked,
        given_up,
        given_up_lately,
    } = waiting;
    let says = format!("{events} events wait, {parked} are parked, {given_up} jobs were given up");
    if *parked > 0 || *oldest > LONGEST_WAIT {
        return Check::wrong(database, format!("{says}; the oldest waits for {oldest:.0} s"));
    }
    if *given_up_lately >= MANY_GIVEN_UP {
        return Check::wrong(
            database,
            format!("{says}, {given_up_lately} of them within a day"),
        );
    }
    Check::well(database, says)
}

async fn waiting(options: &PgConnectOptions) -> anyhow::Result<Waiting> {
    let mut connection = options.connect().await?;
    let mut waiting = Waiting::default();
    if has(&mut connection, "outbox").await? {
        waiting = sqlx::query_as(
            "SELECT count(*) FILTER (WHERE parked_at IS NULL) AS events,
                    coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE parked_at IS NULL)), 0)::float8 AS oldest,
                    count(*) FILTER (WHERE parked_at IS NOT NULL) AS parked,
                    0::bigint AS given_up, 0::bigint AS given_up_lately
             FROM outbox WHERE published_at IS NULL",
        )
        .fetch_one(&mut connection)
        .await?;
    }
    if has(&mut connection, "jobs").await? {
        (waiting.given_up, waiting.given_up_lately) = sqlx::query_as(
            "SELECT count(*), count(*) FILTER (WHERE dead_at > now() - interval '1 day') FROM jobs WHERE dead_at IS NOT NULL",
        )
        .fetch_one(&mut connection)
        .await?;
    }
    connection.close().await?;
    Ok(waiting)
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

    #[test]
    fn events_that_wait_for_a_moment_are_well_and_parked_ones_are_not() {
        let well = Waiting {
            events: 40,
            oldest: 2.0,
            ..Waiting::default()
        };
        assert!(check("shop_order", &well).is_well);
        let late = Waiting { oldest: 61.0, ..well };
        assert!(!check("shop_order", &late).is_well);
        let parked = Waiting {
            parked: 1,
            ..Waiting::default()
        };
        assert!(!check("shop_order", &parked).is_well);
        let mails = |given_up_lately| Waiting {
            given_up: 9,
            given_up_lately,
            ..Waiting::default()
        };
        assert!(check("shop_notification", &mails(2)).is_well);
        assert!(!check("shop_notification", &mails(3)).is_well);
    }
}
