//! The changed fields of a product, for its history.

use serde::{Deserialize, Serialize};

use crate::content::{claim::FoundClaim, product_content::Content};

/// A field before and after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedField {
    /// The field's name in the contract, or `state`, or `claims`.
    pub field: String,
    /// The value before; a list has one line per entry.
    pub before: String,
    /// The value after.
    pub after: String,
}

impl ChangedField {
    /// Creates a changed field.
    pub fn new(field: &str, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            before: before.into(),
            after: after.into(),
        }
    }
}

/// Returns the fields that differ between two contents; all filled fields if there was none before.
pub fn differences(before: Option<&Content>, after: &Content) -> Vec<ChangedField> {
    let mut old = before.map(fields).into_iter().flatten();
    let fields = fields(after).into_iter().map(|(field, after)| {
        let before = old.next().map(|(_, before)| before).unwrap_or_default();
        ChangedField::new(field, before, after)
    });
    fields.filter(|field| field.before != field.after).collect()
}

/// Returns the accepted claims as a changed field, one line per claim.
pub fn accepted_claims(claims: &[FoundClaim]) -> ChangedField {
    let lines = claims
        .iter()
        .map(|claim| format!("{}: {}", claim.path(), claim.text.replace('\n', " ")));
    ChangedField::new("claims", "", lines.collect::<Vec<_>>().join("\n"))
}

/// Returns all fields with their values, in the order of the contract.
fn fields(content: &Content) -> [(&'static str, String); 17] {
    let details = &content.details;
    let lines = |list: &[String]| list.join("\n");
    [
        ("product_name", details.product_name.clone()),
        ("hindi_name", details.hindi_name.clone()),
        ("tagline", details.tagline.clone()),
        ("type", details.product_type.as_str().to_owned()),
        (
            "actual_price_paise",
            (i64::from(details.base_price_rupees) * 100).to_string(),
        ),
        ("discount_percent", details.discount_percent.to_string()),
        ("photos", lines(&details.photos)),
        ("description", details.description.clone()),
        ("ingredients", lines(&details.ingredients)),
        ("benefits", lines(&details.benefits)),
        ("other_names", lines(&details.other_names)),
        ("concerns", lines(&details.concerns)),
        ("how_to_use", details.how_to_use.clone()),
        ("cautions", details.cautions.clone()),
        ("storage", details.storage.clone()),
        ("tax_class", content.tax_class.as_str().to_owned()),
        ("hsn_code", content.hsn_code.as_str().to_owned()),
    ]
}
