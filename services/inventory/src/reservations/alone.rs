//! Reserves packs for single orders that the group path did not serve: a pack is locked, or the group failed.

use std::{sync::Arc, time::Duration};

use database::OwnConnection;
use outbox::Waker;
use sqlx::PgPool;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout_at},
};

use crate::reservations::{
    pack_store,
    plan_store::{ReservationRequest, reserve_all},
    planning::plan::Outcome,
};

/// The time that an order waits if its caller gave no deadline.
const PATIENCE: Duration = Duration::from_millis(400);

/// The time that an order keeps some of its packs locked while it waits for the others. Groups wait twice as
/// long.
const SHORT_PATIENCE: Duration = Duration::from_millis(100);

/// The part of the caller's time that is left for sending the response.
const FOR_THE_ANSWER: Duration = Duration::from_millis(50);

/// Reserves for one order at a time, on one connection. Orders that wait for a locked pack leave the pool to
/// other requests.
#[derive(Debug, Clone)]
pub(super) struct Alone {
    own: Arc<Mutex<OwnConnection>>,
    relay: Waker,
}

impl Alone {
    pub(super) fn new(db: &PgPool, relay: Waker) -> Self {
        Self {
            own: Arc::new(Mutex::new(OwnConnection::beside(db))),
            relay,
        }
    }

    /// Reserves all lines of an order, or none. Retries until shortly before `deadline` if other transactions
    /// hold locks.
    pub(super) async fn reserve(
        &self,
        request: ReservationRequest,
        deadline: Option<Instant>,
    ) -> sqlx::Result<Outcome> {
        let until = deadline.unwrap_or_else(|| Instant::now() + PATIENCE + 2 * FOR_THE_ANSWER);
        let (waits_until, until) = (until - 2 * FOR_THE_ANSWER, until - FOR_THE_ANSWER);
        let mut own = timeout_at(waits_until, self.own.lock())
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)?;
        loop {
            let bound = until.saturating_duration_since(Instant::now());
            let order = request.clone();
            let reserving = own.within(bound, async |db| {
                for pack in pack_store::find_locked(db, order.packs()).await? {
                    let patience = waits_until.saturating_duration_since(Instant::now());
                    pack_store::wait_until_free(db, pack, patience).await?;
                }
                reserve_all(db, vec![order], SHORT_PATIENCE).await
            });
            match reserving.await {
                Ok(mut reserved) => {
                    if reserved.has_events {
                        self.relay.wake();
                    }
                    return Ok(reserved.outcomes.pop().expect("each order has an outcome"));
                }
                Err(error) if database::is_contended(&error) && Instant::now() < waits_until => (),
                Err(error) => return Err(error),
            }
        }
    }
}
