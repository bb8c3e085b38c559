//! A claim that the law may forbid.

use proto::catalog::v1::FoundClaim;
use serde::Serialize;
use utoipa::ToSchema;

use crate::request::field_names::rest_name;

/// A part of a product's texts that may be a claim that the law forbids.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductClaim {
    /// The field of the content, with the entry if it is a list.
    #[schema(example = "benefits[2]")]
    field: String,
    /// The start of the claim in the text, in Unicode code points.
    #[schema(minimum = 0)]
    start: i32,
    /// The end of the claim, after its last code point.
    #[schema(minimum = 0)]
    end: i32,
    /// The text of the claim.
    text: String,
    /// The rule that the claim may break.
    #[schema(example = "dmr-schedule-diabetes")]
    rule: String,
    /// The content of the rule.
    explanation: String,
    /// True if a staff member accepted the claim.
    is_accepted: bool,
}

impl From<FoundClaim> for ProductClaim {
    fn from(message: FoundClaim) -> Self {
        Self {
            field: rest_name(&message.field),
            start: message.start,
            end: message.end,
            text: message.text,
            rule: message.rule,
            explanation: message.explanation,
            is_accepted: message.is_accepted,
        }
    }
}
