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
    planning::plan::ReservationOutcome,
};

/// The time that an order waits if its caller gave no deadline.
const LOCK_TIMEOUT: Duration = Duration::from_millis(400);

/// The time that an order keeps some of its packs locked while it waits for the others. Groups wait twice as
/// long.
const SHORT_LOCK_TIMEOUT: Duration = Duration::from_millis(100);

/// The part of the caller's time that is left for sending the response.
const RESPONSE_RESERVE: Duration = Duration::from_millis(50);

/// Reserves for one order at a time, on one connection. Orders that wait for a locked pack leave the pool to
/// other requests.
#[derive(Debug, Clone)]
pub(super) struct SingleReservations {
    own: Arc<Mutex<OwnConnection>>,
    relay: Waker,
}

impl SingleReservations {
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
    ) -> sqlx::Result<ReservationOutcome> {
        let until = deadline.unwrap_or_else(|| Instant::now() + LOCK_TIMEOUT + 2 * RESPONSE_RESERVE);
        let (waits_until, until) = (until - 2 * RESPONSE_RESERVE, until - RESPONSE_RESERVE);
        let mut own = timeout_at(waits_until, self.own.lock())
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)?;
        loop {
            let bound = until.saturating_duration_since(Instant::now());
            let order = request.clone();
            let reserving = own.within(bound, async |db| {
                for pack in pack_store::find_locked(db, order.packs()).await? {
                    let timeout = waits_until.saturating_duration_since(Instant::now());
                    pack_store::wait_until_free(db, pack, timeout).await?;
                }
                reserve_all(db, vec![order], SHORT_LOCK_TIMEOUT).await
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
