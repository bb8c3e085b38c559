//! The content of a product.

use proto::catalog::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Error, request::whole_number::whole_number};

/// The content of a product. Texts and lists may be empty before it is published.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ProductContent {
    /// English name.
    #[schema(min_length = 1, max_length = 100, example = "Karela Powder")]
    product_name: String,
    /// Hindi name.
    #[schema(max_length = 100)]
    hindi_name: String,
    /// One short line below the name.
    #[schema(max_length = 120)]
    tagline: String,
    /// The kind of pack.
    #[serde(rename = "type")]
    product_type: PackType,
    /// Price of the smallest pack, in whole rupees.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, maximum = 20_000, example = 249)]
    base_price_rupees: i32,
    /// The difference between the listed price and the selling price, in percent.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 90)]
    discount_percent: i32,
    /// Addresses of the photos, the front of the pack first. Each comes from an upload or from the shop's
    /// initial data.
    #[schema(max_items = 12, example = json!(["/images/products/karela-800.webp"]))]
    photos: Vec<String>,
    /// Description in plain text.
    #[schema(max_length = 5_000)]
    description: String,
    /// Ingredients, at most 200 characters each.
    #[schema(max_items = 30)]
    ingredients: Vec<String>,
    /// Traditional uses, one statement per entry, at most 300 characters each.
    #[schema(max_items = 20)]
    benefits: Vec<String>,
    /// Other names for the search, at most 100 characters each.
    #[schema(max_items = 30)]
    other_names: Vec<String>,
    /// Health concerns under which shoppers look for the product.
    #[schema(max_items = 10, example = json!(["digestion"]))]
    concerns: Vec<String>,
    /// Instructions for use.
    #[schema(max_length = 1_000)]
    how_to_use: String,
    /// Cautions: people who should not take the product.
    #[schema(max_length = 1_000)]
    cautions: String,
    /// Storage instructions.
    #[schema(max_length = 1_000)]
    storage: String,
    /// The tax class.
    tax_class: TaxClass,
    /// The HSN code for invoices: 4, 6 or 8 digits. It also sets the tax rate while the tax class is
    /// unclassified.
    #[serde(default = "usual_code")]
    #[schema(
        pattern = "^([0-9]{4}|[0-9]{6}|[0-9]{8})$",
        default = "1211",
        example = "1211"
    )]
    hsn_code: String,
}

/// A kind of pack.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PackType {
    /// A carton.
    Box,
    /// A pouch.
    Pouch,
}

/// A tax class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) enum TaxClass {
    /// The HSN code sets the rate.
    #[serde(rename = "unclassified")]
    Unclassified,
    /// GST of 0 %.
    #[serde(rename = "gst_0")]
    Gst0,
    /// GST of 5 %.
    #[serde(rename = "gst_5")]
    Gst5,
    /// GST of 12 %.
    #[serde(rename = "gst_12")]
    Gst12,
    /// GST of 18 %.
    #[serde(rename = "gst_18")]
    Gst18,
}

/// The default HSN code: plants for perfumery and pharmacy.
fn usual_code() -> String {
    "1211".to_owned()
}

/// Each tax class with its name in the contract.
const TAX_CLASSES: [(TaxClass, &str); 5] = [
    (TaxClass::Unclassified, "unclassified"),
    (TaxClass::Gst0, "gst_0"),
    (TaxClass::Gst5, "gst_5"),
    (TaxClass::Gst12, "gst_12"),
    (TaxClass::Gst18, "gst_18"),
];

impl ProductContent {
    /// Converts a product of the catalog.
    pub(super) fn from_contract(
        product: contract::Product,
        tax_class: &str,
        hsn_code: String,
    ) -> Result<Self, Error> {
        let unknown = |what: &str| Error::internal(format!("the catalog tells of {what} that is not known"));
        let product_type = match product.r#type() {
            contract::ProductType::Box => PackType::Box,
            contract::ProductType::Pouch => PackType::Pouch,
            contract::ProductType::Unspecified => return Err(unknown("a type")),
        };
        let known = TAX_CLASSES.iter().find(|(_, name)| *name == tax_class);
        let (tax_class, _) = known.ok_or_else(|| unknown("a tax class"))?;
        let rupees = i32::try_from(product.actual_price_paise / 100);
        Ok(Self {
            product_name: product.product_name,
            hindi_name: product.hindi_name,
            tagline: product.tagline,
            product_type,
            base_price_rupees: rupees.map_err(|_| unknown("a price"))?,
            discount_percent: product.discount_percent,
            photos: product.photos,
            description: product.description,
            ingredients: product.ingredients,
            benefits: product.benefits,
            other_names: product.other_names,
            concerns: product.concerns,
            how_to_use: product.how_to_use,
            cautions: product.cautions,
            storage: product.storage,
            tax_class: *tax_class,
            hsn_code,
        })
    }
}

impl From<ProductContent> for contract::ProductContent {
    fn from(content: ProductContent) -> Self {
        let product_type = match content.product_type {
            PackType::Box => contract::ProductType::Box,
            PackType::Pouch => contract::ProductType::Pouch,
        };
        let mut classes = TAX_CLASSES.iter();
        let tax_class = classes.find(|(class, _)| *class == content.tax_class);
        Self {
            product_name: content.product_name,
            hindi_name: content.hindi_name,
            tagline: content.tagline,
            r#type: product_type.into(),
            actual_price_paise: i64::from(content.base_price_rupees) * 100,
            discount_percent: content.discount_percent,
            photos: content.photos,
            description: content.description,
            ingredients: content.ingredients,
            benefits: content.benefits,
            other_names: content.other_names,
            concerns: content.concerns,
            how_to_use: content.how_to_use,
            cautions: content.cautions,
            storage: content.storage,
            tax_class: tax_class.map_or_else(String::new, |(_, name)| (*name).to_owned()),
            hsn_code: content.hsn_code,
        }
    }
}
