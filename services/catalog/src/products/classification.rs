//! How products are classified for taxes.

use sqlx::PgPool;
use uuid::Uuid;

/// What decides the tax on a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classification {
    /// The product's id.
    pub product_id: Uuid,
    /// Its code by the Harmonised System.
    pub hsn_code: String,
    /// The word for its tax class, which counts before the code once somebody said one.
    pub tax_class: String,
}

/// Those of products in whatever state: an invoice may be about what is not sold any more.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of(db: &PgPool, products: &[Uuid]) -> sqlx::Result<Vec<Classification>> {
    sqlx::query_as!(
        Classification,
        "SELECT id AS product_id, hsn_code, tax_class FROM products WHERE id = ANY($1)",
        products
    )
    .fetch_all(db)
    .await
}
