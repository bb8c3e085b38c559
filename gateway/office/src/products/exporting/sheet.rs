//! The rows of a product export, with the words that the product import accepts.

use proto::catalog::v1::{EditedProduct, ProductState, ProductType};
use web::Error;

use crate::csv::rows::rupees;

/// The columns of the catalog's `ProductImportService`. Prices are in rupees, discounts in percent; lists
/// have one entry per line.
pub(super) const COLUMNS: [&str; 19] = [
    "product_id",
    "state",
    "product_name",
    "hindi_name",
    "tagline",
    "type",
    "price",
    "discount",
    "photos",
    "description",
    "ingredients",
    "benefits",
    "other_names",
    "concerns",
    "how_to_use",
    "cautions",
    "storage",
    "tax_class",
    "hsn_code",
];

/// The row of a product. An unknown value fails the export, because the file would import as something else.
pub(super) fn row(message: EditedProduct) -> Result<Vec<String>, Error> {
    let unknown = |what: &str| Error::internal(format!("the catalog tells of {what} that is not known"));
    let state = match message.state() {
        ProductState::Draft => "draft",
        ProductState::Published => "published",
        ProductState::Archived => "archived",
        ProductState::Unspecified => return Err(unknown("a state")),
    };
    let product = message.product.ok_or_else(|| unknown("a product"))?;
    let product_type = match product.r#type() {
        ProductType::Box => "box",
        ProductType::Pouch => "pouch",
        ProductType::Unspecified => return Err(unknown("a type")),
    };
    let lines = |list: Vec<String>| list.join("\n");
    Ok(vec![
        product.id,
        state.to_owned(),
        product.product_name,
        product.hindi_name,
        product.tagline,
        product_type.to_owned(),
        rupees(product.actual_price_paise),
        product.discount_percent.to_string(),
        lines(product.photos),
        product.description,
        lines(product.ingredients),
        lines(product.benefits),
        lines(product.other_names),
        lines(product.concerns),
        product.how_to_use,
        product.cautions,
        product.storage,
        message.tax_class,
        message.hsn_code,
    ])
}
