//! A review, as staff see it.

use proto::review::v1::{FlaggedClaim, ModeratedReview};
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::reviews::state::ReviewState;

/// A review, as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    /// The review's id.
    #[schema(format = "uuid")]
    id: String,
    /// The public name of the author.
    #[schema(example = "Asha Patel")]
    name: String,
    /// The product's name, as the shopper wrote it.
    #[schema(example = "Karela Powder")]
    product_name: String,
    /// The product's id; absent if no product has the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    product_id: Option<String>,
    /// The text of the review, in plain text.
    review: String,
    /// 0 to 5 stars, in steps of 0.1.
    #[schema(minimum = 0, maximum = 5, example = 4.5)]
    rating: f64,
    /// True if the shop wrote the review as a sample.
    is_sample: bool,
    /// True if the author received a pack of the product from the shop.
    is_verified: bool,
    /// When the review was written, in UTC.
    #[schema(format = DateTime)]
    written_at: String,
    /// When the author last changed it, in UTC; absent if never.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    edited_at: Option<String>,
    /// The shop's answer; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shop_answer: Option<String>,
    /// The number of changes by the author and staff, from 1. Decisions and answers must send it.
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The state of the review.
    state: ReviewState,
    /// The reason of the refusal, as the author sees it; absent if the review is not refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refusal_reason: Option<String>,
    /// When a staff member last decided, in UTC; absent before a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    moderated_at: Option<String>,
    /// The id of that staff member; absent before a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    moderated_by: Option<String>,
    /// True if the review is hidden until staff decide.
    is_held: bool,
    /// Parts of the text that may be forbidden claims or contact details, in the order of the text.
    claims: Vec<Claim>,
}

/// A part of a review that may be a forbidden claim, or is a contact detail.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReviewClaim)]
struct Claim {
    /// The start of the part in the text, in Unicode code points.
    #[schema(minimum = 0)]
    start: i32,
    /// The end of the part, after its last code point.
    #[schema(minimum = 0)]
    end: i32,
    /// The rule that the text may break.
    #[schema(example = "dmr-schedule-diabetes")]
    rule: String,
    /// The content of the rule.
    explanation: String,
}

impl Review {
    /// Converts the review in the service's answer.
    pub(super) fn from_contract(message: Option<ModeratedReview>) -> Result<Self, Error> {
        let nothing = || Error::internal("the review service answered without the review");
        let message = message.ok_or_else(nothing)?;
        let state = message.state().into();
        let review = message.review.ok_or_else(nothing)?;
        Ok(Self {
            id: review.id,
            name: review.name,
            product_name: review.product_name,
            product_id: non_empty(review.product_id),
            review: review.review,
            rating: f64::from(review.rating_tenths) / 10.0,
            is_sample: review.is_sample,
            is_verified: review.is_verified,
            written_at: review.written_at,
            edited_at: non_empty(review.edited_at),
            shop_answer: non_empty(review.shop_answer),
            version: message.version,
            is_held: message.is_held,
            state,
            refusal_reason: non_empty(message.refusal_reason),
            moderated_at: non_empty(message.moderated_at),
            moderated_by: non_empty(message.moderated_by),
            claims: message.claims.into_iter().map(Claim::from).collect(),
        })
    }
}

impl From<FlaggedClaim> for Claim {
    fn from(message: FlaggedClaim) -> Self {
        Self {
            start: message.start,
            end: message.end,
            rule: message.rule,
            explanation: message.explanation,
        }
    }
}

/// A text; `None` if it is empty.
fn non_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
