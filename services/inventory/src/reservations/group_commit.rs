//! Group commit: reservations that arrive while others are being written share one transaction, which locks
//! their packs, decides for each order in turn, and commits once. Without it, orders for the same pack wait
//! for each other's commits.
//!
//! The measurements are in docs/decisions/0029-group-commit.md.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    time::Duration,
};

use database::OwnConnection;
use outbox::Waker;
use sqlx::PgPool;
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span};

use crate::{
    pack::Pack,
    reservations::{
        pack_store,
        plan_store::{ReservationRequest, reserve_all},
        planning::plan::ReservationOutcome,
        single_reservations::SingleReservations,
    },
};

/// The maximum number of orders in one transaction. It bounds the wait of the first order in a group.
const LARGEST_GROUP: usize = 64;

/// The maximum number of orders in the queue. Further orders wait for space in it.
const QUEUE: usize = 1_024;

/// The time that a group waits for a locked row: forty times as long as a group takes, because a machine may
/// be busy, and less than a quarter of an order's time (0.9 s). After it, the group continues without the
/// locked packs.
const LOCK_TIMEOUT: Duration = Duration::from_millis(200);

/// The maximum time of a group, after which its connection counts as dead. Callers have timed out by then.
const LONGEST_GROUP: Duration = Duration::from_secs(2);

/// The time for which orders for a locked pack bypass the groups, so that not every group waits for it.
const LOCKED_FOR: Duration = Duration::from_millis(500);

struct QueuedRequest {
    request: ReservationRequest,
    answer: oneshot::Sender<ReservationOutcome>,
    /// The request's span in its trace.
    span: Span,
}

/// An order of a group, with all callers that wait for it.
type GroupedOrder = (ReservationRequest, Vec<oneshot::Sender<ReservationOutcome>>);

/// Reserves packs for orders. Orders that arrive together share a transaction.
#[derive(Debug, Clone)]
pub struct Reservations {
    queue: mpsc::Sender<QueuedRequest>,
    single: SingleReservations,
}

/// The queue of orders that wait for a reservation.
pub struct Queue {
    own: OwnConnection,
    relay: Waker,
    waiting: mpsc::Receiver<QueuedRequest>,
    /// Packs that a group found locked, and the time.
    locked: BTreeMap<Pack, Instant>,
}

impl Reservations {
    /// The caller runs the [`Queue`]. `relay` is woken after each commit that wrote events.
    pub fn new(db: &PgPool, relay: Waker) -> (Self, Queue) {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let reservations = Self {
            queue,
            single: SingleReservations::new(db, relay.clone()),
        };
        let queue = Queue {
            own: OwnConnection::beside(db),
            relay,
            waiting,
            locked: BTreeMap::new(),
        };
        (reservations, queue)
    }

    /// Reserves all lines of an order, or none, for a caller that waits for `allowed`. If the order's group
    /// fails, the order is tried alone and gets its own error.
    #[tracing::instrument(skip_all)]
    pub async fn reserve(
        &self,
        request: ReservationRequest,
        allowed: Option<Duration>,
    ) -> sqlx::Result<ReservationOutcome> {
        let deadline = allowed.map(|allowed| Instant::now() + allowed);
        let (answer, answered) = oneshot::channel();
        let waiting = QueuedRequest {
            request: request.clone(),
            answer,
            span: Span::current(),
        };
        if self.queue.send(waiting).await.is_ok()
            && let Ok(outcome) = answered.await
        {
            return Ok(outcome);
        }
        self.single.reserve(request, deadline).await
    }
}

impl Queue {
    /// Reserves for the queued orders, group by group, until told to stop.
    pub async fn run(mut self, stopping: CancellationToken) -> anyhow::Result<()> {
        let mut group = Vec::new();
        let running = async {
            loop {
                if self.waiting.recv_many(&mut group, LARGEST_GROUP).await == 0 {
                    // All senders are dropped, because the server has ended.
                    return std::future::pending().await;
                }
                // The trace of the first order shows the work of its group.
                let span = group
                    .first()
                    .map_or_else(Span::none, |first: &QueuedRequest| first.span.clone());
                let group = join_repeated(std::mem::take(&mut group));
                self.reserve_group(group).instrument(span).await;
            }
        };
        stopping.run_until_cancelled(running).await.unwrap_or(Ok(()))
    }

    /// Reserves for a group. Orders that get no outcome here are tried alone by their callers.
    async fn reserve_group(&mut self, mut group: Vec<GroupedOrder>) {
        loop {
            self.locked.retain(|_, found_at| found_at.elapsed() < LOCKED_FOR);
            group.retain(|(order, _)| !order.packs().any(|pack| self.locked.contains_key(&pack)));
            if group.is_empty() {
                return;
            }
            let orders = group.iter().map(|(order, _)| order.clone()).collect();
            let reserving = self.own.within(LONGEST_GROUP, async |db| {
                reserve_all(db, orders, LOCK_TIMEOUT).await
            });
            match reserving.await {
                Ok(reserved) => {
                    if reserved.has_events {
                        self.relay.wake();
                    }
                    return answer(group, reserved.outcomes);
                }
                Err(error) if database::is_contended(&error) && self.find_locked(&group).await => (),
                Err(error) => {
                    tracing::debug!(%error, orders = group.len(), "group reserved one by one");
                    return;
                }
            }
        }
    }

    /// Notes which packs of a group are locked now. Returns false if none is.
    async fn find_locked(&mut self, group: &[GroupedOrder]) -> bool {
        let packs: BTreeSet<_> = group.iter().flat_map(|(order, _)| order.packs()).collect();
        let finding = self
            .own
            .within(LONGEST_GROUP, async |db| pack_store::find_locked(db, packs).await);
        let locked = finding.await.unwrap_or_default();
        self.locked
            .extend(locked.iter().map(|pack| (*pack, Instant::now())));
        !locked.is_empty()
    }
}

fn answer(group: Vec<GroupedOrder>, outcomes: Vec<ReservationOutcome>) {
    for ((_, answers), outcome) in group.into_iter().zip(outcomes) {
        for answer in answers {
            // A caller that gave up finds its reservation when it retries, or a periodic task finalizes it.
            let _ = answer.send(outcome.clone());
        }
    }
}

/// Returns each order once, with all callers that wait for it. Leaves out orders whose callers gave up, and
/// retries with other lines than the first: those are tried alone.
fn join_repeated(group: Vec<QueuedRequest>) -> Vec<GroupedOrder> {
    let mut orders: Vec<GroupedOrder> = Vec::with_capacity(group.len());
    let mut places = HashMap::new();
    for QueuedRequest { request, answer, .. } in group {
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
