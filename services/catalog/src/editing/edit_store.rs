//! The SQL that writes products. Each statement compares the version that the editor saw. The database
//! increments versions, prices packs and writes the events.

use database::violated_constraint;
use sqlx::{PgConnection, types::Json};

use crate::{
    content::{claim::FoundClaim, content_input::too_large, product_content::Content},
    editing::editor::Editor,
    error::Error,
    products::product_state::ProductState,
};

/// The constraint that keeps product names unique.
const NAME_TAKEN: &str = "products_product_name_key";

/// The constraint that limits the size of products.
const TOO_LARGE: &str = "products_size";

/// The accepted claims, and the reason.
#[derive(Debug)]
pub struct ClaimAcceptance<'a> {
    /// The claims.
    pub claims: &'a [FoundClaim],
    /// The reason why they are lawful.
    pub reason: &'a str,
}

/// Adds a draft after all products and returns its version; `None` if the id is taken.
#[tracing::instrument(name = "INSERT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add_draft(db: &mut PgConnection, content: &Content) -> Result<Option<i64>, Error> {
    let product = &content.details;
    let adding = sqlx::query_scalar!(
        "INSERT INTO products
           (id, position, state, product_name, hindi_name, tagline, product_type, base_price_rupees, discount_percent,
            photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage, tax_class,
            hsn_code)
         SELECT $1, least(coalesce(max(position), 0), 2147483646) + 1, 'draft',
           $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
         FROM products
         ON CONFLICT (id) DO NOTHING RETURNING version",
        product.id,
        product.product_name,
        product.hindi_name,
        product.tagline,
        product.product_type.as_str(),
        product.base_price_rupees,
        product.discount_percent,
        Json(&product.photos) as _,
        product.description,
        Json(&product.ingredients) as _,
        Json(&product.benefits) as _,
        Json(&product.other_names) as _,
        Json(&product.concerns) as _,
        product.how_to_use,
        product.cautions,
        product.storage,
        content.tax_class.as_str(),
        content.hsn_code.as_str()
    );
    adding.fetch_optional(db).await.map_err(constraint_error)
}

/// Updates the content if the product has this version, and returns the next version.
#[tracing::instrument(name = "UPDATE products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn update(db: &mut PgConnection, version: i64, content: &Content) -> Result<Option<i64>, Error> {
    let product = &content.details;
    let updating = sqlx::query_scalar!(
        "UPDATE products
         SET product_name = $3, hindi_name = $4, tagline = $5, product_type = $6, base_price_rupees = $7,
           discount_percent = $8, photos = $9, description = $10, ingredients = $11, benefits = $12, other_names = $13,
           concerns = $14, how_to_use = $15, cautions = $16, storage = $17, tax_class = $18, hsn_code = $19
         WHERE id = $1 AND version = $2 RETURNING version",
        product.id,
        version,
        product.product_name,
        product.hindi_name,
        product.tagline,
        product.product_type.as_str(),
        product.base_price_rupees,
        product.discount_percent,
        Json(&product.photos) as _,
        product.description,
        Json(&product.ingredients) as _,
        Json(&product.benefits) as _,
        Json(&product.other_names) as _,
        Json(&product.concerns) as _,
        product.how_to_use,
        product.cautions,
        product.storage,
        content.tax_class.as_str(),
        content.hsn_code.as_str()
    );
    updating.fetch_optional(db).await.map_err(constraint_error)
}

/// Changes the state if the product has the version that the editor saw, and returns the next version.
#[tracing::instrument(name = "UPDATE products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn set_state(
    db: &mut PgConnection,
    editor: Editor,
    state: ProductState,
) -> Result<Option<i64>, Error> {
    let updating = sqlx::query_scalar!(
        "UPDATE products SET state = $3 WHERE id = $1 AND version = $2 RETURNING version",
        editor.product_id,
        editor.version,
        state.as_str()
    );
    updating.fetch_optional(db).await.map_err(constraint_error)
}

/// Records accepted claims if the product has the version that the editor saw, and returns the next version.
#[tracing::instrument(name = "INSERT accepted_claims", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn accept(
    db: &mut PgConnection,
    editor: Editor,
    acceptance: &ClaimAcceptance<'_>,
) -> Result<Option<i64>, Error> {
    // The clock instead of the transaction's time: so it differs from that of the previous acceptance and
    // counts as a change.
    let updating = sqlx::query_scalar!(
        "UPDATE products SET claims_accepted_at = clock_timestamp() WHERE id = $1 AND version = $2 RETURNING version",
        editor.product_id,
        editor.version
    );
    let version = updating.fetch_optional(&mut *db).await?;
    if version.is_none() {
        return Ok(None);
    }
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
    .execute(db)
    .await?;
    Ok(version)
}

fn constraint_error(error: sqlx::Error) -> Error {
    match violated_constraint(&error) {
        Some(NAME_TAKEN) => Error::NameTaken,
        Some(TOO_LARGE) => Error::InvalidFields(vec![too_large()]),
        _ => error.into(),
    }
}
