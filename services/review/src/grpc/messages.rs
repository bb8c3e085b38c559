//! Conversion between contract messages and domain types.

use prost::Message as _;
use proto::review::v1::{CreateReviewRequest, OwnReview, ProductRating, Review, UpdateReviewRequest};
use runtime::status::{self, Broken, Violation};
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use tonic::Status;

use crate::{
    error::Error,
    review::rules::{self, ReviewDetails},
    writing::edit_review::EditDetails,
};

/// The maximum size of a message in an error, in bytes. It travels base64-encoded in a header, and all
/// headers share 16 KiB.
pub const LARGEST_WITH_ERROR: usize = 11_000;

/// Builds the error status, with the review as it stands if a review caused the error. Drops the shop's
/// answer if the review would be too large; its writer edits only the text.
pub fn error_status(error: Error) -> Status {
    match error {
        Error::AlreadyReviewed(ref review) | Error::Changed(ref review) => {
            let mut review = own(rules::OwnReview::clone(review));
            if review.encoded_len() > LARGEST_WITH_ERROR
                && let Some(review) = &mut review.review
            {
                review.shop_answer.clear();
            }
            status::with_message(&error.into(), &review)
        }
        error => error.into(),
    }
}

/// The error for one invalid field.
pub fn invalid(field: &'static str, broken: Broken) -> Error {
    Error::Invalid(vec![Violation::new(field, broken)])
}

/// Converts the request for a new review.
pub fn details(request: CreateReviewRequest) -> ReviewDetails {
    ReviewDetails {
        account_id: request.account_id,
        name: request.name,
        product_name: request.product_name,
        review: request.review,
        rating_tenths: request.rating_tenths,
        product_id: request.product_id,
    }
}

/// Converts the request for a change.
pub fn change(request: UpdateReviewRequest) -> EditDetails {
    EditDetails {
        account_id: request.account_id,
        review_id: request.review_id,
        version: request.version,
        review: request.review,
        rating_tenths: request.rating_tenths,
    }
}

/// Converts a review as everyone sees it.
pub fn review_message(review: rules::Review) -> Review {
    Review {
        id: review.id.to_string(),
        name: review.name,
        product_name: review.product_name,
        review: review.review,
        rating_tenths: review.rating_tenths.into(),
        is_sample: review.is_sample,
        written_at: in_utc(review.written_at),
        edited_at: review.edited_at.map(in_utc).unwrap_or_default(),
        is_verified: review.is_verified,
        product_id: review.product_id.map(Into::into).unwrap_or_default(),
        shop_answer: review.shop_answer.unwrap_or_default(),
    }
}

/// Converts a review as its writer sees it.
pub fn own(own: rules::OwnReview) -> OwnReview {
    OwnReview {
        review: Some(review_message(own.review)),
        version: own.version,
        refusal_reason: own.refusal_reason.unwrap_or_default(),
        is_held: own.is_held,
    }
}

/// Converts the rating of a product.
pub fn rating(rating: rules::Rating) -> ProductRating {
    ProductRating {
        product_id: rating.product_id.map(Into::into).unwrap_or_default(),
        product_name: rating.product_name,
        review_count: rating.review_count,
        rating_tenths_sum: rating.rating_tenths_sum,
    }
}

/// Formats a time for the contract: RFC 3339 in UTC.
pub fn in_utc(time: OffsetDateTime) -> String {
    time.to_offset(UtcOffset::UTC)
        .format(&Rfc3339)
        .expect("a time of our days has this form")
}
