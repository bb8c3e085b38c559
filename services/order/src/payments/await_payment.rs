//! Payments that a shopper reports to the shop's own account. The order waits for the bank's statement.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{error::Error, order::order_store};

/// The extended payment window after placement, in hours. It equals the time of unconfirmed orders, so that a
/// false report does not hold packs longer. The bank's statement of the next working day arrives in time.
const HOURS: i32 = 48;

/// Extends the payment window of an order and returns its end. `None` if the order does not wait for a
/// payment or its window is over.
pub async fn extend_payment_window(db: &PgPool, order_id: Uuid) -> Result<Option<OffsetDateTime>, Error> {
    let mut transaction = database::begin(db).await?;
    order_store::lock(&mut transaction, order_id).await?;
    if order_store::find(&mut *transaction, order_id).await?.is_none() {
        return Err(Error::Unknown);
    }
    let waiting = sqlx::query_scalar!(
        r#"UPDATE orders SET payment_due_at = greatest(payment_due_at, placed_at + make_interval(hours => $2))
           WHERE id = $1 AND status = 'placed' AND payment_method = 'online' AND payment_status = 'pending'
             AND payment_due_at > now()
           RETURNING payment_due_at AS "payment_due_at!""#,
        order_id,
        HOURS
    );
    let due_at = waiting.fetch_optional(&mut *transaction).await?;
    if due_at.is_some() {
        // A shopper who reports a payment gets no reminder.
        let noting = sqlx::query!(
            "INSERT INTO payment_reminders (order_id) VALUES ($1) ON CONFLICT (order_id) DO NOTHING",
            order_id
        );
        noting.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(due_at)
}
