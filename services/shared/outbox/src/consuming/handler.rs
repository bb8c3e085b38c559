use std::time::Duration;

use bytes::Bytes;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Aggregate, Failure};

/// An event to handle.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The event's id.
    pub event_id: Uuid,
    /// The event's subject, which is its kind.
    pub subject: String,
    /// The event's aggregate. `None` if no relay wrote the message.
    pub aggregate: Option<Aggregate>,
    /// When the event occurred. `None` if no relay wrote the message.
    pub occurred_at: Option<OffsetDateTime>,
    /// The encoded message.
    pub payload: Bytes,
}

impl Delivery {
    /// The event's age. Without its time, it is derived from the id if that is a UUIDv7.
    pub fn age(&self) -> Option<Duration> {
        let written = || {
            let (seconds, _) = self.event_id.get_timestamp()?.to_unix();
            OffsetDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()
        };
        let age = OffsetDateTime::now_utc() - self.occurred_at.or_else(written)?;
        Some(Duration::try_from(age).unwrap_or_default())
    }
}

/// Where a handler has its effect. Decides how many statements its events cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// In [`Handler::handle`]. [`Handler::record`] is not called, and the inbox note needs no transaction.
    Handled,
    /// In [`Handler::record`]. [`Handler::handle`] only checks the event, so a claim is needed only on
    /// redelivery.
    Recorded,
    /// In both.
    Both,
    /// Nowhere. The event is only noted.
    Nothing,
}

impl Effect {
    /// True if something is written in the transaction of the note.
    pub(crate) fn is_recorded(self) -> bool {
        matches!(self, Self::Recorded | Self::Both)
    }

    /// True if something happens outside that transaction.
    pub(crate) fn is_handled(self) -> bool {
        matches!(self, Self::Handled | Self::Both)
    }
}

/// Handles events, in two steps.
///
/// [`handle`](Self::handle) has an effect outside the database and may take minutes; no other replica handles
/// the event meanwhile, and no transaction is open. [`record`](Self::record) follows if it succeeded, in the
/// transaction that notes the event in the inbox, so it takes effect once per event, even after crashes.
pub trait Handler: Send + Sync + 'static {
    /// The step in which events with this subject have their effect.
    fn effect(&self, subject: &str) -> Effect {
        let _ = subject;
        Effect::Handled
    }

    /// Has the external effect, such as a mail. Should end early when the program stops, if that is safe.
    fn handle(&self, delivery: &Delivery) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Writes to the database, if [`effect`](Self::effect) says so. May be called again after a rollback,
    /// because a failed database is waited for.
    fn record(
        &self,
        transaction: &mut PgConnection,
        delivery: &Delivery,
    ) -> impl Future<Output = sqlx::Result<()>> + Send {
        let _ = (transaction, delivery);
        std::future::ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_without_a_time_is_as_old_as_its_id() {
        let mut delivery = Delivery {
            event_id: Uuid::now_v7(),
            subject: "shop.order.placed.v1".to_owned(),
            aggregate: None,
            occurred_at: None,
            payload: Bytes::new(),
        };
        assert!(delivery.age().is_some_and(|age| age < Duration::from_mins(1)));
        delivery.occurred_at = Some(OffsetDateTime::now_utc() - Duration::from_hours(24));
        assert!(delivery.age().is_some_and(|age| age >= Duration::from_hours(24)));
        delivery.occurred_at = Some(OffsetDateTime::now_utc() + Duration::from_hours(24));
        assert_eq!(delivery.age(), Some(Duration::ZERO), "of a clock that is ahead");
        (delivery.event_id, delivery.occurred_at) = (Uuid::from_u128(7), None);
        assert_eq!(delivery.age(), None);
    }
}
