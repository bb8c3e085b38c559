//! A product as staff see it.

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

/// A product as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Product {
    /// Its id.
    #[schema(format = "uuid")]
    id: String,
    /// Counts its changes; sent with the next one.
    #[schema(minimum = 1, example = 1)]
    version: i64,
    /// How far it is.
    state: ProductState,
    /// What it says and costs.
    content: ProductContent,
    /// The packs that it is sold in, or would be, lightest first.
    packs: Vec<ProductPack>,
    /// What in its texts may be a claim that the law forbids, the first 100.
    claims: Vec<ProductClaim>,
    /// When somebody of the staff last changed it, in UTC; absent when nobody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    changed_at: Option<String>,
    /// The id of who that was; absent when nobody did.
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
    /// The pack's name.
    #[schema(example = "P0012-100")]
    sku: String,
    /// Price of the pack, in rupees.
    price: Rupees,
}

impl Product {
    /// Reads what the catalog answered.
    pub(super) fn read(told: Option<EditedProduct>) -> Result<Self, Error> {
        let nothing = || Error::internal("the catalog answered without the product");
        let told = told.ok_or_else(nothing)?;
        let unknown = || Error::internal("the catalog tells of a state that nobody knows");
        let state = ProductState::from_contract(told.state()).ok_or_else(unknown)?;
        let mut product = told.product.ok_or_else(nothing)?;
        let packs = std::mem::take(&mut product.variants).into_iter();
        Ok(Self {
            id: product.id.clone(),
            version: product.version,
            state,
            packs: packs.map(ProductPack::from).collect(),
            claims: told.claims.into_iter().map(ProductClaim::from).collect(),
            content: ProductContent::read(product, &told.tax_class, told.hsn_code)?,
            changed_at: Some(told.changed_at).filter(|at| !at.is_empty()),
            changed_by: Some(told.changed_by).filter(|by| !by.is_empty()),
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
