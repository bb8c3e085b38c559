//! The cells of a row.

use csv_import::{CellError, Record};

use crate::{
    content::content_input::ContentInput,
    products::{product_type::ProductType, tax_class::TaxClass},
};

/// The cells of a row; `None` if the file does not have the column.
#[derive(Debug, Default)]
pub struct Cells {
    product_name: Option<String>,
    hindi_name: Option<String>,
    tagline: Option<String>,
    product_type: Option<ProductType>,
    price_paise: Option<i64>,
    discount_percent: Option<i32>,
    photos: Option<Vec<String>>,
    description: Option<String>,
    ingredients: Option<Vec<String>>,
    benefits: Option<Vec<String>>,
    other_names: Option<Vec<String>>,
    concerns: Option<Vec<String>>,
    how_to_use: Option<String>,
    cautions: Option<String>,
    storage: Option<String>,
    tax_class: Option<String>,
    hsn_code: Option<String>,
}

impl Cells {
    /// Parses the cells with a format of their own. The other cells are validated with the product's content.
    /// Adds errors to `errors`.
    pub fn parse(record: &Record<'_>, errors: &mut Vec<CellError>) -> Self {
        Self {
            product_name: text(record, "product_name"),
            hindi_name: text(record, "hindi_name"),
            tagline: text(record, "tagline"),
            product_type: read(record, "type", errors, product_type),
            price_paise: read(record, "price", errors, paise),
            discount_percent: read(record, "discount", errors, percent),
            photos: list(record, "photos"),
            description: text(record, "description"),
            ingredients: list(record, "ingredients"),
            benefits: list(record, "benefits"),
            other_names: list(record, "other_names"),
            concerns: list(record, "concerns"),
            how_to_use: text(record, "how_to_use"),
            cautions: text(record, "cautions"),
            storage: text(record, "storage"),
            tax_class: text(record, "tax_class").map(|cell| tax_class(&cell)),
            hsn_code: text(record, "hsn_code"),
        }
    }

    /// Replaces the fields of a content with these cells.
    pub fn over(self, current: ContentInput) -> ContentInput {
        ContentInput {
            product_name: self.product_name.unwrap_or(current.product_name),
            hindi_name: self.hindi_name.unwrap_or(current.hindi_name),
            tagline: self.tagline.unwrap_or(current.tagline),
            product_type: self.product_type.or(current.product_type),
            actual_price_paise: self.price_paise.unwrap_or(current.actual_price_paise),
            discount_percent: self.discount_percent.unwrap_or(current.discount_percent),
            photos: self.photos.unwrap_or(current.photos),
            description: self.description.unwrap_or(current.description),
            ingredients: self.ingredients.unwrap_or(current.ingredients),
            benefits: self.benefits.unwrap_or(current.benefits),
            other_names: self.other_names.unwrap_or(current.other_names),
            concerns: self.concerns.unwrap_or(current.concerns),
            how_to_use: self.how_to_use.unwrap_or(current.how_to_use),
            cautions: self.cautions.unwrap_or(current.cautions),
            storage: self.storage.unwrap_or(current.storage),
            tax_class: self.tax_class.unwrap_or(current.tax_class),
            hsn_code: self.hsn_code.unwrap_or(current.hsn_code),
        }
    }
}

/// The text of a cell. Windows spreadsheets end lines with `\r\n`.
fn text(record: &Record<'_>, column: &str) -> Option<String> {
    record
        .has(column)
        .then(|| record.get(column).replace("\r\n", "\n"))
}

/// The lines of a cell, without empty ones.
fn list(record: &Record<'_>, column: &str) -> Option<Vec<String>> {
    let lines = text(record, column)?;
    let entries = lines.split(['\n', '\r']).map(str::trim);
    let entries = entries.filter(|entry| !entry.is_empty()).map(str::to_owned);
    Some(entries.collect())
}

fn read<T>(
    record: &Record<'_>,
    column: &'static str,
    errors: &mut Vec<CellError>,
    read: impl Fn(&str) -> Result<T, &'static str>,
) -> Option<T> {
    if !record.has(column) {
        return None;
    }
    match read(record.get(column)) {
        Ok(value) => Some(value),
        Err(message) => {
            errors.push(CellError::new(column, message));
            None
        }
    }
}

fn product_type(cell: &str) -> Result<ProductType, &'static str> {
    let known = ProductType::parse(&cell.to_lowercase());
    known.ok_or("Enter box or pouch")
}

/// Parses a price. Spreadsheets write both 249 and 249.00.
fn paise(cell: &str) -> Result<i64, &'static str> {
    let (rupees, decimals) = cell.split_once('.').unwrap_or((cell, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let read = || {
        let decimals = decimals.trim_end_matches('0');
        if !is_number(rupees) || decimals.len() > 2 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let paise: i64 = format!("{decimals:0<2}").parse().ok()?;
        rupees.parse::<i64>().ok()?.checked_mul(100)?.checked_add(paise)
    };
    read().ok_or("Enter the price in rupees, such as 249")
}

/// Parses a discount. An empty cell is no discount.
fn percent(cell: &str) -> Result<i32, &'static str> {
    if cell.is_empty() {
        return Ok(0);
    }
    cell.parse()
        .map_err(|_| "Enter the discount in whole percent, such as 10")
}

/// The tax class as in the contract. An empty cell is unclassified.
fn tax_class(cell: &str) -> String {
    if cell.is_empty() {
        return TaxClass::Unclassified.as_str().to_owned();
    }
    cell.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_read_as_spreadsheets_write_it() {
        for (cell, read) in [
            ("249", Some(24_900)),
            ("249.0", Some(24_900)),
            ("249.00", Some(24_900)),
            ("249.5", Some(24_950)),
            ("249.05", Some(24_905)),
            ("249.", Some(24_900)),
            ("", None),
            (".5", None),
            ("-1", None),
            ("+1", None),
            ("2,49", None),
            ("249.005", None),
            ("249.a", None),
            ("₹249", None),
            ("99999999999999999999", None),
            ("92233720368547758.99", None),
        ] {
            assert_eq!(paise(cell).ok(), read, "{cell:?}");
        }
    }

    #[test]
    fn a_discount_is_a_whole_number_and_nothing_is_none() {
        assert_eq!(percent(""), Ok(0));
        assert_eq!(percent("10"), Ok(10));
        assert!(percent("10%").is_err() && percent("1.5").is_err());
    }
}
