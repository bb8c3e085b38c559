use std::sync::Arc;

use outbox::{Delivery, Failure, Handler};
use sqlx::PgConnection;
use tokio::sync::Semaphore;

/// What a handler does in these stories: it does as told, and then writes the payload down, together with the inbox.
pub(crate) struct WriteDown<A>(pub(crate) A);

impl<A, Acting> Handler for WriteDown<A>
where
    A: Fn(Delivery) -> Acting + Send + Sync + 'static,
    Acting: Future<Output = Result<(), Failure>> + Send,
{
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        (self.0)(delivery.clone()).await
    }

    async fn record(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        sqlx::query("INSERT INTO effects (payload) VALUES ($1)")
            .bind(&delivery.payload[..])
            .execute(transaction)
            .await
            .map(drop)
    }
}

/// A handler that only writes down.
pub(crate) fn writer() -> impl Handler {
    WriteDown(|_| std::future::ready(Ok(())))
}

pub(crate) fn busy(what: &'static str) -> Failure {
    Failure::Retry(std::io::Error::other(what).into())
}

/// Holds what comes until it is released, and tells that it does.
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

    /// A handler that writes down what is released.
    pub(crate) fn handler(&self) -> impl Handler + use<> {
        let gate = self.clone();
        WriteDown(move |_| {
            let gate = gate.clone();
            async move {
                gate.held.add_permits(1);
                gate.released.acquire().await.expect("it stays open").forget();
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
