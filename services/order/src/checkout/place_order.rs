//! Places an order: quotes prices, checks the cart, reserves packs, and stores the order with its event.

use rand::Rng as _;
use runtime::status::{Rule, Violation};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use values::day_in_india;

use crate::{
    checkout::{
        catalog::Catalog,
        checkout_store::{self, OrderContext},
        idempotency::{Key, replay},
        inventory::Inventory,
        order_number::order_number,
        price::{self, Quote},
        unconfirmed_bounds::UnconfirmedBounds,
        validated_checkout::Checkout,
    },
    delivery::{
        charges, pincodes,
        rules::{DeliveryRules, ShopRules},
    },
    error::Error,
    events,
    link::Links,
    order::{
        charge::{CashBound, Charge},
        payment_method::PaymentWindow,
        record::Order,
    },
};

/// The maximum number of draws of an order number. Even one collision is rare.
const NUMBER_DRAWS: u32 = 5;

/// Places orders.
#[derive(Debug, Clone)]
pub struct PlaceOrder {
    /// The database of orders.
    pub db: PgPool,
    /// The client of the catalog.
    pub catalog: Catalog,
    /// The client of the inventory.
    pub inventory: Inventory,
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
    /// The limits of packs that shoppers hold without paying.
    pub bounds: UnconfirmedBounds,
    /// Holds the key for pseudonyms of networks.
    pub links: Links,
    /// The shop's delivery rules.
    pub rules: ShopRules,
    /// The payment window of online orders.
    pub payment_window: PaymentWindow,
}

/// The delivery dates and charges of an order.
#[derive(Debug, Default)]
struct DeliveryOffer {
    /// The first and last delivery date. `None` for an unknown pincode.
    days: Option<(Date, Date)>,
    /// The charges.
    charges: Vec<Charge>,
}

/// Creates the counters at 0, because Prometheus sees an increase only from an existing value.
pub fn count_from_zero() {
    for name in [
        "orders_placed_total",
        "orders_placed_rupees_total",
        "orders_without_stock_total",
    ] {
        metrics::counter!(name).absolute(0);
    }
}

impl PlaceOrder {
    /// Places an order at the catalog's prices, once for each caller and key.
    ///
    /// The returned order is on disk, with an event that reaches every consumer. After an error nothing is
    /// stored, unless the response to the commit was lost. Then a retry with the same key returns the stored
    /// order.
    pub async fn place(
        &self,
        key: Option<Key>,
        checkout: Checkout,
        now: OffsetDateTime,
    ) -> Result<Order, Error> {
        if let Some(key) = &key
            && let Some(answer) = replay(
                checkout_store::earlier_orders(&self.db, key).await?,
                key,
                &checkout,
            )
        {
            return answer;
        }
        let order = match self.price_and_store(key.as_ref(), &checkout, now).await {
            // Another replica may have stored the order meanwhile. Its order counts, so that retries do not
            // fail for lack of stock.
            Err(error @ (Error::InventoryDown(_) | Error::CatalogDown(_))) => {
                let Some(key) = &key else { return Err(error) };
                let stored = checkout_store::earlier_orders(&self.db, key).await?;
                return replay(stored, key, &checkout).unwrap_or(Err(error));
            }
            tried => tried?,
        };
        self.relay.wake();
        metrics::counter!("orders_placed_total").increment(1);
        let rupees = u64::try_from(order.total_paise / 100).unwrap_or_default();
        metrics::counter!("orders_placed_rupees_total").increment(rupees);
        Ok(order)
    }

    /// Returns the delivery dates and charges. Without a payment method there are no charges, and the pincode
    /// may be unknown.
    async fn delivery_offer(
        &self,
        checkout: &Checkout,
        rules: &DeliveryRules,
        now: OffsetDateTime,
    ) -> Result<DeliveryOffer, Error> {
        let area = pincodes::find(&self.db, &checkout.details.pincode, rules).await?;
        let method = checkout.details.payment_method;
        let Some(area) = area else {
            return if method.is_none() {
                Ok(DeliveryOffer::default())
            } else {
                let broken = Rule::Unknown.says("We do not know this pincode. Please check it.");
                Err(Error::Invalid(vec![Violation::new("pincode", broken)]))
            };
        };
        let charges = method.map_or(Ok(Vec::new()), |method| charges::charges(method, area.terms));
        Ok(DeliveryOffer {
            days: Some(area.zone.delivery_dates(day_in_india(now), &rules.holidays)),
            charges: charges.map_err(|violation| Error::Invalid(vec![violation]))?,
        })
    }

    async fn price_and_store(
        &self,
        key: Option<&Key>,
        checkout: &Checkout,
        now: OffsetDateTime,
    ) -> Result<Order, Error> {
        let rules = self.rules.current();
        let (quotes, offer, ()) = tokio::try_join!(
            self.catalog.quote(checkout),
            self.delivery_offer(checkout, &rules, now),
            self.bounds.check(&self.db, checkout, &self.links)
        )?;
        let bound = CashBound::from_paise(rules.cod_limit_paise);
        self.store(key, checkout, (quotes, offer, bound), now).await
    }

    /// Returns the end of the payment window. Fails if online payment is chosen but not offered.
    fn due_at(
        &self,
        checkout: &Checkout,
        placed_at: OffsetDateTime,
    ) -> Result<Option<OffsetDateTime>, Error> {
        let due_at = self
            .payment_window
            .due_at(checkout.details.payment_method, placed_at);
        due_at.map_err(|violation| Error::Invalid(vec![violation]))
    }

    async fn store(
        &self,
        key: Option<&Key>,
        checkout: &Checkout,
        (quotes, offer, bound): (Vec<Quote>, DeliveryOffer, CashBound),
        now: OffsetDateTime,
    ) -> Result<Order, Error> {
        let draw_number = || order_number(now, rand::rng().next_u64());
        let id = key.map_or_else(Uuid::now_v7, |key| key.order_id(0));
        let mut order = price::price(checkout, quotes, offer.charges, id, draw_number(), now)?;
        (order.promised_from, order.promised_by) = offer.days.unzip();
        let beside_goods: i64 = order.charges.iter().map(|charge| charge.amount_paise).sum();
        bound
            .check(order.details.payment_method, order.total_paise - beside_goods)
            .map_err(|violation| Error::Invalid(vec![violation]))?;
        order.payment_due_at = self.due_at(checkout, order.placed_at)?;
        // Reservations without an order are released by a periodic task. This request cannot do it, because a
        // concurrent retry with the same key may be storing the order.
        self.inventory.reserve(&order).await?;
        for _ in 1..NUMBER_DRAWS {
            match self.try_to_store(key, checkout, &order).await {
                Err(Error::Database(error)) => match (database::violated_constraint(&error), key) {
                    (Some(checkout_store::ORDER_NUMBER_TAKEN), _) => order.order_number = draw_number(),
                    (Some(checkout_store::ORDER_ID_TAKEN), Some(key)) => {
                        order.id = self.next_order_id(key).await?;
                        self.inventory.reserve(&order).await?;
                    }
                    _ => return Err(error.into()),
                },
                stored => return stored,
            }
        }
        self.try_to_store(key, checkout, &order).await
    }

    /// Returns the order's ID for a key that is used again after it was forgotten. It makes another order,
    /// like a new key.
    async fn next_order_id(&self, key: &Key) -> sqlx::Result<Uuid> {
        let mut earlier = 1;
        loop {
            let id = key.order_id(earlier);
            if !checkout_store::is_placed(&self.db, id).await? {
                return Ok(id);
            }
            earlier += 1;
        }
    }

    /// Stores the key, the order and its event in one transaction. If another request already stored the key,
    /// returns the response to a retry.
    async fn try_to_store(
        &self,
        key: Option<&Key>,
        checkout: &Checkout,
        order: &Order,
    ) -> Result<Order, Error> {
        runtime::fail_at("order", "before_begin");
        let mut transaction = database::begin(&self.db).await?;
        let context = OrderContext {
            event: &events::order_placed(order),
            traceparent: runtime::trace_context::current(),
            network: checkout.network_code(&self.links),
        };
        let is_inserted = checkout_store::insert(&mut transaction, key, checkout, order, context).await?;
        if let Some(key) = key
            && !is_inserted
        {
            let stored = checkout_store::earlier_orders(&mut *transaction, key).await?;
            return replay(stored, key, checkout).ok_or(sqlx::Error::RowNotFound)?;
        }
        runtime::fail_at("order", "before_commit");
        transaction.commit().await?;
        runtime::fail_at("order", "after_commit");
        Ok(order.clone())
    }
}
