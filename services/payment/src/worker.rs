//! The job workers. Settling has its own worker, so that a hanging provider does not delay orders.

use jobs::{Failure, Handler, Job, Kind, Worker};

use crate::{
    capture::accept_payment,
    payments::Payments,
    reconciliation::compare_day,
    refunds::{refund_job, send_refund},
    settlements::read_settlements,
    statements::match_credits,
    webhooks::handle_webhook,
};

/// The number of concurrent jobs per worker. Less than the number of database connections.
const AT_ONCE: usize = 3;

const OF_ORDERS: [Kind; 2] = [accept_payment::KIND, match_credits::KIND];
const OF_PROVIDERS: [Kind; 2] = [handle_webhook::KIND, refund_job::KIND];
/// These jobs read long lists and are not urgent.
const OF_LISTS: [Kind; 2] = [compare_day::KIND, read_settlements::KIND];

/// The job handler of this service.
#[derive(Debug, Clone)]
pub struct Jobs(Payments);

impl Handler for Jobs {
    async fn run(&self, job: &Job) -> Result<(), Failure> {
        let Self(payments) = self;
        if job.kind == accept_payment::KIND.name {
            accept_payment::run(payments, job).await
        } else if job.kind == match_credits::KIND.name {
            match_credits::run(payments, job).await
        } else if job.kind == refund_job::KIND.name {
            send_refund::run(payments, job).await
        } else if job.kind == compare_day::KIND.name {
            compare_day::run(payments, job).await
        } else if job.kind == read_settlements::KIND.name {
            read_settlements::run(payments, job).await
        } else {
            handle_webhook::run(payments, job).await
        }
    }
}

/// The workers of this service, with task names. Also registers their wakers.
pub fn all(payments: &Payments) -> [(&'static str, Worker<Jobs>); 3] {
    compare_day::init_counters();
    read_settlements::init_counters();
    let worker = |kinds, at_once| Worker::new(payments.db.clone(), kinds, at_once, Jobs(payments.clone()));
    let workers = [
        ("settling", worker(&OF_ORDERS, AT_ONCE)),
        ("provider", worker(&OF_PROVIDERS, AT_ONCE)),
        ("lists", worker(&OF_LISTS, 1)),
    ];
    let wakers = workers.iter().map(|(_, worker)| worker.waker());
    payments.workers.register(wakers.collect());
    workers
}
