use std::sync::Arc;

use outbox::{Delivery, Effect, Failure, Handler};
use sqlx::PgConnection;
use tokio::sync::Semaphore;

/// A handler that runs a function, and then records the payload together with the inbox note.
pub(crate) struct WriteDown<A>(pub(crate) A);

impl<A, Acting> Handler for WriteDown<A>
where
    A: Fn(Delivery) -> Acting + Send + Sync + 'static,
    Acting: Future<Output = Result<(), Failure>> + Send,
{
    fn effect(&self, _: &str) -> Effect {
        Effect::Both
    }

    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        (self.0)(delivery.clone()).await
    }

    async fn record(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        write_down(transaction, delivery).await
    }
}

pub(crate) async fn write_down(transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
    sqlx::query("INSERT INTO effects (payload) VALUES ($1)")
        .bind(&delivery.payload[..])
        .execute(transaction)
        .await
        .map(drop)
}

/// A handler that only records, in the transaction of the note.
pub(crate) struct Recording<C, R>(pub(crate) C, pub(crate) R);

impl<C, R, Recorded> Handler for Recording<C, R>
where
    C: Fn() -> Result<(), Failure> + Send + Sync + 'static,
    R: Fn() -> Recorded + Send + Sync + 'static,
    Recorded: Future<Output = ()> + Send,
{
    fn effect(&self, _: &str) -> Effect {
        Effect::Recorded
    }

    async fn handle(&self, _: &Delivery) -> Result<(), Failure> {
        (self.0)()
    }

    async fn record(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        write_down(transaction, delivery).await?;
        (self.1)().await;
        Ok(())
    }
}

/// A handler that records everything, and counts as having an external effect.
pub(crate) fn claiming_writer() -> impl Handler {
    WriteDown(|_| std::future::ready(Ok(())))
}

/// A handler that records everything.
pub(crate) fn writer() -> impl Handler {
    Recording(|| Ok(()), || std::future::ready(()))
}

pub(crate) fn busy(what: &'static str) -> Failure {
    Failure::Retry(std::io::Error::other(what).into())
}

/// Holds events until they are released, and reports that it does.
#[derive(Clone)]
pub(crate) struct Gate {
    held: Arc<Semaphore>,
    released: Arc<Semaphore>,
}

impl Gate {
    pub(crate) fn new() -> Self {
        Self {
            held: Arc::new(Semaphore::new(0)),
            released: Arc::new(Semaphore::new(0)),
        }
    }

    /// A handler that records, and holds its transaction until it is released.
    pub(crate) fn recording(&self) -> impl Handler + use<> {
        let gate = self.clone();
        let hold = move || {
            let gate = gate.clone();
            async move { gate.hold().await }
        };
        Recording(|| Ok(()), hold)
    }

    pub(crate) async fn hold(&self) {
        self.held.add_permits(1);
        self.released.acquire().await.expect("it stays open").forget();
    }

    /// A handler that records released events.
    pub(crate) fn handler(&self) -> impl Handler + use<> {
        let gate = self.clone();
        WriteDown(move |_| {
            let gate = gate.clone();
            async move {
                gate.hold().await;
                Ok(())
            }
        })
    }

    pub(crate) async fn until_held(&self) {
        self.held.acquire().await.expect("it stays open").forget();
    }

    pub(crate) fn release(&self, count: usize) {
        self.released.add_permits(count);
    }
}
