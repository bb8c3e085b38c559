//! Reservations that arrive while others are being written go together: one transaction locks their packs, decides for each in
//! turn, and commits once. While everybody wants the same pack, each would else wait for the commit of the one before.
//!
//! docs/decisions/0029-group-commit.md has the figures.

use std::{collections::HashMap, time::Duration};

use sqlx::PgPool;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span};

use crate::reservations::{
    plan_store::{ReservationRequest, reserve_all},
    planning::plan::Outcome,
};

/// How long packs are kept for an order before it is asked whether it was placed: far longer than placing takes.
const HELD_FOR: Duration = Duration::from_mins(15);

/// Orders that are reserved for in one transaction at most, so that the first of them does not wait long for the last.
const LARGEST_GROUP: usize = 64;

/// Orders that wait for the group before at most; one more waits for a place.
const QUEUE: usize = 1_024;

/// How long a group waits for a pack that somebody else has locked: a hundred times as long as a group takes, for a machine may be busy,
/// and not so long that who placed an order has given up (0.9 s). Then each of its orders is reserved for alone, so that who wants
/// other packs does not wait for this one.
const PATIENCE: Duration = Duration::from_millis(500);

struct Waiting {
    request: ReservationRequest,
    answer: oneshot::Sender<Outcome>,
    /// Where the request stands in its trace.
    span: Span,
}

/// Reserves packs for orders, those that arrive together in one transaction.
#[derive(Debug, Clone)]
pub struct Reservations {
    db: PgPool,
    queue: mpsc::Sender<Waiting>,
}

/// The orders that wait to be reserved for.
pub struct Queue {
    db: PgPool,
    waiting: mpsc::Receiver<Waiting>,
}

impl Reservations {
    /// Whoever gets the [`Queue`] runs it.
    pub fn new(db: PgPool) -> (Self, Queue) {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let reservations = Self {
            db: db.clone(),
            queue,
        };
        (reservations, Queue { db, waiting })
    }

    /// Reserves all lines for an order, or none. What goes wrong with a group goes wrong for none of it: each order has its own try
    /// then, and its own error.
    #[tracing::instrument(skip_all)]
    pub async fn reserve(&self, request: ReservationRequest) -> sqlx::Result<Outcome> {
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting {
            request: request.clone(),
            answer,
            span: Span::current(),
        };
        if self.queue.send(waiting).await.is_ok()
            && let Ok(outcome) = answered.await
        {
            return Ok(outcome);
        }
        let mut outcomes = reserve_all(&self.db, vec![request], HELD_FOR, None).await?;
        Ok(outcomes.pop().expect("each order has an outcome"))
    }
}

impl Queue {
    /// Reserves for whoever waits, group by group, until told to stop.
    pub async fn run(mut self, stopping: CancellationToken) -> anyhow::Result<()> {
        let mut group = Vec::new();
        let running = async {
            loop {
                if self.waiting.recv_many(&mut group, LARGEST_GROUP).await == 0 {
                    // Nobody can ask any more, for the server has ended.
                    return std::future::pending().await;
                }
                // What a group does stands in the trace of its first order.
                let span = group
                    .first()
                    .map_or_else(Span::none, |first: &Waiting| first.span.clone());
                let group = std::mem::take(&mut group);
                reserve_group(&self.db, group).instrument(span).await;
            }
        };
        stopping.run_until_cancelled(running).await.unwrap_or(Ok(()))
    }
}

/// An order that gets no answer is reserved for alone by whoever waits for it.
async fn reserve_group(db: &PgPool, group: Vec<Waiting>) {
    let (orders, answers): (Vec<_>, Vec<_>) = join_repeated(group).into_iter().unzip();
    if orders.is_empty() {
        return;
    }
    match reserve_all(db, orders, HELD_FOR, Some(PATIENCE)).await {
        Ok(outcomes) => {
            for (answers, outcome) in answers.into_iter().zip(outcomes) {
                for answer in answers {
                    // A caller that gave up finds its packs when it comes again, or they are settled.
                    let _ = answer.send(outcome.clone());
                }
            }
        }
        Err(error) => tracing::debug!(%error, orders = answers.len(), "a group is reserved for one by one"),
    }
}

/// Each order once, with all who wait for it. Whoever gave up wants nothing any more; a try with other lines than the one before is
/// left out, and follows alone.
fn join_repeated(group: Vec<Waiting>) -> Vec<(ReservationRequest, Vec<oneshot::Sender<Outcome>>)> {
    let mut orders: Vec<(ReservationRequest, Vec<_>)> = Vec::with_capacity(group.len());
    let mut places = HashMap::new();
    for Waiting { request, answer, .. } in group {
        if answer.is_closed() {
            continue;
        }
        let place = *places.entry(request.order_id).or_insert(orders.len());
        match orders.get_mut(place) {
            None => orders.push((request, vec![answer])),
            Some((first, answers)) if first.lines == request.lines => answers.push(answer),
            Some(_) => drop(answer),
        }
    }
    orders
}
