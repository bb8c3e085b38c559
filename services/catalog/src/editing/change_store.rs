//! The SQL of the product history.

use std::collections::BTreeSet;

use serde::Serialize;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};
use uuid::Uuid;

use crate::{
    content::change::ChangedField,
    editing::product_change::{ChangePage, ProductChange},
    photos::name::PhotoId,
};

/// A change to record.
#[derive(Debug)]
pub struct NewChange {
    /// The product.
    pub product_id: Uuid,
    /// The version after the change.
    pub version: i64,
    /// The changed fields.
    pub fields: Vec<ChangedField>,
}

#[derive(Serialize)]
struct ChangeRow<'a> {
    product_id: Uuid,
    version: i64,
    fields: &'a [ChangedField],
    photo_ids: BTreeSet<String>,
}

/// Records a staff member's changes, for this reason if one was required.
#[tracing::instrument(name = "INSERT product_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(
    db: &mut PgConnection,
    staff_id: Uuid,
    changes: &[NewChange],
    reason: Option<&str>,
) -> sqlx::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let rows = changes.iter().map(|change| ChangeRow {
        product_id: change.product_id,
        version: change.version,
        fields: &change.fields,
        photo_ids: photo_ids(&change.fields),
    });
    let rows: Vec<_> = rows.collect();
    sqlx::query!(
        "INSERT INTO product_changes (product_id, version, staff_id, fields, photo_ids, reason)
         SELECT product_id, version, $2, fields, photo_ids, $3
         FROM jsonb_to_recordset($1) AS changed (product_id uuid, version bigint, fields jsonb, photo_ids text[])",
        Json(&rows) as _,
        staff_id,
        reason
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The ids of the uploaded photos that a product had before or has after a change.
fn photo_ids(fields: &[ChangedField]) -> BTreeSet<String> {
    let photos = fields.iter().filter(|field| field.field == "photos");
    let addresses = photos.flat_map(|field| field.before.lines().chain(field.after.lines()));
    let ids = addresses.filter_map(PhotoId::in_address);
    ids.map(|id| id.as_str().to_owned()).collect()
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
