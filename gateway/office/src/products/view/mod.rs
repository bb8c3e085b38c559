//! A product, as staff see it.

pub(crate) mod claim;
pub(crate) mod state;

use proto::catalog::v1::{EditedProduct, Variant};
use serde::Serialize;
use utoipa::ToSchema;
use web::{Error, answer::money::Rupees};

use crate::products::{
    content::ProductContent,
    view::{claim::ProductClaim, state::ProductState},
};

/// A product, as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Product {
    /// The product's id.
    #[schema(format = "uuid")]
    id: String,
    /// The product's version; the next change must send it.
    #[schema(minimum = 1, example = 1)]
    version: i64,
    /// The state of the product.
    state: ProductState,
    /// The content of the product.
    content: ProductContent,
    /// The packs of the product, lightest first, whether or not it is on sale.
    packs: Vec<ProductPack>,
    /// Parts of the texts that may be forbidden claims; at most the first 100.
    claims: Vec<ProductClaim>,
    /// When a staff member last changed the product, in UTC; absent if there was no change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    changed_at: Option<String>,
    /// The id of that staff member; absent if there was no change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    changed_by: Option<String>,
}

/// A pack of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProductPack {
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The pack's SKU.
    #[schema(example = "P0012-100")]
    sku: String,
    /// Price of the pack, in rupees.
    price: Rupees,
}

impl Product {
    /// Converts the product in the catalog's answer.
    pub(super) fn from_contract(message: Option<EditedProduct>) -> Result<Self, Error> {
        let nothing = || Error::internal("the catalog answered without the product");
        let message = message.ok_or_else(nothing)?;
        let unknown = || Error::internal("the catalog tells of an unknown state");
        let state = ProductState::from_contract(message.state()).ok_or_else(unknown)?;
        let mut product = message.product.ok_or_else(nothing)?;
        let packs = std::mem::take(&mut product.variants).into_iter();
        Ok(Self {
            id: product.id.clone(),
            version: product.version,
            state,
            packs: packs.map(ProductPack::from).collect(),
            claims: message.claims.into_iter().map(ProductClaim::from).collect(),
            content: ProductContent::from_contract(product, &message.tax_class, message.hsn_code)?,
            changed_at: Some(message.changed_at).filter(|at| !at.is_empty()),
            changed_by: Some(message.changed_by).filter(|by| !by.is_empty()),
        })
    }
}

impl From<Variant> for ProductPack {
    fn from(pack: Variant) -> Self {
        Self {
            weight_in_grams: pack.weight_in_grams,
            sku: pack.sku,
            price: Rupees::from_paise(pack.price_paise),
        }
    }
}
