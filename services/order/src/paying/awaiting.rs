//! Money that a shopper says they sent into the shop's own account: the order waits for the bank's statement.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{error::Error, order::order_store};

/// How long an order waits from its placing, in hours: as long as one that is paid later waits to be confirmed, so that whoever says so
/// without paying keeps packs from others no longer than anybody may. A bank's statement of the next working day comes in time.
const HOURS: i32 = 48;

/// Has an order wait longer for its money; answers until when. None when it does not wait for money, or its time was over before.
pub async fn wait(db: &PgPool, order_id: Uuid) -> Result<Option<OffsetDateTime>, Error> {
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
        // Whoever says that they paid is not asked to pay.
        let noting = sqlx::query!(
            "INSERT INTO payment_reminders (order_id) VALUES ($1) ON CONFLICT (order_id) DO NOTHING",
            order_id
        );
        noting.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(due_at)
}
