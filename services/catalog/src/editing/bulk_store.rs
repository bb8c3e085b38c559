//! The SQL that writes many products of a file at once. `edit_store` and `change_store` write single ones.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::content::{change::ChangedField, product_content::Content};

/// The new content of a product, if it has this version.
#[derive(Debug)]
pub struct ContentUpdate<'a> {
    /// The version that was read.
    pub version: i64,
    /// The content, with the product's id.
    pub content: &'a Content,
}

/// A change for the product history.
#[derive(Debug, Serialize)]
pub struct HistoryEntry {
    /// The product.
    pub product_id: Uuid,
    /// The version after the change.
    pub version: i64,
    /// The changed fields.
    pub fields: Vec<ChangedField>,
}

/// A product as a row of the statements below.
#[derive(Serialize)]
struct BulkRow<'a> {
    place: usize,
    id: Uuid,
    version: i64,
    product_name: &'a str,
    hindi_name: &'a str,
    tagline: &'a str,
    product_type: &'static str,
    base_price_rupees: i32,
    discount_percent: i32,
    photos: &'a [String],
    description: &'a str,
    ingredients: &'a [String],
    benefits: &'a [String],
    other_names: &'a [String],
    concerns: &'a [String],
    how_to_use: &'a str,
    cautions: &'a str,
    storage: &'a str,
    tax_class: &'static str,
    hsn_code: &'a str,
}

impl<'a> BulkRow<'a> {
    fn new(place: usize, version: i64, content: &'a Content) -> Self {
        let product = &content.details;
        Self {
            place,
            id: product.id,
            version,
            product_name: &product.product_name,
            hindi_name: &product.hindi_name,
            tagline: &product.tagline,
            product_type: product.product_type.as_str(),
            base_price_rupees: product.base_price_rupees,
            discount_percent: product.discount_percent,
            photos: &product.photos,
            description: &product.description,
            ingredients: &product.ingredients,
            benefits: &product.benefits,
            other_names: &product.other_names,
            concerns: &product.concerns,
            how_to_use: &product.how_to_use,
            cautions: &product.cautions,
            storage: &product.storage,
            tax_class: content.tax_class.as_str(),
            hsn_code: content.hsn_code.as_str(),
        }
    }
}

/// The start of this transaction: the time of all changes that it records.
pub async fn begun_at(db: &mut PgConnection) -> sqlx::Result<OffsetDateTime> {
    sqlx::query_scalar!(r#"SELECT now() AS "now!""#)
        .fetch_one(db)
        .await
}

/// Locks products against other changes until the transaction ends. The order is always the same, which
/// prevents deadlocks.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query_scalar!(
        "SELECT id FROM products WHERE id = ANY($1) ORDER BY id FOR UPDATE",
        ids
    )
    .fetch_all(db)
    .await?;
    Ok(())
}

/// Returns the products with these names.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn ids_by_name(db: &mut PgConnection, names: &[String]) -> sqlx::Result<HashMap<String, Uuid>> {
    let rows = sqlx::query!(
        "SELECT product_name, id FROM products WHERE product_name = ANY($1)",
        names
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.product_name, row.id)).collect())
}

/// Adds drafts after all products, in their order, and returns their versions. Drafts of a dry run do not use
/// up numbers for pack names: they get temporary ones.
#[tracing::instrument(name = "INSERT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add_drafts(
    db: &mut PgConnection,
    drafts: &[&Content],
    are_taken_back: bool,
) -> sqlx::Result<HashMap<Uuid, i64>> {
    if drafts.is_empty() {
        return Ok(HashMap::new());
    }
    let places = drafts.iter().zip(1..);
    let written: Vec<_> = places
        .map(|(content, place)| BulkRow::new(place, 1, content))
        .collect();
    let rows = sqlx::query!(
        "INSERT INTO products
           (id, position, state, product_number, product_name, hindi_name, tagline, product_type, base_price_rupees,
            discount_percent, photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage,
            tax_class, hsn_code)
         SELECT id, least(shelf.last + place, 2147483647)::integer, 'draft',
           CASE WHEN $2 THEN -(shelf.lowest_number + place) ELSE nextval(pg_get_serial_sequence('products', 'product_number')) END,
           product_name, hindi_name, tagline, product_type, base_price_rupees, discount_percent, photos, description, ingredients,
           benefits, other_names, concerns, how_to_use, cautions, storage, tax_class, hsn_code
         FROM (SELECT coalesce(max(position), 0)::bigint AS last, -least(min(product_number), 0) AS lowest_number FROM products) AS shelf,
           (SELECT * FROM jsonb_to_recordset($1) AS typed (place bigint, id uuid, product_name text, hindi_name text, tagline text,
              product_type text, base_price_rupees integer, discount_percent integer, photos jsonb, description text,
              ingredients jsonb, benefits jsonb, other_names jsonb, concerns jsonb, how_to_use text, cautions text, storage text,
              tax_class text, hsn_code text) ORDER BY place) AS written
         RETURNING id, version",
        Json(&written) as _,
        are_taken_back
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.id, row.version)).collect())
}

/// Updates the content of each product that has the version that was read, and returns the new versions.
#[tracing::instrument(name = "UPDATE products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn update(
    db: &mut PgConnection,
    updates: &[ContentUpdate<'_>],
) -> sqlx::Result<HashMap<Uuid, i64>> {
    if updates.is_empty() {
        return Ok(HashMap::new());
    }
    let written: Vec<_> = updates
        .iter()
        .map(|update| BulkRow::new(0, update.version, update.content))
        .collect();
    let rows = sqlx::query!(
        "UPDATE products
         SET product_name = written.product_name, hindi_name = written.hindi_name, tagline = written.tagline,
           product_type = written.product_type, base_price_rupees = written.base_price_rupees,
           discount_percent = written.discount_percent, photos = written.photos, description = written.description,
           ingredients = written.ingredients, benefits = written.benefits, other_names = written.other_names,
           concerns = written.concerns, how_to_use = written.how_to_use, cautions = written.cautions,
           storage = written.storage, tax_class = written.tax_class, hsn_code = written.hsn_code
         FROM jsonb_to_recordset($1) AS written (id uuid, version bigint, product_name text, hindi_name text, tagline text,
           product_type text, base_price_rupees integer, discount_percent integer, photos jsonb, description text,
           ingredients jsonb, benefits jsonb, other_names jsonb, concerns jsonb, how_to_use text, cautions text, storage text,
           tax_class text, hsn_code text)
         WHERE products.id = written.id AND products.version = written.version
         RETURNING products.id, products.version",
        Json(&written) as _
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.id, row.version)).collect())
}

/// Records a staff member's changes.
#[tracing::instrument(name = "INSERT product_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add_changes(
    db: &mut PgConnection,
    staff_id: Uuid,
    changes: &[HistoryEntry],
) -> sqlx::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO product_changes (product_id, version, staff_id, fields)
         SELECT product_id, version, $2, fields
         FROM jsonb_to_recordset($1) AS changed (product_id uuid, version bigint, fields jsonb)",
        Json(changes) as _,
        staff_id
    )
    .execute(db)
    .await?;
    Ok(())
}
