//! Conversions of the messages for editing products.

use prost::Message as _;
use proto::catalog::v1::{self as contract, FoundClaims, ProductContent};
use runtime::status::{self, Rule, Violation, field};
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use tonic::Status;
use uuid::Uuid;
use values::Paragraphs;

use crate::{
    content::{change::ChangedField, claim::FoundClaim, content_input::ContentInput},
    editing::{edited_product::EditedProduct, product_change::ProductChange},
    error::Error,
    grpc::messages::product,
    products::{product::Product, product_state::ProductState, product_type::ProductType},
};

/// The maximum number of claims per product in a response. A text full of claims would otherwise fill a page.
const MOST_CLAIMS: usize = 100;

/// The maximum size of the claims in a status's details, in bytes. They travel in a header, and clients
/// accept 16 KiB of headers.
const MOST_CLAIM_BYTES: usize = 8 * 1024;

/// The minimum length of a reason, in characters.
const SHORTEST_REASON: usize = 10;

/// Converts an error to a status. Includes the claims if they are the cause.
pub fn refused(error: Error) -> Status {
    let Error::ForbiddenClaims(claims) = &error else {
        return error.into();
    };
    let mut told = FoundClaims::default();
    let mut bytes = 0;
    for claim in claims {
        let claim = found_claim(claim.clone());
        bytes += claim.encoded_len();
        if bytes > MOST_CLAIM_BYTES {
            break;
        }
        told.claims.push(claim);
    }
    status::with_message(&error.into(), &told)
}

/// Parses a product's id.
pub fn product_id(text: &str) -> Result<Uuid, Violation> {
    let malformed = |_| Rule::Malformed.says("A product's id should be a UUID");
    Uuid::try_parse(text)
        .map_err(malformed)
        .map_err(|broken| Violation::new("product_id", broken))
}

/// Parses the reason for accepting claims.
pub fn reason(text: &str) -> Result<String, Violation> {
    let read = Paragraphs::<500>::read(text).map_err(|broken| broken.of("The reason"));
    let read = read.and_then(|reason| {
        let is_long = reason.as_str().chars().count() >= SHORTEST_REASON;
        let short = || {
            let rule = Rule::TooShort { min: SHORTEST_REASON };
            rule.says(format!(
                "The reason should be at least {SHORTEST_REASON} characters long"
            ))
        };
        is_long.then(|| reason.into_string()).ok_or_else(short)
    });
    let mut violations = Vec::new();
    field("reason", read, &mut violations).ok_or_else(|| violations.remove(0))
}

/// Converts the content of a request; empty if the request has none.
pub fn content_input(content: Option<ProductContent>) -> ContentInput {
    let content = content.unwrap_or_default();
    let product_type = match content.r#type() {
        contract::ProductType::Box => Some(ProductType::Box),
        contract::ProductType::Pouch => Some(ProductType::Pouch),
        contract::ProductType::Unspecified => None,
    };
    ContentInput {
        product_name: content.product_name,
        hindi_name: content.hindi_name,
        tagline: content.tagline,
        product_type,
        actual_price_paise: content.actual_price_paise,
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
        tax_class: content.tax_class,
        hsn_code: content.hsn_code,
    }
}

/// Converts a state; `None` if unspecified.
pub fn state(state: contract::ProductState) -> Option<ProductState> {
    match state {
        contract::ProductState::Unspecified => None,
        contract::ProductState::Draft => Some(ProductState::Draft),
        contract::ProductState::Published => Some(ProductState::Published),
        contract::ProductState::Archived => Some(ProductState::Archived),
    }
}

/// Converts a state to its message.
pub fn state_message(state: ProductState) -> contract::ProductState {
    match state {
        ProductState::Draft => contract::ProductState::Draft,
        ProductState::Published => contract::ProductState::Published,
        ProductState::Archived => contract::ProductState::Archived,
    }
}

/// Converts a product for staff to its message.
pub fn edited_product(edited: EditedProduct) -> contract::EditedProduct {
    let state = state_message(edited.state);
    let changed = edited.last_change;
    contract::EditedProduct {
        product: Some(product(Product {
            details: edited.content.details,
            version: edited.version,
            packs: edited.packs,
        })),
        state: state.into(),
        tax_class: edited.content.tax_class.as_str().to_owned(),
        hsn_code: edited.content.hsn_code.as_str().to_owned(),
        claims: found_claims(edited.claims),
        changed_at: changed.map_or_else(String::new, |change| rfc_3339(change.changed_at)),
        changed_by: changed.map_or_else(String::new, |change| change.changed_by.to_string()),
    }
}

/// Converts the first claims to messages.
pub fn found_claims(claims: Vec<FoundClaim>) -> Vec<contract::FoundClaim> {
    claims.into_iter().take(MOST_CLAIMS).map(found_claim).collect()
}

fn found_claim(claim: FoundClaim) -> contract::FoundClaim {
    // A text has a few thousand characters.
    let offset = |place| i32::try_from(place).unwrap_or(i32::MAX);
    contract::FoundClaim {
        field: claim.path(),
        start: offset(claim.start),
        end: offset(claim.end),
        text: claim.text,
        rule: claim.rule.to_owned(),
        explanation: claim.explanation.to_owned(),
        is_accepted: claim.is_accepted,
    }
}

/// Converts a change to its message.
pub fn product_change(change: ProductChange) -> contract::ProductChange {
    contract::ProductChange {
        version: change.version,
        changed_at: rfc_3339(change.changed_at),
        changed_by: change.staff_id.to_string(),
        fields: change.fields.into_iter().map(changed_field).collect(),
        reason: change.reason.unwrap_or_default(),
    }
}

fn changed_field(field: ChangedField) -> contract::ChangedField {
    contract::ChangedField {
        field: field.field,
        before: field.before,
        after: field.after,
    }
}

fn rfc_3339(at: OffsetDateTime) -> String {
    at.to_offset(UtcOffset::UTC)
        .format(&Rfc3339)
        .expect("a time of the database has a year of four digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_of_a_refusal_fit_into_a_header() {
        let claim = FoundClaim {
            field: "description",
            entry: None,
            start: 0,
            end: 5,
            text: "cures".repeat(20),
            rule: "dmr-schedule-diabetes",
            explanation: "A rule that has some words about it",
            is_accepted: false,
        };
        let status = refused(Error::ForbiddenClaims(vec![claim; 1_000]));
        let told: FoundClaims = status::message(&status).expect("it tells the claims");
        assert!((20..1_000).contains(&told.claims.len()), "{}", told.claims.len());
        // The details are sent in base64, beside the message.
        let bytes = status.message().len() + status.details().len().div_ceil(3) * 4;
        assert!(bytes < 15 * 1024, "{bytes}");
    }

    #[test]
    fn a_reason_has_something_to_say() {
        for (text, is_good) in [
            ("", false),
            ("too short", false),
            ("ten letters", true),
            (&"x".repeat(500), true),
            (&"x".repeat(501), false),
        ] {
            assert_eq!(reason(text).is_ok(), is_good, "{text}");
        }
    }
}
