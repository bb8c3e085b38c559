//! Messages of the contract, read and made.

use prost::Message as _;
use proto::review::v1::{CreateReviewRequest, OwnReview, ProductRating, Review, UpdateReviewRequest};
use runtime::status::{self, Broken, Violation};
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use tonic::Status;

use crate::{
    error::Error,
    review::rules::{self, Details},
    writing::edit_review::Change,
};

/// Bytes that a message may have which travels with an error: in a header, in base 64, where all headers have 16 KiB together.
pub const LARGEST_WITH_ERROR: usize = 11_000;

/// The error, with the review that may be changed, or as it stands, where those are why. Where a long answer of the shop does not fit
/// beside a long review, it stays behind: its writer changes their own words.
pub fn refused(error: Error) -> Status {
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

/// The error of a value that breaks a rule.
pub fn invalid(field: &'static str, broken: Broken) -> Error {
    Error::Invalid(vec![Violation::new(field, broken)])
}

/// A review as it arrived.
pub fn details(request: CreateReviewRequest) -> Details {
    Details {
        account_id: request.account_id,
        name: request.name,
        product_name: request.product_name,
        review: request.review,
        rating_tenths: request.rating_tenths,
        product_id: request.product_id,
    }
}

/// A change as it arrived.
pub fn change(request: UpdateReviewRequest) -> Change {
    Change {
        account_id: request.account_id,
        review_id: request.review_id,
        version: request.version,
        review: request.review,
        rating_tenths: request.rating_tenths,
    }
}

/// A review as everybody may read it.
pub fn answer(review: rules::Review) -> Review {
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

/// A review as its writer sees it.
pub fn own(own: rules::OwnReview) -> OwnReview {
    OwnReview {
        review: Some(answer(own.review)),
        version: own.version,
        refusal_reason: own.refusal_reason.unwrap_or_default(),
        is_held: own.is_held,
    }
}

/// What shoppers gave a product.
pub fn rating(rating: rules::Rating) -> ProductRating {
    ProductRating {
        product_id: rating.product_id.map(Into::into).unwrap_or_default(),
        product_name: rating.product_name,
        review_count: rating.review_count,
        rating_tenths_sum: rating.rating_tenths_sum,
    }
}

/// A time as the contract writes it.
pub fn in_utc(time: OffsetDateTime) -> String {
    time.to_offset(UtcOffset::UTC)
        .format(&Rfc3339)
        .expect("a time of our days has this form")
}
