//! The fields that a product needs before it is sold.

use runtime::status::{Rule, Violation};

use crate::content::product_content::Content;

/// Returns the missing fields of a product; empty if it is complete.
pub fn missing(content: &Content) -> Vec<Violation> {
    let details = &content.details;
    let fields = [
        (
            "hindi_name",
            details.hindi_name.is_empty(),
            "Add the name in Hindi",
        ),
        ("tagline", details.tagline.is_empty(), "Add a line below the name"),
        (
            "photos",
            details.photos.is_empty(),
            "Add a photo of the pack's front",
        ),
        ("description", details.description.is_empty(), "Add a description"),
        (
            "ingredients",
            details.ingredients.is_empty(),
            "Add the ingredients, one per line",
        ),
        ("how_to_use", details.how_to_use.is_empty(), "Add how to use it"),
        ("cautions", details.cautions.is_empty(), "Add the cautions"),
        ("storage", details.storage.is_empty(), "Add how to store it"),
    ];
    let missing = fields.into_iter().filter(|(_, is_missing, _)| *is_missing);
    let told = missing.map(|(field, _, words)| Violation::new(field, Rule::Required.says(words)));
    told.collect()
}
