//! Placing an order: quote, check, reserve, keep with its event.

use rand::Rng as _;
use runtime::status::{Rule, Violation};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use values::day_in_india;

use crate::{
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
    placing::{
        catalog::Catalog,
        checkout::Checkout,
        idempotency::{Key, repeated},
        inventory::Inventory,
        order_number::order_number,
        placing_store::{self, Beside},
        price::{self, Quote},
        unconfirmed_bounds::UnconfirmedBounds,
    },
};

/// How often a number that another order has is drawn anew; once is already rare.
const NUMBER_DRAWS: u32 = 5;

/// Places orders.
#[derive(Debug, Clone)]
pub struct PlaceOrder {
    /// The orders.
    pub db: PgPool,
    /// The catalog, which is asked for prices.
    pub catalog: Catalog,
    /// The inventory, which keeps the packs.
    pub inventory: Inventory,
    /// Woken when an event waits to be published.
    pub relay: outbox::Waker,
    /// The bounds on packs that shoppers hold without paying.
    pub bounds: UnconfirmedBounds,
    /// Under whose key networks are kept as codes.
    pub links: Links,
    /// By which rules the shop delivers.
    pub rules: ShopRules,
    /// How long an order that is paid online waits for its money.
    pub payment_window: PaymentWindow,
}

/// The way of an order to its shopper.
#[derive(Debug, Default)]
struct Way {
    /// The first and the last day on which it may come; none where nobody knows the pincode.
    days: Option<(Date, Date)>,
    /// What it costs beside the lines.
    charges: Vec<Charge>,
}

/// Creates the counters at 0, for Prometheus sees an increase only from a number that was there before.
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
    /// Places an order at the catalog's prices, once per caller and key.
    ///
    /// What it answers is on disk, with an event that will reach every consumer. When it fails, nothing is kept,
    /// save that the answer to a commit can be lost on the way: the same key then answers what was kept.
    pub async fn place(
        &self,
        key: Option<Key>,
        checkout: Checkout,
        now: OffsetDateTime,
    ) -> Result<Order, Error> {
        if let Some(key) = &key
            && let Some(answer) = repeated(
                placing_store::earlier_orders(&self.db, key).await?,
                key,
                &checkout,
            )
        {
            return answer;
        }
        let order = match self.try_once(key.as_ref(), &checkout, now).await {
            // Another replica may have kept the order meanwhile and its answer counts: duplicates never fail for want of stock.
            Err(error @ (Error::InventoryDown(_) | Error::CatalogDown(_))) => {
                let Some(key) = &key else { return Err(error) };
                let kept = placing_store::earlier_orders(&self.db, key).await?;
                return repeated(kept, key, &checkout).unwrap_or(Err(error));
            }
            tried => tried?,
        };
        self.relay.wake();
        metrics::counter!("orders_placed_total").increment(1);
        let rupees = u64::try_from(order.total_paise / 100).unwrap_or_default();
        metrics::counter!("orders_placed_rupees_total").increment(rupees);
        Ok(order)
    }

    /// The days on which it may come, and what it costs beside the lines: nothing when the checkout names no way to pay. Such a
    /// checkout may go to a pincode that nobody knows.
    async fn way(
        &self,
        checkout: &Checkout,
        rules: &DeliveryRules,
        now: OffsetDateTime,
    ) -> Result<Way, Error> {
        let place = pincodes::find(&self.db, &checkout.details.pincode, rules).await?;
        let method = checkout.details.payment_method;
        let Some(place) = place else {
            return if method.is_none() {
                Ok(Way::default())
            } else {
                let broken = Rule::Unknown.says("We do not know this pincode. Please check it.");
                Err(Error::Invalid(vec![Violation::new("pincode", broken)]))
            };
        };
        let charges = method.map_or(Ok(Vec::new()), |method| charges::charges(method, place.terms));
        Ok(Way {
            days: Some(place.zone.delivery_dates(day_in_india(now), &rules.holidays)),
            charges: charges.map_err(|violation| Error::Invalid(vec![violation]))?,
        })
    }

    async fn try_once(
        &self,
        key: Option<&Key>,
        checkout: &Checkout,
        now: OffsetDateTime,
    ) -> Result<Order, Error> {
        let rules = self.rules.current();
        let (quotes, way, ()) = tokio::try_join!(
            self.catalog.quote(checkout),
            self.way(checkout, &rules, now),
            self.bounds.check(&self.db, checkout, &self.links)
        )?;
        let bound = CashBound::of_paise(rules.cod_limit_paise);
        self.store(key, checkout, (quotes, way, bound), now).await
    }

    /// Until when an order of this moment waits for its money. Refuses to take money online where that is not offered.
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
        (quotes, way, bound): (Vec<Quote>, Way, CashBound),
        now: OffsetDateTime,
    ) -> Result<Order, Error> {
        let draw_number = || order_number(now, rand::rng().next_u64());
        let id = key.map_or_else(Uuid::now_v7, |key| key.order_id(0));
        let mut order = price::price(checkout, quotes, way.charges, id, draw_number(), now)?;
        (order.promised_from, order.promised_by) = way.days.unzip();
        let beside_goods: i64 = order.charges.iter().map(|charge| charge.amount_paise).sum();
        bound
            .check(order.details.payment_method, order.total_paise - beside_goods)
            .map_err(|violation| Error::Invalid(vec![violation]))?;
        order.payment_due_at = self.due_at(checkout, order.placed_at)?;
        // What is reserved and not placed is given back when a sweep asks what became of it: this request cannot tell whether
        // another try with the same key, and so the same order, is about to be kept.
        self.inventory.reserve(&order).await?;
        for _ in 1..NUMBER_DRAWS {
            match self.try_to_store(key, checkout, &order).await {
                Err(Error::Database(error)) => match (database::violated_constraint(&error), key) {
                    (Some(placing_store::ORDER_NUMBER_TAKEN), _) => order.order_number = draw_number(),
                    (Some(placing_store::ORDER_ID_TAKEN), Some(key)) => {
                        order.id = self.next_order_id(key).await?;
                        self.inventory.reserve(&order).await?;
                    }
                    _ => return Err(error.into()),
                },
                kept => return kept,
            }
        }
        self.try_to_store(key, checkout, &order).await
    }

    /// The id of the order that a key makes when it comes again after it was forgotten: another order, as a new key would
    /// make.
    async fn next_order_id(&self, key: &Key) -> sqlx::Result<Uuid> {
        let mut earlier = 1;
        loop {
            let id = key.order_id(earlier);
            if !placing_store::is_placed(&self.db, id).await? {
                return Ok(id);
            }
            earlier += 1;
        }
    }

    /// One transaction: the key, the order with all that belongs to it, and its event; or the answer to what another request
    /// kept under the key.
    async fn try_to_store(
        &self,
        key: Option<&Key>,
        checkout: &Checkout,
        order: &Order,
    ) -> Result<Order, Error> {
        runtime::fail_at("order", "before_begin");
        let mut transaction = database::begin(&self.db).await?;
        let beside = Beside {
            event: &events::order_placed(order),
            traceparent: runtime::trace_context::current(),
            network: checkout.network_code(&self.links),
        };
        let is_inserted = placing_store::insert(&mut transaction, key, checkout, order, beside).await?;
        if let Some(key) = key
            && !is_inserted
        {
            let kept = placing_store::earlier_orders(&mut *transaction, key).await?;
            return repeated(kept, key, checkout).ok_or(sqlx::Error::RowNotFound)?;
        }
        runtime::fail_at("order", "before_commit");
        transaction.commit().await?;
        runtime::fail_at("order", "after_commit");
        Ok(order.clone())
    }
}
