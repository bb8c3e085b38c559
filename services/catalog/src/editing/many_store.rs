//! The SQL of writing many products at once, for files of them: as `edit_store` and `change_store` write one.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::content::{change::ChangedField, written_content::Content};

/// What a product says from now on, if it has this version.
#[derive(Debug)]
pub struct Renewal<'a> {
    /// The version that was seen.
    pub version: i64,
    /// What it says, and its id.
    pub content: &'a Content,
}

/// A change for the history of a product.
#[derive(Debug, Serialize)]
pub struct WrittenDown {
    /// Whose.
    pub product_id: Uuid,
    /// The version that it led to.
    pub version: i64,
    /// What was changed.
    pub fields: Vec<ChangedField>,
}

/// A product as the statements below take it.
#[derive(Serialize)]
struct Written<'a> {
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

impl<'a> Written<'a> {
    fn of(place: usize, version: i64, content: &'a Content) -> Self {
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

/// When this transaction began: the time of every change that it writes down.
pub async fn begun_at(db: &mut PgConnection) -> sqlx::Result<OffsetDateTime> {
    sqlx::query_scalar!(r#"SELECT now() AS "now!""#)
        .fetch_one(db)
        .await
}

/// Keeps products as they are for whoever else would change them, until the transaction ends. Always in the same order, so that two
/// that do wait for each other, and not for ever.
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

/// The products that have these names.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn owners(db: &mut PgConnection, names: &[String]) -> sqlx::Result<HashMap<String, Uuid>> {
    let rows = sqlx::query!(
        "SELECT product_name, id FROM products WHERE product_name = ANY($1)",
        names
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.product_name, row.id)).collect())
}

/// Adds drafts behind all products, in their order, and answers their versions. Drafts that are taken back again use up none of the
/// numbers that packs are called by: they get such as nobody else has.
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
        .map(|(content, place)| Written::of(place, 1, content))
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

/// Writes what products say and cost, each if it has the version that was seen, and answers their versions.
#[tracing::instrument(name = "UPDATE products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn renew(db: &mut PgConnection, renewals: &[Renewal<'_>]) -> sqlx::Result<HashMap<Uuid, i64>> {
    if renewals.is_empty() {
        return Ok(HashMap::new());
    }
    let written: Vec<_> = renewals
        .iter()
        .map(|renewal| Written::of(0, renewal.version, renewal.content))
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

/// Writes down what one of the staff changed.
#[tracing::instrument(name = "INSERT product_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn write_down(db: &mut PgConnection, staff_id: Uuid, changes: &[WrittenDown]) -> sqlx::Result<()> {
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
