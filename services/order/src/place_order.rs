//! Placing an order: quote, check, keep with its event.

use rand::Rng as _;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    catalog::Catalog,
    checkout::Checkout,
    error::Error,
    events,
    idempotency::{Kept, Key},
    order::{self, Order, Quote, Receipt},
    store,
};

/// How often a number that another order has is drawn anew; once is already rare.
const NUMBER_DRAWS: u32 = 5;

/// Places orders.
#[derive(Debug, Clone)]
pub struct PlaceOrder {
    /// The orders.
    pub db: PgPool,
    /// Whom to ask for prices.
    pub catalog: Catalog,
    /// Told when an event waits to be published.
    pub relay: outbox::Waker,
}

impl PlaceOrder {
    /// Places an order at the catalog's prices, once per key.
    ///
    /// What it answers is on disk, with an event that will reach every consumer. When it fails, nothing is kept,
    /// save that the answer to a commit can be lost on the way: the same key then answers what was kept.
    pub async fn place(
        &self,
        key: Option<Key>,
        checkout: Checkout,
        now: OffsetDateTime,
    ) -> Result<Receipt, Error> {
        let payload_hash = checkout.payload_hash();
        if let Some(key) = &key
            && let Some(kept) = store::kept(&self.db, key).await?
        {
            return kept.answer(payload_hash);
        }
        let quotes = self.catalog.quote(&checkout).await?;
        let receipt = self
            .keep(key.as_ref(), payload_hash, checkout, quotes, now)
            .await?;
        self.relay.wake();
        metrics::counter!("orders_placed_total").increment(1);
        let rupees = u64::try_from(receipt.total_paise / 100).unwrap_or_default();
        metrics::counter!("orders_placed_rupees_total").increment(rupees);
        Ok(receipt)
    }

    async fn keep(
        &self,
        key: Option<&Key>,
        payload_hash: [u8; 32],
        checkout: Checkout,
        quotes: Vec<Quote>,
        now: OffsetDateTime,
    ) -> Result<Receipt, Error> {
        let number = order::order_number(now, rand::rng().next_u64());
        let mut order = order::price(checkout, quotes, Uuid::now_v7(), number, now)?;
        for _ in 1..NUMBER_DRAWS {
            match self.keep_once(key, payload_hash, &order).await {
                Err(error) if database::violated_constraint(&error) == Some(store::ORDER_NUMBER_TAKEN) => {
                    order.number = order::order_number(now, rand::rng().next_u64());
                }
                kept => return kept?.answer(payload_hash),
            }
        }
        self.keep_once(key, payload_hash, &order)
            .await?
            .answer(payload_hash)
    }

    /// One transaction: the key, the order, its lines and its event; or what another one kept under the key.
    async fn keep_once(
        &self,
        key: Option<&Key>,
        payload_hash: [u8; 32],
        order: &Order,
    ) -> sqlx::Result<Kept> {
        let mut transaction = self.db.begin().await?;
        if let Some(key) = key
            && !store::claim(&mut transaction, key, &payload_hash, order).await?
        {
            let kept = store::kept(&mut *transaction, key).await?;
            return kept.ok_or(sqlx::Error::RowNotFound);
        }
        store::insert(&mut transaction, order).await?;
        outbox::write(&mut transaction, events::order_placed(order)).await?;
        transaction.commit().await?;
        Ok(Kept {
            payload_hash: payload_hash.to_vec(),
            receipt: order.receipt(),
        })
    }
}
