//! The SQL that writes products. No other code writes them. In the same transaction it writes the packs, the
//! search words and the event of a product. Each update compares the version that the editor saw.

use std::collections::{BTreeSet, HashMap};

use database::violated_constraint;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    content::{claim::FoundClaim, content_input::too_large, product_content::Content},
    editing::{editor::Editor, product_row::ProductRow},
    error::Error,
    events,
    products::{
        pack_store::{self, PackedProduct},
        product_state::ProductState,
    },
    search::search_store,
};

/// The constraint that keeps product names unique.
const NAME_TAKEN: &str = "products_product_name_key";

/// The constraint that limits the size of products.
const TOO_LARGE: &str = "products_size";

/// The version of a new product.
const FIRST_VERSION: i64 = 1;

/// The new content of a product, if it has this version.
#[derive(Debug)]
pub struct ContentUpdate<'a> {
    /// The version that was read.
    pub version: i64,
    /// The content, with the product's id.
    pub content: &'a Content,
}

/// The accepted claims, and the reason.
#[derive(Debug)]
pub struct ClaimAcceptance<'a> {
    /// The claims.
    pub claims: &'a [FoundClaim],
    /// The reason why they are lawful.
    pub reason: &'a str,
}

/// A written product.
struct Written {
    id: Uuid,
    version: i64,
    product_number: i32,
}

/// Adds products after all others, in their order, and returns the versions of those whose id was free.
/// Products of a dry run do not use up numbers for pack names: they get temporary ones.
#[tracing::instrument(name = "INSERT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(
    db: &mut PgConnection,
    products: &[&Content],
    state: ProductState,
    is_dry_run: bool,
) -> Result<HashMap<Uuid, i64>, Error> {
    if products.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<_> = products
        .iter()
        .zip(1..)
        .map(|(content, place)| ProductRow::new(place, FIRST_VERSION, content))
        .collect();
    let adding = sqlx::query_as!(
        Written,
        "INSERT INTO products
           (id, position, state, product_number, version, product_name, hindi_name, tagline, product_type, base_price_rupees,
            discount_percent, photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage,
            tax_class, hsn_code, search_names, search_vector)
         SELECT id, least(shelf.last + place, 2147483647)::integer, $3::text,
           CASE WHEN $2 THEN -(shelf.lowest_number + place) ELSE nextval(pg_get_serial_sequence('products', 'product_number')) END,
           version, product_name, hindi_name, tagline, product_type, base_price_rupees, discount_percent, photos, description,
           ingredients, benefits, other_names, concerns, how_to_use, cautions, storage, tax_class, hsn_code, search_names,
           array_to_tsvector(search_words)
         FROM (SELECT coalesce(max(position), 0)::bigint AS last, -least(min(product_number), 0) AS lowest_number FROM products) AS shelf,
           (SELECT * FROM jsonb_to_recordset($1) AS typed (place bigint, id uuid, version bigint, product_name text, hindi_name text,
              tagline text, product_type text, base_price_rupees integer, discount_percent integer, photos jsonb, description text,
              ingredients jsonb, benefits jsonb, other_names jsonb, concerns jsonb, how_to_use text, cautions text, storage text,
              tax_class text, hsn_code text, search_names text[], search_words text[]) ORDER BY place) AS written
         ON CONFLICT (id) DO NOTHING RETURNING id, version, product_number",
        Json(&rows) as _,
        is_dry_run,
        state.as_str()
    );
    let written = adding.fetch_all(&mut *db).await.map_err(constraint_error)?;
    complete(db, &rows, &written).await
}

/// Updates the content of each product that has the version that was read, and returns the next versions.
#[tracing::instrument(name = "UPDATE products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn update(
    db: &mut PgConnection,
    updates: &[ContentUpdate<'_>],
) -> Result<HashMap<Uuid, i64>, Error> {
    if updates.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<_> = updates
        .iter()
        .map(|update| ProductRow::new(0, update.version, update.content))
        .collect();
    let updating = sqlx::query_as!(
        Written,
        "UPDATE products
         SET version = products.version + 1, product_name = written.product_name, hindi_name = written.hindi_name,
           tagline = written.tagline, product_type = written.product_type, base_price_rupees = written.base_price_rupees,
           discount_percent = written.discount_percent, photos = written.photos, description = written.description,
           ingredients = written.ingredients, benefits = written.benefits, other_names = written.other_names,
           concerns = written.concerns, how_to_use = written.how_to_use, cautions = written.cautions,
           storage = written.storage, tax_class = written.tax_class, hsn_code = written.hsn_code,
           search_names = written.search_names, search_vector = array_to_tsvector(written.search_words)
         FROM jsonb_to_recordset($1) AS written (id uuid, version bigint, product_name text, hindi_name text, tagline text,
           product_type text, base_price_rupees integer, discount_percent integer, photos jsonb, description text,
           ingredients jsonb, benefits jsonb, other_names jsonb, concerns jsonb, how_to_use text, cautions text, storage text,
           tax_class text, hsn_code text, search_names text[], search_words text[])
         WHERE products.id = written.id AND products.version = written.version
         RETURNING products.id, products.version, products.product_number",
        Json(&rows) as _
    );
    let written = updating.fetch_all(&mut *db).await.map_err(constraint_error)?;
    complete(db, &rows, &written).await
}

/// Changes the state if the product has the version that the editor saw, and returns the next version.
#[tracing::instrument(name = "UPDATE products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn set_state(
    db: &mut PgConnection,
    editor: Editor,
    state: ProductState,
) -> sqlx::Result<Option<i64>> {
    let updating = sqlx::query_scalar!(
        "UPDATE products SET version = version + 1, state = $3 WHERE id = $1 AND version = $2 RETURNING version",
        editor.product_id,
        editor.version,
        state.as_str()
    );
    let version = updating.fetch_optional(&mut *db).await?;
    if let Some(version) = version {
        write_events(db, &HashMap::from([(editor.product_id, version)])).await?;
    }
    Ok(version)
}

/// Records accepted claims if the product has the version that the editor saw, and returns the next version.
#[tracing::instrument(name = "INSERT accepted_claims", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn accept(
    db: &mut PgConnection,
    editor: Editor,
    acceptance: &ClaimAcceptance<'_>,
) -> sqlx::Result<Option<i64>> {
    let updating = sqlx::query_scalar!(
        "UPDATE products SET version = version + 1 WHERE id = $1 AND version = $2 RETURNING version",
        editor.product_id,
        editor.version
    );
    let Some(version) = updating.fetch_optional(&mut *db).await? else {
        return Ok(None);
    };
    let claims = acceptance.claims.iter();
    let fields: Vec<_> = claims.clone().map(|claim| claim.field.to_owned()).collect();
    let rules: Vec<_> = claims.clone().map(|claim| claim.rule.to_owned()).collect();
    let words: Vec<_> = claims.map(|claim| claim.text.clone()).collect();
    sqlx::query!(
        "INSERT INTO accepted_claims (product_id, field, rule, words, staff_id, reason)
         SELECT DISTINCT $1::uuid, field, rule, words, $5::uuid, $6::text
         FROM unnest($2::text[], $3::text[], $4::text[]) AS answered (field, rule, words)",
        editor.product_id,
        &fields,
        &rules,
        &words,
        editor.staff_id,
        acceptance.reason
    )
    .execute(&mut *db)
    .await?;
    write_events(db, &HashMap::from([(editor.product_id, version)])).await?;
    Ok(Some(version))
}

/// Writes the packs, words and events of written products, and returns their versions.
async fn complete(
    db: &mut PgConnection,
    rows: &[ProductRow<'_>],
    written: &[Written],
) -> Result<HashMap<Uuid, i64>, Error> {
    if written.is_empty() {
        return Ok(HashMap::new());
    }
    let numbers: HashMap<_, _> = written
        .iter()
        .map(|product| (product.id, product.product_number))
        .collect();
    let packed = rows.iter().filter_map(|row| {
        let details = &row.content.details;
        Some(PackedProduct {
            details,
            product_number: *numbers.get(&details.id)?,
            tax_class: row.content.tax_class,
        })
    });
    let packed: Vec<_> = packed.collect();
    pack_store::write(db, &packed).await?;
    let words: BTreeSet<_> = rows.iter().flat_map(|row| &row.search_words).cloned().collect();
    search_store::keep_words(db, &words).await?;
    let versions = written.iter().map(|product| (product.id, product.version));
    let versions = versions.collect();
    write_events(db, &versions).await?;
    Ok(versions)
}

/// Writes an event for each changed product. `versions` are its new versions.
async fn write_events(db: &mut PgConnection, versions: &HashMap<Uuid, i64>) -> sqlx::Result<()> {
    let now = OffsetDateTime::now_utc();
    let events = versions
        .iter()
        .map(|(product_id, version)| events::catalog_changed(*product_id, *version, now));
    outbox::write_all(db, events.collect()).await
}

fn constraint_error(error: sqlx::Error) -> Error {
    match violated_constraint(&error) {
        Some(NAME_TAKEN) => Error::NameTaken,
        Some(TOO_LARGE) => Error::InvalidFields(vec![too_large()]),
        _ => error.into(),
    }
}
