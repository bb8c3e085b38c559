//! The job that matches credits with the orders that they name.

use std::time::Duration;

use jobs::{Failure, Job, Kind};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    error::Error,
    payments::Payments,
    statements::{credit::Credit, credit_store, pay_order},
};

/// The number of credits per job. Each takes two calls to the order service; the rest gets another job.
const AT_ONCE: i64 = 50;

/// Matches the credits of an import. Retries until the order service has answered for each.
pub const KIND: Kind = Kind {
    name: "match-credits",
    retry_after: &[
        Duration::from_secs(3),
        Duration::from_secs(10),
        Duration::from_secs(30),
        Duration::from_mins(1),
        Duration::from_mins(5),
        Duration::from_mins(15),
    ],
    repeat_after: &[
        Duration::from_secs(10),
        Duration::from_mins(1),
        Duration::from_mins(15),
    ],
    // Three days. Staff see the waiting credits meanwhile.
    max_attempts: 300,
    useful_for: Duration::from_hours(7 * 24),
};

#[derive(Serialize, Deserialize)]
struct Payload {
    import_id: Uuid,
}

/// Enqueues the matching of an import's credits in the given transaction.
pub async fn enqueue(db: &mut PgConnection, import_id: Uuid) -> sqlx::Result<()> {
    jobs::enqueue(db, &KIND, &Payload { import_id }).await?;
    Ok(())
}

/// Runs the job.
pub async fn run(payments: &Payments, job: &Job) -> Result<(), Failure> {
    let Payload { import_id } = job.payload()?;
    let waiting = credit_store::waiting(&payments.db, import_id, AT_ONCE).await?;
    for credit in &waiting {
        match_one(payments, credit).await?;
    }
    if i64::try_from(waiting.len()) == Ok(AT_ONCE) {
        let mut connection = payments.db.acquire().await?;
        enqueue(&mut connection, import_id).await?;
    }
    Ok(())
}

async fn match_one(payments: &Payments, credit: &Credit) -> Result<(), Failure> {
    let Some(number) = &credit.order_number else {
        return Ok(());
    };
    match pay_order::pay(payments, credit, number, (None, "")).await {
        Ok(()) => Ok(()),
        Err(Error::UnknownOrder) => {
            let why = format!("It names {number}, and there is no such order.");
            Ok(credit_store::leave_unmatched(&payments.db, credit.id, &why).await?)
        }
        Err(Error::CreditRejected { words, .. }) => {
            let why = format!("It names {number}. {words}");
            Ok(credit_store::leave_unmatched(&payments.db, credit.id, &why).await?)
        }
        Err(Error::Database(error)) => Err(Failure::Database(error)),
        // The outcome is unknown. Repeating it is safe.
        Err(error) => Err(Failure::Retry(anyhow::Error::new(error))),
    }
}
