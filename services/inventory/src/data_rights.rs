//! The personal data in the inventory: stock alerts.

use data_rights::{Person, PersonalDataSource};
use serde_json::Value;
use sqlx::PgPool;

/// Stock alerts, found by email address.
#[derive(Debug, Clone, Copy)]
pub struct Alerts;

impl PersonalDataSource for Alerts {
    const SERVICE: &'static str = "inventory";

    async fn collect(&self, db: &PgPool, person: &Person) -> sqlx::Result<Value> {
        sqlx::query_scalar!(
            r#"SELECT jsonb_build_object('stockAlerts', coalesce(jsonb_agg(jsonb_build_object(
                 'productId', product_id, 'weightInGrams', weight_in_grams, 'email', email, 'askedAt', asked_at)
                 ORDER BY asked_at), '[]')) AS "part!"
               FROM stock_alerts WHERE email = $1"#,
            person.email.as_deref()
        )
        .fetch_one(db)
        .await
    }

    async fn erase(&self, db: &PgPool, person: &Person) -> sqlx::Result<bool> {
        sqlx::query!(
            "DELETE FROM stock_alerts WHERE email = $1 AND asked_at <= $2",
            person.email.as_deref(),
            person.until
        )
        .execute(db)
        .await?;
        Ok(true)
    }
}
