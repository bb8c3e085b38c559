//! The SQL of products, one function a question.

use serde_json::Value;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    place::Place,
    pricing::Rupees,
    product::{Product, ProductType, TextList},
};

struct Row {
    id: Uuid,
    position: i32,
    product_name: String,
    hindi_name: String,
    tagline: String,
    product_type: String,
    base_price_rupees: i32,
    discount_percent: i32,
    photos: Value,
    description: String,
    ingredients: Value,
    benefits: Value,
    other_names: Value,
    concerns: Value,
    how_to_use: String,
    cautions: String,
    storage: String,
}

/// The products behind a place in the shop's list, at most `limit`, each with its own place.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn products_behind(db: &PgPool, place: Place, limit: i64) -> sqlx::Result<Vec<(Place, Product)>> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, position, product_name, hindi_name, tagline, product_type, base_price_rupees, discount_percent,
                photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage
         FROM products WHERE (position, id) > ($1, $2) ORDER BY position, id LIMIT $3",
        place.position,
        place.id,
        limit
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    rows.map(|row| {
        let place = Place {
            position: row.position,
            id: row.id,
        };
        Ok((place, read(row)?))
    })
    .collect()
}

/// The products with these ids, in no order; ids that no product has are passed over.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn products_by_id(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<Vec<Product>> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, position, product_name, hindi_name, tagline, product_type, base_price_rupees, discount_percent,
                photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage
         FROM products WHERE id = ANY($1)",
        ids
    );
    rows.fetch_all(db).await?.into_iter().map(read).collect()
}

/// Whether the seed is still to be planted. From here on it counts as planted, once the transaction commits.
pub async fn begin_planting(db: &mut PgConnection) -> sqlx::Result<bool> {
    let planting = sqlx::query!("INSERT INTO planted (what) VALUES ('products') ON CONFLICT DO NOTHING");
    Ok(planting.execute(db).await?.rows_affected() == 1)
}

/// Adds a product at a place in the shop's lists, unless one with its id or name is there.
///
/// The lists are written as they came, whatever their form; [`TextList::read`] is asked when they are read.
pub async fn add(
    db: &mut PgConnection,
    position: i32,
    product: &Product,
    as_written: &Value,
) -> sqlx::Result<()> {
    let base_price_rupees =
        i32::try_from(product.base_price.0).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let list = |name: &str| as_written[name].clone();
    sqlx::query!(
        "INSERT INTO products
           (id, position, product_name, hindi_name, tagline, product_type, base_price_rupees, discount_percent,
            photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         ON CONFLICT DO NOTHING",
        product.id,
        position,
        product.product_name,
        product.hindi_name,
        product.tagline,
        product.product_type.as_str(),
        base_price_rupees,
        product.discount_percent,
        list("photos"),
        product.description,
        list("ingredients"),
        list("benefits"),
        list("otherNames"),
        list("concerns"),
        product.how_to_use,
        product.cautions,
        product.storage,
    )
    .execute(db)
    .await?;
    Ok(())
}

fn read(row: Row) -> sqlx::Result<Product> {
    let product_type = ProductType::read(&row.product_type)
        .ok_or_else(|| sqlx::Error::Decode(format!("{:?} is no product type", row.product_type).into()))?;
    Ok(Product {
        id: row.id,
        product_name: row.product_name,
        hindi_name: row.hindi_name,
        tagline: row.tagline,
        product_type,
        base_price: Rupees(row.base_price_rupees.into()),
        discount_percent: row.discount_percent,
        photos: TextList::read(&row.photos),
        description: row.description,
        ingredients: TextList::read(&row.ingredients),
        benefits: TextList::read(&row.benefits),
        other_names: TextList::read(&row.other_names),
        concerns: TextList::read(&row.concerns),
        how_to_use: row.how_to_use,
        cautions: row.cautions,
        storage: row.storage,
    })
}
