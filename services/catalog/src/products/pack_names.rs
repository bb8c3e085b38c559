//! Pack names. Packs of drafts have names, too, because they can be in stock before they are sold.

use sqlx::PgPool;
use uuid::Uuid;

/// The page size, in packs.
pub const PAGE: usize = 1_000;

/// A pack with its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPack {
    /// The pack's name, such as P0012-100.
    pub sku: String,
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The product's name.
    pub product_name: String,
}

/// Finds packs by their names.
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, skus: &[String]) -> sqlx::Result<Vec<NamedPack>> {
    sqlx::query_as!(
        NamedPack,
        "SELECT sku, product_id, weight_in_grams, product_name FROM packs JOIN products ON products.id = product_id
         WHERE sku = ANY($1)",
        skus
    )
    .fetch_all(db)
    .await
}

/// Finds the names of packs, given as a list of products and a list of weights.
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn name(db: &PgPool, products: &[Uuid], weights: &[i32]) -> sqlx::Result<Vec<NamedPack>> {
    sqlx::query_as!(
        NamedPack,
        r#"SELECT sku, packs.product_id, packs.weight_in_grams, product_name
           FROM unnest($1::uuid[], $2::integer[]) AS asked (product_id, weight_in_grams)
           JOIN packs ON packs.product_id = asked.product_id AND packs.weight_in_grams = asked.weight_in_grams
           JOIN products ON products.id = packs.product_id"#,
        products,
        weights
    )
    .fetch_all(db)
    .await
}

/// A pack with its names, its product's state and its price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPack {
    /// The pack's name, such as P0012-100.
    pub sku: String,
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The product's name.
    pub product_name: String,
    /// The product's state, as stored.
    pub state: String,
    /// The price, in paise.
    pub price_paise: i64,
}

/// Returns a page of all packs after this name.
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn list(db: &PgPool, behind: &str) -> sqlx::Result<Vec<ListedPack>> {
    sqlx::query_as!(
        ListedPack,
        "SELECT sku, product_id, weight_in_grams, product_name, state, price_paise
         FROM packs JOIN products ON products.id = product_id WHERE sku > $1 ORDER BY sku LIMIT $2",
        behind,
        i64::try_from(PAGE).expect("a page is small")
    )
    .fetch_all(db)
    .await
}

/// The version of the list of all packs. It changes with every added or changed product.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn version(db: &PgPool) -> sqlx::Result<String> {
    let version = sqlx::query_scalar!(
        r#"SELECT count(*) || '.' || coalesce(sum(version), 0) AS "version!" FROM products"#
    );
    version.fetch_one(db).await
}
