//! The SQL of products and packs.

use sqlx::{PgConnection, PgPool, types::Json};
use uuid::Uuid;

use crate::products::{
    cursor::ProductCursor,
    product::{Pack, Product, ProductDetails, Quote},
    product_type::ProductType,
};

struct ProductRow {
    id: Uuid,
    position: i32,
    version: i64,
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
    skus: Vec<String>,
    weights: Vec<i32>,
    prices: Vec<i64>,
}

/// Returns at most `limit` products on sale after a position in the shop's list, each with its own position.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn products_behind(
    db: &PgPool,
    cursor: ProductCursor,
    limit: i64,
) -> sqlx::Result<Vec<(ProductCursor, Product)>> {
    let rows = sqlx::query_as!(
        ProductRow,
        r#"SELECT id, position, version, product_name, hindi_name, tagline, product_type, base_price_rupees,
             discount_percent, photos AS "photos: _", description, ingredients AS "ingredients: _",
             benefits AS "benefits: _", other_names AS "other_names: _", concerns AS "concerns: _", how_to_use, cautions,
             storage, skus AS "skus!", weights AS "weights!", prices AS "prices!"
           FROM products, LATERAL (
             SELECT coalesce(array_agg(sku ORDER BY weight_in_grams), '{}') AS skus,
               coalesce(array_agg(weight_in_grams ORDER BY weight_in_grams), '{}') AS weights,
               coalesce(array_agg(price_paise ORDER BY weight_in_grams), '{}') AS prices
             FROM packs WHERE product_id = products.id) AS packed
           WHERE state = 'published' AND (position, id) > ($1, $2) ORDER BY position, id LIMIT $3"#,
        cursor.position,
        cursor.id,
        limit
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    rows.map(|row| {
        let cursor = ProductCursor {
            position: row.position,
            id: row.id,
        };
        Ok((cursor, to_product(row)?))
    })
    .collect()
}

/// Finds a product on sale by its id.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn product(db: &PgPool, id: Uuid) -> sqlx::Result<Option<Product>> {
    let row = sqlx::query_as!(
        ProductRow,
        r#"SELECT id, position, version, product_name, hindi_name, tagline, product_type, base_price_rupees,
             discount_percent, photos AS "photos: _", description, ingredients AS "ingredients: _",
             benefits AS "benefits: _", other_names AS "other_names: _", concerns AS "concerns: _", how_to_use, cautions,
             storage, skus AS "skus!", weights AS "weights!", prices AS "prices!"
           FROM products, LATERAL (
             SELECT coalesce(array_agg(sku ORDER BY weight_in_grams), '{}') AS skus,
               coalesce(array_agg(weight_in_grams ORDER BY weight_in_grams), '{}') AS weights,
               coalesce(array_agg(price_paise ORDER BY weight_in_grams), '{}') AS prices
             FROM packs WHERE product_id = products.id) AS packed
           WHERE state = 'published' AND id = $1"#,
        id
    );
    row.fetch_optional(db).await?.map(to_product).transpose()
}

/// Returns a quote for each line, in order. A line has a product id, if it is valid, and a weight.
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn quotes(db: &PgPool, lines: &[(Option<Uuid>, i32)]) -> sqlx::Result<Vec<Quote>> {
    let (products, weights): (Vec<_>, Vec<_>) = lines.iter().copied().unzip();
    // Shoppers must not learn of drafts, so drafts have no name here.
    let rows = sqlx::query!(
        r#"SELECT product.product_name AS "product_name?", line.weight AS "weight!", pack.sku AS "sku?",
             pack.price_paise AS "price_paise?"
           FROM unnest($1::uuid[], $2::integer[]) WITH ORDINALITY AS line (product_id, weight, number)
           LEFT JOIN products AS product ON product.id = line.product_id AND product.state <> 'draft'
           LEFT JOIN packs AS pack
             ON pack.product_id = product.id AND pack.weight_in_grams = line.weight AND product.state = 'published'
           ORDER BY line.number"#,
        &products as &[Option<Uuid>],
        &weights
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let quotes = rows.map(|row| Quote {
        product_name: row.product_name,
        pack: row.sku.zip(row.price_paise).map(|(sku, price_paise)| Pack {
            sku,
            weight_in_grams: row.weight,
            price_paise,
        }),
    });
    Ok(quotes.collect())
}

/// Returns true if the seed is still to be added, and marks it as added in this transaction.
pub async fn begin_populating(db: &mut PgConnection) -> sqlx::Result<bool> {
    let planting = sqlx::query!("INSERT INTO planted (what) VALUES ('products') ON CONFLICT DO NOTHING");
    Ok(planting.execute(db).await?.rows_affected() == 1)
}

fn to_product(row: ProductRow) -> sqlx::Result<Product> {
    let product_type = ProductType::parse(&row.product_type)
        .ok_or_else(|| sqlx::Error::Decode(format!("{:?} is no product type", row.product_type).into()))?;
    Ok(Product {
        details: ProductDetails {
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
        },
        version: row.version,
        packs: Pack::list(row.skus, row.weights, row.prices),
    })
}
