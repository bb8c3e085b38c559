//! An order as it is kept, read again.

use serde::Deserialize;
use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{charge::Charge, order_line::OrderLine, parcel::Parcel};

/// An order as it is kept.
#[derive(Debug, Clone)]
pub struct KeptOrder {
    /// A UUID.
    pub id: Uuid,
    /// The number a shopper reads out on the phone.
    pub order_number: String,
    /// Where it stands: a word of [`crate::life::Status`].
    pub status: String,
    /// Counts the changes of its state, from 1.
    pub version: i32,
    /// Whose it is; none for a guest's.
    pub account_id: Option<Uuid>,
    /// Who receives the parcel.
    pub full_name: String,
    /// Where the confirmation goes.
    pub email: String,
    /// Ten digits.
    pub mobile_number: String,
    /// Where the parcel goes.
    pub delivery_address: String,
    /// Six digits.
    pub pincode: String,
    /// In paise, charges included.
    pub total_paise: i64,
    /// When it was placed.
    pub placed_at: OffsetDateTime,
    /// The lines, in the shopper's order.
    pub lines: Json<Vec<OrderLine>>,
    /// What it costs beside the lines.
    pub charges: Json<Vec<Charge>>,
    /// Every change of its state, the placing first.
    pub changes: Json<Vec<Change>>,
    /// How it travels; none until it is shipped.
    pub parcel: Option<Json<Parcel>>,
    /// How it is paid: a word of [`crate::payment_method::PaymentMethod`]; none when nobody said.
    pub payment_method: Option<String>,
}

/// A change of an order's state.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Change {
    /// The order's version after it.
    pub version: i32,
    /// What it became: a word of [`crate::life::Status`].
    pub to_status: String,
    /// Who moved it: a word of [`crate::life::Actor`].
    pub actor: String,
    /// Why; empty when nobody said.
    pub reason: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub changed_at: OffsetDateTime,
}

/// An order, if there is one with this id.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<KeptOrder>> {
    sqlx::query_as!(
        KeptOrder,
        r#"SELECT id AS "id!", order_number AS "order_number!", status AS "status!", version AS "version!", account_id,
             full_name AS "full_name!", email AS "email!", mobile_number AS "mobile_number!",
             delivery_address AS "delivery_address!", pincode AS "pincode!", total_paise AS "total_paise!",
             placed_at AS "placed_at!", lines AS "lines!: _", charges AS "charges!: _", changes AS "changes!: _",
             parcel AS "parcel: _", payment_method
           FROM whole_orders WHERE id = $1"#,
        id
    )
    .fetch_optional(db)
    .await
}

/// An order, if there is one with this number.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find_number(db: impl PgExecutor<'_>, number: &str) -> sqlx::Result<Option<KeptOrder>> {
    sqlx::query_as!(
        KeptOrder,
        r#"SELECT id AS "id!", order_number AS "order_number!", status AS "status!", version AS "version!", account_id,
             full_name AS "full_name!", email AS "email!", mobile_number AS "mobile_number!",
             delivery_address AS "delivery_address!", pincode AS "pincode!", total_paise AS "total_paise!",
             placed_at AS "placed_at!", lines AS "lines!: _", charges AS "charges!: _", changes AS "changes!: _",
             parcel AS "parcel: _", payment_method
           FROM whole_orders WHERE order_number = $1"#,
        number
    )
    .fetch_optional(db)
    .await
}

/// Where a page of orders ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// When its last order was placed.
    pub placed_at: OffsetDateTime,
    /// The id of that order.
    pub id: Uuid,
}

/// The orders of an account behind a place, newest first.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_account(
    db: impl PgExecutor<'_>,
    account_id: Uuid,
    behind: Option<Place>,
    limit: i64,
) -> sqlx::Result<Vec<KeptOrder>> {
    let behind = behind.unwrap_or(Place {
        placed_at: OffsetDateTime::now_utc() + time::Duration::days(1),
        id: Uuid::max(),
    });
    sqlx::query_as!(
        KeptOrder,
        r#"SELECT id AS "id!", order_number AS "order_number!", status AS "status!", version AS "version!", account_id,
             full_name AS "full_name!", email AS "email!", mobile_number AS "mobile_number!",
             delivery_address AS "delivery_address!", pincode AS "pincode!", total_paise AS "total_paise!",
             placed_at AS "placed_at!", lines AS "lines!: _", charges AS "charges!: _", changes AS "changes!: _",
             parcel AS "parcel: _", payment_method
           FROM whole_orders WHERE account_id = $1 AND (placed_at, id) < ($2, $3)
           ORDER BY placed_at DESC, id DESC LIMIT $4"#,
        account_id,
        behind.placed_at,
        behind.id,
        limit
    )
    .fetch_all(db)
    .await
}
