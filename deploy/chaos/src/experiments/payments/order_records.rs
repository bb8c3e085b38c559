//! The money of an order at the provider and in every service, and the order's outcome by it.

use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use super::{cell::OrderOutcome, shopper::PayingShop};
use crate::fleet::Fleet;

/// The databases of the services with money.
pub(super) struct Databases {
    pub(super) orders: PgPool,
    pub(super) payments: PgPool,
    inventory: PgPool,
    pub(super) billing: PgPool,
}

/// An order in its service's database.
#[derive(Debug, Clone, sqlx::FromRow)]
struct StoredOrder {
    status: String,
    payment_status: String,
    total_paise: i64,
}

/// A payment in the payment service's database.
#[derive(Debug, Clone, sqlx::FromRow)]
struct StoredPayment {
    id: Uuid,
    amount_paise: i64,
    outcome: Option<String>,
}

/// A refund in the payment service's database.
#[derive(Debug, Clone, sqlx::FromRow)]
struct StoredRefund {
    payment_id: Uuid,
    amount_paise: i64,
    state: String,
}

/// The sums that the provider captured and refunded, in paise.
#[derive(Debug, Clone, Copy, Default)]
struct ProviderSums {
    captured: i64,
    refunded: i64,
}

/// All records of one order.
struct OrderRecords {
    order: StoredOrder,
    open_attempts: i64,
    payments: Vec<StoredPayment>,
    refunds: Vec<StoredRefund>,
    provider: ProviderSums,
    packs: Option<String>,
}

impl Databases {
    pub(super) async fn open(fleet: &Fleet) -> anyhow::Result<Self> {
        Ok(Self {
            orders: fleet.database("order").await?,
            payments: fleet.database("payment").await?,
            inventory: fleet.database("inventory").await?,
            billing: fleet.database("billing").await?,
        })
    }

    /// Derives an order's outcome from all records.
    pub(super) async fn outcome(
        &self,
        provider_records: &Value,
        order_id: Uuid,
    ) -> anyhow::Result<OrderOutcome> {
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
        let records = OrderRecords {
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
            provider: provider_sums(provider_records, &attempts),
            packs: sqlx::query_scalar(packs)
                .bind(order_id)
                .fetch_optional(&self.inventory)
                .await?,
        };
        Ok(records.outcome())
    }
}

impl OrderRecords {
    fn outcome(&self) -> OrderOutcome {
        if let Some(why) = self.unfinished().or_else(|| self.difference()) {
            return OrderOutcome::Unclear(why);
        }
        let ProviderSums { captured, refunded } = self.provider;
        let StoredOrder {
            status,
            payment_status,
            total_paise,
        } = &self.order;
        let kept = captured - refunded;
        let accepted = self.count_outcome("accepted");
        let failed = self
            .refunds
            .iter()
            .filter(|refund| refund.state == "failed")
            .count();
        match (status.as_str(), payment_status.as_str(), self.packs.as_deref()) {
            ("confirmed", "paid", Some("placed")) if accepted == 1 && kept == *total_paise && failed == 0 => {
                OrderOutcome::Paid
            }
            ("cancelled", "pending", Some("cancelled")) if captured == 0 => OrderOutcome::Expired,
            ("cancelled", "pending" | "refunded", Some("cancelled"))
                if captured > 0 && kept == 0 && failed == 0 && self.is_refunded_once() =>
            {
                OrderOutcome::Refunded
            }
            ("cancelled", "paid", Some("cancelled"))
                if (accepted, failed, self.refunds.len()) == (1, 1, 1) && kept == *total_paise =>
            {
                OrderOutcome::Held
            }
            ("placed", "held", Some("placed"))
                if self.count_outcome("wrong_amount") == 1 && accepted == 0 && refunded == 0 =>
            {
                OrderOutcome::Held
            }
            (status, money, packs) => OrderOutcome::Unclear(format!(
                "{status}, {money}, packs {packs:?}, accepted {accepted}, captured {captured} and refunded {refunded} of \
                 {total_paise}"
            )),
        }
    }

    /// A part that is not final yet.
    fn unfinished(&self) -> Option<String> {
        if self.open_attempts > 0 {
            return Some(format!(
                "an attempt is open ({}, {})",
                self.order.status, self.order.payment_status
            ));
        }
        if self.payments.iter().any(|payment| payment.outcome.is_none()) {
            return Some("a payment has no outcome".to_owned());
        }
        let is_unfinished = |refund: &&StoredRefund| ["wanted", "pending"].contains(&refund.state.as_str());
        let refund = self.refunds.iter().find(is_unfinished)?;
        Some(format!("a refund is {}", refund.state))
    }

    /// A difference between the provider and the shop.
    fn difference(&self) -> Option<String> {
        let paid: i64 = self.payments.iter().map(|payment| payment.amount_paise).sum();
        let returned: i64 = self
            .refunds
            .iter()
            .filter(|refund| refund.state == "processed")
            .map(|refund| refund.amount_paise)
            .sum();
        let ProviderSums { captured, refunded } = self.provider;
        let disagree = (captured, refunded) != (paid, returned);
        disagree.then(|| {
            format!(
                "the provider captured {captured} and refunded {refunded}, the shop has {paid} and {returned} ({}, {})",
                self.order.status, self.order.payment_status
            )
        })
    }

    fn count_outcome(&self, outcome: &str) -> usize {
        let has = |payment: &&StoredPayment| payment.outcome.as_deref() == Some(outcome);
        self.payments.iter().filter(has).count()
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
fn provider_sums(provider_records: &Value, attempts: &[Uuid]) -> ProviderSums {
    let attempts: Vec<_> = attempts.iter().map(Uuid::to_string).collect();
    let mut provider = ProviderSums::default();
    for payment in provider_records["payments"].as_array().into_iter().flatten() {
        let reference = payment["reference_id"].as_str().unwrap_or_default();
        if !attempts.iter().any(|attempt| attempt == reference) {
            continue;
        }
        if ["captured", "refunded"].contains(&payment["status"].as_str().unwrap_or_default()) {
            provider.captured += number(payment, "amount");
        }
        let refunds = provider_records["refunds"].as_array().into_iter().flatten();
        let processed = refunds.filter(|refund| {
            refund["payment_id"] == payment["payment_id"] && refund["status"] == "processed"
        });
        provider.refunded += processed.map(|refund| number(refund, "amount")).sum::<i64>();
    }
    provider
}

pub(super) fn number(entity: &Value, name: &str) -> i64 {
    entity[name].as_i64().unwrap_or_default()
}

/// The outcomes of these orders, in their order.
pub(super) async fn outcomes(
    databases: &Databases,
    shop: &PayingShop,
    orders: &[Uuid],
) -> anyhow::Result<Vec<OrderOutcome>> {
    let provider_records = shop.provider_records().await?;
    let mut outcomes = Vec::new();
    for order in orders {
        outcomes.push(databases.outcome(&provider_records, *order).await?);
    }
    Ok(outcomes)
}
