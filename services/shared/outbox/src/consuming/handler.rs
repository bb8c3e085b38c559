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
    /// What kind of event it is.
    pub subject: String,
    /// What it is about; absent in what older versions published.
    pub aggregate: Option<Aggregate>,
    /// When it happened; absent in what older versions published.
    pub occurred_at: Option<OffsetDateTime>,
    /// The message, encoded.
    pub payload: Bytes,
}

impl Delivery {
    /// How long ago the event happened. Where it does not say, its id does, if that is a UUIDv7.
    pub fn age(&self) -> Option<Duration> {
        let written = || {
            let (seconds, _) = self.event_id.get_timestamp()?.to_unix();
            OffsetDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()
        };
        let age = OffsetDateTime::now_utc() - self.occurred_at.or_else(written)?;
        Some(Duration::try_from(age).unwrap_or_default())
    }
}

/// Where the effect of a handler is, which decides how many statements its events cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// In [`Handler::handle`]: [`Handler::record`] is not asked, and the note in the inbox needs no transaction.
    Handled,
    /// In [`Handler::record`]: [`Handler::handle`] only checks the event, so it needs no claim unless it comes again.
    Recorded,
    /// In both.
    Both,
    /// The event has none: it is noted, and that is all.
    Nothing,
}

impl Effect {
    /// Whether something is written in the transaction of the note.
    pub(crate) fn is_recorded(self) -> bool {
        matches!(self, Self::Recorded | Self::Both)
    }

    /// Whether something happens outside of that transaction.
    pub(crate) fn is_handled(self) -> bool {
        matches!(self, Self::Handled | Self::Both)
    }
}

/// What a consumer does about an event, in two steps.
///
/// [`handle`](Self::handle) has its effect outside of the database and may take minutes: no other replica handles the event
/// meanwhile, and no transaction is open. [`record`](Self::record) follows when it worked, in the transaction that notes the
/// event in the inbox: what it writes there happens once per event, whatever dies.
pub trait Handler: Send + Sync + 'static {
    /// In which of the two steps the effect of an event with this subject is.
    fn effect(&self, subject: &str) -> Effect {
        let _ = subject;
        Effect::Handled
    }

    /// Has the effect outside of the database, such as a mail. It ends early when the program stops, if it can do so
    /// safely.
    fn handle(&self, delivery: &Delivery) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Writes what the database keeps of it, if [`effect`](Self::effect) says that it does. A database that is away is
    /// waited for, so this may be called again after a transaction that was rolled back.
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
            subject: "shop.order.placed.v2".to_owned(),
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
