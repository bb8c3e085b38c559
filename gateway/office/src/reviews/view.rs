//! A review as staff see it.

use proto::review::v1::{FlaggedClaim, ModeratedReview};
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::reviews::state::ReviewState;

/// A review as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    /// Its id.
    #[schema(format = "uuid")]
    id: String,
    /// The name that is shown beside it.
    #[schema(example = "Asha Patel")]
    name: String,
    /// The product, as the shopper called it.
    #[schema(example = "Karela Powder")]
    product_name: String,
    /// The product's id; absent when no product goes by the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    product_id: Option<String>,
    /// What the shopper says, in plain text.
    review: String,
    /// 0 to 5 stars, in steps of 0.1.
    #[schema(minimum = 0, maximum = 5, example = 4.5)]
    rating: f64,
    /// Whether the shop made it up, to show what reviews look like.
    is_sample: bool,
    /// Whether its writer got a pack of the product from the shop.
    is_verified: bool,
    /// When it was written, in UTC.
    #[schema(format = DateTime)]
    written_at: String,
    /// When its writer last changed it, in UTC; absent when never.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    edited_at: Option<String>,
    /// What the shop answers; absent when it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shop_answer: Option<String>,
    /// Goes with a decision and an answer: counts the changes by the writer and by staff, from 1.
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// What staff decided.
    state: ReviewState,
    /// Why it is refused, as its writer reads it; absent unless it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refusal_reason: Option<String>,
    /// When somebody of the staff last decided, in UTC; absent when nobody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    moderated_at: Option<String>,
    /// The id of who that was; absent when nobody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    moderated_by: Option<String>,
    /// Whether it waits without being shown.
    is_held: bool,
    /// The parts of the text that may be forbidden claims or are contact details, in the order of the text.
    claims: Vec<Claim>,
}

/// A part of a review that may be a claim that the law forbids, or is a contact detail.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReviewClaim)]
struct Claim {
    /// Where it begins in the text, in Unicode code points.
    #[schema(minimum = 0)]
    start: i32,
    /// Where it ends, behind its last code point.
    #[schema(minimum = 0)]
    end: i32,
    /// Which rule it may break.
    #[schema(example = "dmr-schedule-diabetes")]
    rule: String,
    /// What the rule says.
    explanation: String,
}

impl Review {
    /// Reads what the review service answered.
    pub(super) fn read(told: Option<ModeratedReview>) -> Result<Self, Error> {
        let nothing = || Error::internal("the review service answered without the review");
        let told = told.ok_or_else(nothing)?;
        let state = told.state().into();
        let review = told.review.ok_or_else(nothing)?;
        Ok(Self {
            id: review.id,
            name: review.name,
            product_name: review.product_name,
            product_id: given(review.product_id),
            review: review.review,
            rating: f64::from(review.rating_tenths) / 10.0,
            is_sample: review.is_sample,
            is_verified: review.is_verified,
            written_at: review.written_at,
            edited_at: given(review.edited_at),
            shop_answer: given(review.shop_answer),
            version: told.version,
            is_held: told.is_held,
            state,
            refusal_reason: given(told.refusal_reason),
            moderated_at: given(told.moderated_at),
            moderated_by: given(told.moderated_by),
            claims: told.claims.into_iter().map(Claim::from).collect(),
        })
    }
}

impl From<FlaggedClaim> for Claim {
    fn from(told: FlaggedClaim) -> Self {
        Self {
            start: told.start,
            end: told.end,
            rule: told.rule,
            explanation: told.explanation,
        }
    }
}

/// A text, where there is one.
fn given(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
