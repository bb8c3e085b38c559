//! Export and erasure of the personal data in reviews.

use data_rights::{Person, PersonalDataSource};
use serde_json::Value;
use sqlx::PgPool;

/// Reviews and the purchases that verify them, found by account.
#[derive(Debug, Clone, Copy)]
pub struct Reviews;

impl PersonalDataSource for Reviews {
    const SERVICE: &'static str = "review";

    async fn collect(&self, db: &PgPool, person: &Person) -> sqlx::Result<Value> {
        sqlx::query_scalar!(
            r#"SELECT jsonb_build_object(
                 'reviews', (SELECT coalesce(jsonb_agg(jsonb_build_object('writtenAt', created_at, 'editedAt', edited_at,
                   'name', name, 'productName', product_name, 'review', review,
                   'rating', round(rating_tenths / 10.0, 1), 'shopAnswer', shop_answer, 'state', state, 'isHeld', is_held,
                   'refusalReason', refusal_reason, 'decisions', (
                     SELECT coalesce(jsonb_agg(jsonb_build_object('decidedAt', decided_at, 'decision', decision,
                       'reason', reason) ORDER BY version), '[]')
                     FROM review_moderations WHERE review_id = reviews.id)) ORDER BY created_at), '[]')
                   FROM reviews WHERE account_id = $1),
                 'boughtPacks', (SELECT coalesce(jsonb_agg(jsonb_build_object('orderId', order_id,
                   'productName', product_name, 'weightInGrams', weight_in_grams, 'deliveredAt', delivered_at)
                   ORDER BY delivered_at), '[]')
                   FROM bought_packs WHERE account_id = $1)) AS "part!""#,
            person.account_id
        )
        .fetch_one(db)
        .await
    }

    /// Deletes a person's reviews, their moderation history, and the purchases that verify them.
    async fn erase(&self, db: &PgPool, person: &Person) -> sqlx::Result<bool> {
        sqlx::query!(
            "DELETE FROM bought_packs WHERE account_id = $1",
            person.account_id
        )
        .execute(db)
        .await?;
        sqlx::query!("DELETE FROM reviews WHERE account_id = $1", person.account_id)
            .execute(db)
            .await?;
        Ok(true)
    }
}
