//! The SQL that reads products in any state.

use sqlx::{PgExecutor, PgPool, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    content::{
        claim::{self, AcceptedClaim},
        product_content::Content,
    },
    editing::{
        edited_product::{EditedProduct, LastChange},
        filter::ProductFilter,
    },
    products::{
        cursor::ProductCursor,
        hsn_code::HsnCode,
        product::{Pack, ProductDetails},
        product_state::ProductState,
        product_type::ProductType,
        tax_class::TaxClass,
    },
};

struct EditedProductRow {
    id: Uuid,
    position: i32,
    version: i64,
    state: String,
    product_name: String,
    hindi_name: String,
    tagline: String,
    product_type: String,
    base_price_rupees: i32,
    discount_percent: i32,
    photos: Json<Vec<String>>,
    description: String,
    ingredients: Json<Vec<String>>,
    benefits: Json<Vec<String>>,
    other_names: Json<Vec<String>>,
    concerns: Json<Vec<String>>,
    how_to_use: String,
    cautions: String,
    storage: String,
    tax_class: String,
    hsn_code: String,
    skus: Vec<String>,
    weights: Vec<i32>,
    prices: Vec<i64>,
    accepted: Json<Vec<AcceptedClaim>>,
    changed_at: Option<OffsetDateTime>,
    changed_by: Option<Uuid>,
}

/// Finds a product by its id.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<EditedProduct>> {
    Ok(of_ids(db, &[id]).await?.pop())
}

/// Returns a page of the filtered products, in the shop's order.
pub async fn page(db: &PgPool, filter: &ProductFilter) -> sqlx::Result<Vec<EditedProduct>> {
    let ids = ids(db, filter).await?;
    of_ids(db, &ids).await
}

/// Scans all names: a shop has some hundred products, which takes a few milliseconds.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn ids(db: &PgPool, filter: &ProductFilter) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM products
         WHERE (position, id) > ($1, $2) AND ($3::text IS NULL OR state = $3)
           AND ($4::text IS NULL OR strpos(lower(product_name), lower($4)) > 0
             OR strpos(lower(hindi_name), lower($4)) > 0
             OR EXISTS (SELECT FROM jsonb_array_elements_text(other_names) AS other
                        WHERE strpos(lower(other), lower($4)) > 0))
         ORDER BY position, id LIMIT $5",
        filter.behind.position,
        filter.behind.id,
        filter.state.map(ProductState::as_str),
        filter.text.as_deref(),
        filter.limit
    )
    .fetch_all(db)
    .await
}

/// Returns the products with these ids, in the shop's order.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_ids(db: impl PgExecutor<'_>, ids: &[Uuid]) -> sqlx::Result<Vec<EditedProduct>> {
    let rows = sqlx::query_as!(
        EditedProductRow,
        r#"SELECT id, position, version, state, product_name, hindi_name, tagline, product_type, base_price_rupees,
             discount_percent, photos AS "photos: _", description, ingredients AS "ingredients: _",
             benefits AS "benefits: _", other_names AS "other_names: _", concerns AS "concerns: _", how_to_use, cautions,
             storage, tax_class, hsn_code, skus AS "skus!", weights AS "weights!", prices AS "prices!", accepted AS "accepted!: _",
             changed.changed_at AS "changed_at?", changed.staff_id AS "changed_by?"
           FROM products
           CROSS JOIN LATERAL (
             SELECT coalesce(array_agg(sku ORDER BY weight_in_grams), '{}') AS skus,
               coalesce(array_agg(weight_in_grams ORDER BY weight_in_grams), '{}') AS weights,
               coalesce(array_agg(price_paise ORDER BY weight_in_grams), '{}') AS prices
             FROM packs WHERE packs.product_id = products.id) AS packed
           CROSS JOIN LATERAL (
             SELECT coalesce(jsonb_agg(jsonb_build_object('field', field, 'rule', rule, 'words', words)), '[]') AS accepted
             FROM accepted_claims WHERE accepted_claims.product_id = products.id) AS answered
           LEFT JOIN LATERAL (
             SELECT changed_at, staff_id FROM product_changes WHERE product_changes.product_id = products.id
             ORDER BY product_changes.version DESC LIMIT 1) AS changed ON true
           WHERE id = ANY($1) ORDER BY position, id"#,
        ids
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(to_edited_product).collect()
}

fn to_edited_product(row: EditedProductRow) -> sqlx::Result<EditedProduct> {
    let unknown = |word: &str| sqlx::Error::Decode(format!("{word:?} is no word of products").into());
    let product_type = ProductType::parse(&row.product_type).ok_or_else(|| unknown(&row.product_type))?;
    let state = ProductState::parse(&row.state).ok_or_else(|| unknown(&row.state))?;
    let tax_class = TaxClass::parse(&row.tax_class).ok_or_else(|| unknown(&row.tax_class))?;
    let hsn_code = HsnCode::parse(&row.hsn_code).ok_or_else(|| unknown(&row.hsn_code))?;
    let details = ProductDetails {
        id: row.id,
        product_name: row.product_name,
        hindi_name: row.hindi_name,
        tagline: row.tagline,
        product_type,
        base_price_rupees: row.base_price_rupees,
        discount_percent: row.discount_percent,
        photos: row.photos.0,
        description: row.description,
        ingredients: row.ingredients.0,
        benefits: row.benefits.0,
        other_names: row.other_names.0,
        concerns: row.concerns.0,
        how_to_use: row.how_to_use,
        cautions: row.cautions,
        storage: row.storage,
    };
    let content = Content {
        details,
        tax_class,
        hsn_code,
    };
    let (position, id) = (row.position, row.id);
    Ok(EditedProduct {
        cursor: ProductCursor { position, id },
        version: row.version,
        packs: Pack::list(row.skus, row.weights, row.prices),
        state,
        claims: claim::find(&content, &row.accepted.0),
        accepted: row.accepted.0,
        last_change: last_change(row.changed_at, row.changed_by),
        content,
    })
}

fn last_change(changed_at: Option<OffsetDateTime>, changed_by: Option<Uuid>) -> Option<LastChange> {
    changed_at
        .zip(changed_by)
        .map(|(changed_at, changed_by)| LastChange {
            changed_at,
            changed_by,
        })
}
