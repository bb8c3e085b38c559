//! The errors of a row, by column.

use csv_import::{CellError, Column};
use runtime::status::Violation;

use crate::{content::claim::FoundClaim, error::Error};

/// The first column.
pub const PRODUCT_ID: &str = "product_id";

/// The product's state, for readers of the file.
pub const STATE: &str = "state";

/// All columns, in the order of the office's export.
pub const COLUMNS: &[Column] = &[
    Column::required(PRODUCT_ID),
    Column::optional(STATE),
    Column::optional("product_name"),
    Column::optional("hindi_name"),
    Column::optional("tagline"),
    Column::optional("type"),
    Column::optional("price"),
    Column::optional("discount"),
    Column::optional("photos"),
    Column::optional("description"),
    Column::optional("ingredients"),
    Column::optional("benefits"),
    Column::optional("other_names"),
    Column::optional("concerns"),
    Column::optional("how_to_use"),
    Column::optional("cautions"),
    Column::optional("storage"),
    Column::optional("tax_class"),
    Column::optional("hsn_code"),
];

/// Converts violations to errors of their columns.
pub fn from_violations(violations: &[Violation]) -> Vec<CellError> {
    let told = violations.iter().map(|violation| {
        let (field, entry) = match violation.field.split_once('[') {
            Some((field, rest)) => (field, rest.trim_end_matches(']').parse().ok()),
            None => (&*violation.field, None),
        };
        at(field, entry, violation.message())
    });
    told.collect()
}

/// Converts the reason why a published product must not have this content.
pub fn from_refusal(refusal: Error) -> Result<Vec<CellError>, Error> {
    match refusal {
        Error::InvalidFields(violations) | Error::Incomplete(violations) => Ok(from_violations(&violations)),
        Error::ForbiddenClaims(claims) => Ok(claims.iter().map(from_claim).collect()),
        other => Err(other),
    }
}

fn from_claim(claim: &FoundClaim) -> CellError {
    let message = format!(
        "“{}” may be a claim that the law forbids: {}. Change it, or ask the owner to accept it",
        claim.text, claim.explanation
    );
    at(claim.field, claim.entry, &message)
}

/// An error of a contract field, at its column. `entry` counts from 0.
fn at(field: &str, entry: Option<usize>, message: &str) -> CellError {
    let column = match field {
        "actual_price_paise" => "price",
        "discount_percent" => "discount",
        field => field,
    };
    let column = COLUMNS.iter().find(|known| known.name == column);
    let message = entry.map_or_else(
        || message.to_owned(),
        |entry| format!("Line {} of the cell: {message}", entry + 1),
    );
    CellError::new(column.map_or("", |column| column.name), message)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::content::content_input::ContentInput;

    #[test]
    fn every_violation_stands_at_a_column_and_says_on_which_line_of_the_cell() {
        let broken = ContentInput {
            photos: vec!["/photos/a".to_owned(), "elsewhere".to_owned()],
            discount_percent: 91,
            ..ContentInput::default()
        };
        let violations = broken.validate(Uuid::nil()).unwrap_err();
        let told = from_violations(&violations);
        let columns: Vec<_> = told.iter().map(|error| error.column).collect();
        assert_eq!(columns, ["product_name", "photos", "type", "price", "discount"]);
        assert!(told[1].message.starts_with("Line 2 of the cell: "), "{told:?}");
    }
}
