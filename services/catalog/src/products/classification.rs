//! The tax classification of products.

use sqlx::PgPool;
use uuid::Uuid;

/// The tax classification of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classification {
    /// The product's id.
    pub product_id: Uuid,
    /// The HSN code.
    pub hsn_code: String,
    /// The name of the tax class. Once set, it takes precedence over the code.
    pub tax_class: String,
}

/// Returns the classifications of products in any state: an invoice may have products that are no longer
/// sold.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, products: &[Uuid]) -> sqlx::Result<Vec<Classification>> {
    sqlx::query_as!(
        Classification,
        "SELECT id AS product_id, hsn_code, tax_class FROM products WHERE id = ANY($1)",
        products
    )
    .fetch_all(db)
    .await
}
