use bytes::Bytes;
use sqlx::PgConnection;
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
    /// The message, encoded.
    pub payload: Bytes,
}

/// What a consumer does about an event, in two steps.
///
/// [`handle`](Self::handle) has its effect outside of the database and may take minutes: no other replica handles the event
/// meanwhile, and no transaction is open. [`record`](Self::record) follows when it worked, in the transaction that notes the
/// event in the inbox: what it writes there happens once per event, whatever dies.
pub trait Handler: Send + Sync + 'static {
    /// Has the effect outside of the database, such as a mail. It ends early when the program stops, if it can do so
    /// safely.
    fn handle(&self, delivery: &Delivery) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Writes what the database keeps of it; nothing, unless a handler says otherwise. A database that is away is
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
