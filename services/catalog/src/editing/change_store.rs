//! The SQL of the product history.

use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};
use uuid::Uuid;

use crate::{
    content::change::ChangedField,
    editing::product_change::{ChangePage, ProductChange},
};

/// A change to record.
#[derive(Debug)]
pub struct NewChange<'a> {
    /// The product.
    pub product_id: Uuid,
    /// The version after the change.
    pub version: i64,
    /// The staff member who made it.
    pub staff_id: Uuid,
    /// The changed fields.
    pub fields: &'a [ChangedField],
    /// The reason, if one was required.
    pub reason: Option<&'a str>,
}

/// Records a change.
#[tracing::instrument(name = "INSERT product_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(db: &mut PgConnection, change: &NewChange<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO product_changes (product_id, version, staff_id, fields, reason) VALUES ($1, $2, $3, $4, $5)",
        change.product_id,
        change.version,
        change.staff_id,
        Json(change.fields) as _,
        change.reason
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the content with which a staff member created a product; `None` if it was created otherwise.
#[tracing::instrument(name = "SELECT product_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn creation(db: impl PgExecutor<'_>, product_id: Uuid) -> sqlx::Result<Option<Vec<ChangedField>>> {
    let fields = sqlx::query_scalar!(
        r#"SELECT fields AS "fields: Json<Vec<ChangedField>>" FROM product_changes WHERE product_id = $1 AND version = 1"#,
        product_id
    );
    Ok(fields.fetch_optional(db).await?.map(|fields| fields.0))
}

/// Returns a page of a product's changes, the newest first.
#[tracing::instrument(name = "SELECT product_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn page(db: &PgPool, product_id: Uuid, page: ChangePage) -> sqlx::Result<Vec<ProductChange>> {
    let rows = sqlx::query!(
        r#"SELECT version, changed_at, staff_id, fields AS "fields: Json<Vec<ChangedField>>", reason
           FROM product_changes WHERE product_id = $1 AND version < $2 ORDER BY version DESC LIMIT $3"#,
        product_id,
        page.before,
        page.limit
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let changes = rows.map(|row| ProductChange {
        version: row.version,
        changed_at: row.changed_at,
        staff_id: row.staff_id,
        fields: row.fields.0,
        reason: row.reason,
    });
    Ok(changes.collect())
}
