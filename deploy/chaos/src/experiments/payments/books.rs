//! The money of an order at the provider and in every service, and the order's outcome by it.

use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use super::{cell::Outcome, shopper::PayingShop};
use crate::fleet::Fleet;

/// The databases of the services with money.
pub(super) struct Stores {
    pub(super) orders: PgPool,
    pub(super) payments: PgPool,
    inventory: PgPool,
    pub(super) billing: PgPool,
}

/// An order in its service's database.
#[derive(Debug, Clone, sqlx::FromRow)]
struct KnownOrder {
    status: String,
    payment_status: String,
    total_paise: i64,
}

/// A payment in the payment service's database.
#[derive(Debug, Clone, sqlx::FromRow)]
struct KnownPayment {
    id: Uuid,
    amount_paise: i64,
    outcome: Option<String>,
}

/// A refund in the payment service's database.
#[derive(Debug, Clone, sqlx::FromRow)]
struct KnownRefund {
    payment_id: Uuid,
    amount_paise: i64,
    state: String,
}

/// The sums that the provider captured and refunded, in paise.
#[derive(Debug, Clone, Copy, Default)]
struct Provider {
    taken: i64,
    given_back: i64,
}

/// All records of one order.
struct OrderBooks {
    order: KnownOrder,
    open_attempts: i64,
    payments: Vec<KnownPayment>,
    refunds: Vec<KnownRefund>,
    provider: Provider,
    packs: Option<String>,
}

impl Stores {
    pub(super) async fn open(fleet: &Fleet) -> anyhow::Result<Self> {
        Ok(Self {
            orders: fleet.database("order").await?,
            payments: fleet.database("payment").await?,
            inventory: fleet.database("inventory").await?,
            billing: fleet.database("billing").await?,
        })
    }

    /// Derives an order's outcome from all records.
    pub(super) async fn outcome(&self, provider_books: &Value, order_id: Uuid) -> anyhow::Result<Outcome> {
        let order = "SELECT status, payment_status, total_paise FROM orders WHERE id = $1";
        let open =
            "SELECT count(*) FROM attempts WHERE order_id = $1 AND state IN ('starting', 'open', 'declined')";
        let payments = "SELECT id, amount_paise, outcome FROM payments WHERE order_id = $1";
        let refunds = "SELECT payment_id, amount_paise, state FROM refunds WHERE order_id = $1";
        let attempts = "SELECT id FROM attempts WHERE order_id = $1";
        let packs = "SELECT state FROM reservations WHERE order_id = $1";
        let attempts: Vec<Uuid> = sqlx::query_scalar(attempts)
            .bind(order_id)
            .fetch_all(&self.payments)
            .await?;
        let books = OrderBooks {
            order: sqlx::query_as(order)
                .bind(order_id)
                .fetch_one(&self.orders)
                .await?,
            open_attempts: sqlx::query_scalar(open)
                .bind(order_id)
                .fetch_one(&self.payments)
                .await?,
            payments: sqlx::query_as(payments)
                .bind(order_id)
                .fetch_all(&self.payments)
                .await?,
            refunds: sqlx::query_as(refunds)
                .bind(order_id)
                .fetch_all(&self.payments)
                .await?,
            provider: provider(provider_books, &attempts),
            packs: sqlx::query_scalar(packs)
                .bind(order_id)
                .fetch_optional(&self.inventory)
                .await?,
        };
        Ok(books.outcome())
    }
}

impl OrderBooks {
    fn outcome(&self) -> Outcome {
        if let Some(why) = self.moving().or_else(|| self.disagreeing()) {
            return Outcome::Unclear(why);
        }
        let Provider { taken, given_back } = self.provider;
        let KnownOrder {
            status,
            payment_status,
            total_paise,
        } = &self.order;
        let kept = taken - given_back;
        let accepted = self.with_outcome("accepted");
        let failed = self
            .refunds
            .iter()
            .filter(|refund| refund.state == "failed")
            .count();
        match (status.as_str(), payment_status.as_str(), self.packs.as_deref()) {
            ("confirmed", "paid", Some("placed")) if accepted == 1 && kept == *total_paise && failed == 0 => {
                Outcome::Paid
            }
            ("cancelled", "pending", Some("cancelled")) if taken == 0 => Outcome::Expired,
            ("cancelled", "pending" | "refunded", Some("cancelled"))
                if taken > 0 && kept == 0 && failed == 0 && self.is_refunded_once() =>
            {
                Outcome::Refunded
            }
            ("cancelled", "paid", Some("cancelled"))
                if (accepted, failed, self.refunds.len()) == (1, 1, 1) && kept == *total_paise =>
            {
                Outcome::Held
            }
            ("placed", "held", Some("placed"))
                if self.with_outcome("wrong_amount") == 1 && accepted == 0 && given_back == 0 =>
            {
                Outcome::Held
            }
            (status, money, packs) => Outcome::Unclear(format!(
                "{status}, {money}, packs {packs:?}, accepted {accepted}, taken {taken} and given back {given_back} of \
                 {total_paise}"
            )),
        }
    }

    /// A part that is not final yet.
    fn moving(&self) -> Option<String> {
        if self.open_attempts > 0 {
            return Some(format!(
                "money is still asked for ({}, {})",
                self.order.status, self.order.payment_status
            ));
        }
        if self.payments.iter().any(|payment| payment.outcome.is_none()) {
            return Some("money is not settled".to_owned());
        }
        let is_moving = |refund: &&KnownRefund| ["wanted", "pending"].contains(&refund.state.as_str());
        let refund = self.refunds.iter().find(is_moving)?;
        Some(format!("a refund is {}", refund.state))
    }

    /// A difference between the provider and the shop.
    fn disagreeing(&self) -> Option<String> {
        let written: i64 = self.payments.iter().map(|payment| payment.amount_paise).sum();
        let back: i64 = self
            .refunds
            .iter()
            .filter(|refund| refund.state == "processed")
            .map(|refund| refund.amount_paise)
            .sum();
        let Provider { taken, given_back } = self.provider;
        let disagree = (taken, given_back) != (written, back);
        disagree.then(|| {
            format!(
                "the provider took {taken} and gave back {given_back}, the shop says {written} and {back} ({}, {})",
                self.order.status, self.order.payment_status
            )
        })
    }

    fn with_outcome(&self, wanted: &str) -> usize {
        let of = |payment: &&KnownPayment| payment.outcome.as_deref() == Some(wanted);
        self.payments.iter().filter(of).count()
    }

    /// True if each payment was refunded in one piece.
    fn is_refunded_once(&self) -> bool {
        self.payments.iter().all(|payment| {
            let mut refunds = self
                .refunds
                .iter()
                .filter(|refund| refund.payment_id == payment.id);
            refunds
                .next()
                .is_some_and(|refund| refund.amount_paise == payment.amount_paise)
                && refunds.next().is_none()
        })
    }
}

/// The provider's sums for these attempts.
fn provider(books: &Value, attempts: &[Uuid]) -> Provider {
    let attempts: Vec<_> = attempts.iter().map(Uuid::to_string).collect();
    let mut provider = Provider::default();
    for payment in books["payments"].as_array().into_iter().flatten() {
        let reference = payment["reference_id"].as_str().unwrap_or_default();
        if !attempts.iter().any(|attempt| attempt == reference) {
            continue;
        }
        if ["captured", "refunded"].contains(&payment["status"].as_str().unwrap_or_default()) {
            provider.taken += number(payment, "amount");
        }
        let refunds = books["refunds"].as_array().into_iter().flatten();
        let of_it = refunds.filter(|refund| {
            refund["payment_id"] == payment["payment_id"] && refund["status"] == "processed"
        });
        provider.given_back += of_it.map(|refund| number(refund, "amount")).sum::<i64>();
    }
    provider
}

pub(super) fn number(of: &Value, name: &str) -> i64 {
    of[name].as_i64().unwrap_or_default()
}

/// The outcomes of these orders, in their order.
pub(super) async fn outcomes(
    stores: &Stores,
    shop: &PayingShop,
    orders: &[Uuid],
) -> anyhow::Result<Vec<Outcome>> {
    let provider_books = shop.provider_books().await?;
    let mut outcomes = Vec::new();
    for order in orders {
        outcomes.push(stores.outcome(&provider_books, *order).await?);
    }
    Ok(outcomes)
}
