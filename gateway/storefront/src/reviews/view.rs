//! A review, as shoppers and its author see it.

use proto::review::v1 as review;
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::catalog::{listing::Listing, ratings::rating::Rating};

/// A review of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    /// A UUID.
    #[serde(rename = "_id")]
    #[schema(format = "uuid")]
    pub(crate) id: String,
    /// The name that the shopper gave.
    #[schema(example = "Asha Patel")]
    pub(crate) name: String,
    /// The product's name, as the shopper wrote it.
    #[serde(rename = "productname")]
    #[schema(example = "Karela Powder")]
    pub(crate) product_name: String,
    /// The product's `_id`, also if its name has changed; absent if the review matches no product on sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    pub(crate) product_id: Option<String>,
    /// The address of the product's photo; absent if the review matches no product on sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) product_photo: Option<String>,
    /// 0 to 5 stars, in steps of 0.1.
    pub(crate) rating: Rating,
    /// The text of the review, in plain text.
    pub(crate) review: String,
    /// True if the shop wrote the review as a sample; absent for shoppers' reviews.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_sample: bool,
    /// When the review was written, in UTC; absent while the review service is of an older version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    pub(crate) written_at: Option<String>,
    /// When the author last changed it, in UTC; absent if never.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    pub(crate) edited_at: Option<String>,
    /// True if the author received a pack of the product from the shop; else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_verified: bool,
    /// The shop's answer, in plain text; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) shop_answer: Option<String>,
}

/// A review, as its author sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnReview {
    #[serde(flatten)]
    review: Review,
    /// The number of changes, from 1. A change of the review must send it.
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The reason of a refusal, until the author changes the review; absent if it is not refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refusal_reason: Option<String>,
    /// True if the review is held until staff approve it; else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_held: bool,
}

/// A new review.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewReview {
    /// The review, as shoppers see it or will see it.
    #[serde(flatten)]
    pub(crate) review: Review,
    /// True if the review is held until staff approve it; else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_held: bool,
}

/// A review with the photo of its product, if the catalog is loaded.
pub(crate) fn with_picture(review: review::Review, products: Option<&Listing>) -> Review {
    let product = products.and_then(|products| products.resolve(&review.product_id, &review.product_name));
    let photo = product.and_then(|product| product.photo.as_deref());
    Review {
        product_photo: photo.map(str::to_owned),
        is_sample: review.is_sample,
        id: review.id,
        name: review.name,
        product_name: review.product_name,
        product_id: product.map(|product| product.id.to_string()),
        rating: Rating::from_tenths(review.rating_tenths),
        review: review.review,
        written_at: Some(review.written_at).filter(|time| !time.is_empty()),
        edited_at: Some(review.edited_at).filter(|time| !time.is_empty()),
        is_verified: review.is_verified,
        shop_answer: Some(review.shop_answer).filter(|answer| !answer.is_empty()),
    }
}

/// A review of the logged-in shopper, with the photo of its product.
pub(crate) fn own_review(own: review::OwnReview, products: Option<&Listing>) -> Result<OwnReview, Error> {
    let review = own
        .review
        .ok_or_else(|| Error::internal("the review service answered without the review"))?;
    Ok(OwnReview {
        review: with_picture(review, products),
        version: own.version,
        refusal_reason: Some(own.refusal_reason).filter(|reason| !reason.is_empty()),
        is_held: own.is_held,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn review_json(shop_answer: &str, refusal_reason: &str) -> Value {
        let review = review::Review {
            id: "01936f00-0000-7000-8000-000000000001".to_owned(),
            name: "Asha".to_owned(),
            product_name: "Karela Powder".to_owned(),
            review: "Bitter.".to_owned(),
            rating_tenths: 45,
            shop_answer: shop_answer.to_owned(),
            ..review::Review::default()
        };
        let stored = review::OwnReview {
            review: Some(review),
            version: 2,
            refusal_reason: refusal_reason.to_owned(),
            is_held: false,
        };
        serde_json::to_value(own_review(stored, None).unwrap()).unwrap()
    }

    #[test]
    fn an_answer_and_a_refusal_are_told_where_there_are_any() {
        let mut expected = json!({
            "_id": "01936f00-0000-7000-8000-000000000001",
            "name": "Asha",
            "productname": "Karela Powder",
            "rating": 4.5,
            "review": "Bitter.",
            "version": 2,
        });
        assert_eq!(review_json("", ""), expected);
        expected["shopAnswer"] = json!("So is karela.");
        expected["refusalReason"] = json!("It names a person.");
        assert_eq!(review_json("So is karela.", "It names a person."), expected);
    }
}
