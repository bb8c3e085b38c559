//! The job workers. Settling has its own worker, so that a hanging provider does not delay orders.

use jobs::{Failure, Handler, Job, Kind, Worker};

use crate::{
    payments::Payments,
    reconciling::comparing,
    refunding::{refund_job, sending},
    settlements::reading,
    settling::settle,
    statements::matching,
    webhooks::handling,
};

/// The number of concurrent jobs per worker. Less than the number of database connections.
const AT_ONCE: usize = 3;

const OF_ORDERS: [Kind; 2] = [settle::KIND, matching::KIND];
const OF_PROVIDERS: [Kind; 2] = [handling::KIND, refund_job::KIND];
/// These jobs read long lists and are not urgent.
const OF_LISTS: [Kind; 2] = [comparing::KIND, reading::KIND];

/// The job handler of this service.
#[derive(Debug, Clone)]
pub struct Jobs(Payments);

impl Handler for Jobs {
    async fn run(&self, job: &Job) -> Result<(), Failure> {
        let Self(payments) = self;
        if job.kind == settle::KIND.name {
            settle::run(payments, job).await
        } else if job.kind == matching::KIND.name {
            matching::run(payments, job).await
        } else if job.kind == refund_job::KIND.name {
            sending::run(payments, job).await
        } else if job.kind == comparing::KIND.name {
            comparing::run(payments, job).await
        } else if job.kind == reading::KIND.name {
            reading::run(payments, job).await
        } else {
            handling::run(payments, job).await
        }
    }
}

/// The workers of this service, with task names. Also registers their wakers.
pub fn all(payments: &Payments) -> [(&'static str, Worker<Jobs>); 3] {
    comparing::count_from_zero();
    reading::count_from_zero();
    let worker = |kinds, at_once| Worker::new(payments.db.clone(), kinds, at_once, Jobs(payments.clone()));
    let workers = [
        ("settling", worker(&OF_ORDERS, AT_ONCE)),
        ("provider", worker(&OF_PROVIDERS, AT_ONCE)),
        ("lists", worker(&OF_LISTS, 1)),
    ];
    let wakers = workers.iter().map(|(_, worker)| worker.waker());
    payments.workers.name(wakers.collect());
    workers
}
