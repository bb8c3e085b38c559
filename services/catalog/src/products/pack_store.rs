//! The SQL that writes packs.

use serde::Serialize;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::products::{
    pack_price::{priced_packs, sku},
    product::ProductDetails,
    tax_class::TaxClass,
};

/// A product whose packs are to be written.
#[derive(Debug, Clone, Copy)]
pub struct PackedProduct<'a> {
    /// The product.
    pub details: &'a ProductDetails,
    /// The product's number in the names of its packs.
    pub product_number: i32,
    /// The product's tax class.
    pub tax_class: TaxClass,
}

#[derive(Serialize)]
struct PackRow {
    sku: String,
    product_id: Uuid,
    weight_in_grams: i32,
    price_paise: i64,
    mrp_paise: i64,
    tax_class: &'static str,
}

impl PackedProduct<'_> {
    fn rows(&self) -> impl Iterator<Item = PackRow> {
        let product = self.details;
        let packs = priced_packs(
            product.product_type,
            product.base_price_rupees,
            product.discount_percent,
        );
        packs.map(move |pack| PackRow {
            sku: sku(self.product_number, pack.weight_in_grams),
            product_id: product.id,
            weight_in_grams: pack.weight_in_grams,
            price_paise: pack.price_paise,
            mrp_paise: pack.mrp_paise,
            tax_class: self.tax_class.as_str(),
        })
    }
}

/// Writes the packs of these products. A product whose type has changed loses the packs of its former type.
#[tracing::instrument(name = "INSERT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn write(db: &mut PgConnection, products: &[PackedProduct<'_>]) -> sqlx::Result<()> {
    let ids: Vec<_> = products.iter().map(|product| product.details.id).collect();
    let packs: Vec<_> = products.iter().flat_map(PackedProduct::rows).collect();
    sqlx::query!(
        "DELETE FROM packs WHERE product_id = ANY($1) AND (product_id, weight_in_grams) NOT IN (
           SELECT product_id, weight_in_grams
           FROM jsonb_to_recordset($2) AS priced (product_id uuid, weight_in_grams integer))",
        &ids,
        Json(&packs) as _
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO packs (sku, product_id, weight_in_grams, price_paise, mrp_paise, tax_class)
         SELECT sku, product_id, weight_in_grams, price_paise, mrp_paise, tax_class
         FROM jsonb_to_recordset($1) AS priced (sku text, product_id uuid, weight_in_grams integer, price_paise bigint,
           mrp_paise bigint, tax_class text)
         ON CONFLICT (product_id, weight_in_grams)
         DO UPDATE SET price_paise = excluded.price_paise, mrp_paise = excluded.mrp_paise, tax_class = excluded.tax_class
         WHERE (packs.price_paise, packs.mrp_paise, packs.tax_class)
           <> (excluded.price_paise, excluded.mrp_paise, excluded.tax_class)",
        Json(&packs) as _
    )
    .execute(db)
    .await?;
    Ok(())
}
