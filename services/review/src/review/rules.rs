//! A review and its validation. The error texts are those of the product specification.

use runtime::status::{Broken, Rule, Violation, field};
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Line, Paragraphs};

use crate::review::flagged_parts::is_flagged;

/// The maximum length of a name in characters: two lines of a card.
const MAX_NAME: usize = 60;

/// The maximum length of a product name in characters: more than any in the catalog.
const MAX_PRODUCT_NAME: usize = 100;

/// The maximum length of a review in characters: a long page on a phone.
const MAX_REVIEW: usize = 2_000;

/// An unvalidated review; [`ReviewDetails::validate`] makes a [`NewReview`] of it.
#[derive(Debug, Clone, Default)]
pub struct ReviewDetails {
    /// A UUID.
    pub account_id: String,
    /// The display name.
    pub name: String,
    /// The product name, as the shopper wrote it.
    pub product_name: String,
    /// The text.
    pub review: String,
    /// Tenths of a star.
    pub rating_tenths: i32,
    /// The id of the product with this name, a UUID; empty if unknown.
    pub product_id: String,
}

/// A validated review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReview {
    /// The writer's account.
    pub account_id: Uuid,
    /// One line of 1 to 60 characters.
    pub name: String,
    /// One line of 1 to 100 characters.
    pub product_name: String,
    /// 1 to 2,000 characters.
    pub review: String,
    /// Tenths of a star, 0 to 50.
    pub rating_tenths: i16,
    /// The product with this name, if known.
    pub product_id: Option<Uuid>,
}

/// A stored review, without its writer's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// A UUIDv7.
    pub id: Uuid,
    /// The display name.
    pub name: String,
    /// The product name, as the shopper wrote it.
    pub product_name: String,
    /// The text.
    pub review: String,
    /// Tenths of a star, 0 to 50.
    pub rating_tenths: i16,
    /// True if it is an invented sample.
    pub is_sample: bool,
    /// When it was written.
    pub written_at: OffsetDateTime,
    /// The time of the writer's last change, if any.
    pub edited_at: Option<OffsetDateTime>,
    /// True if its writer bought a pack of the product.
    pub is_verified: bool,
    /// The product that it is about. `None` if no product has the name.
    pub product_id: Option<Uuid>,
    /// The shop's answer.
    pub shop_answer: Option<String>,
}

/// A review as its writer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnReview {
    /// The review as everyone sees it.
    pub review: Review,
    /// The version, from 1. Changes by the writer and by staff increase it.
    pub version: i32,
    /// The reason of the refusal, if it was refused.
    pub refusal_reason: Option<String>,
    /// True if it is hidden until staff have read it.
    pub is_held: bool,
}

/// The rating of a product over all its visible reviews except samples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// The product. `None` for reviews without a product, which are grouped by name.
    pub product_id: Option<Uuid>,
    /// The product name in these reviews, in lower case. Empty if the product is known.
    pub product_name: String,
    /// The number of reviews.
    pub review_count: i64,
    /// The sum of the ratings, in tenths of a star.
    pub rating_tenths_sum: i64,
}

impl Review {
    /// True if staff have to check the texts.
    pub fn is_flagged(&self) -> bool {
        is_flagged([&self.name, &self.product_name, &self.review])
    }
}

impl ReviewDetails {
    /// Validates the values. Returns every violation, in the order of the form.
    pub fn validate(self) -> Result<NewReview, Vec<Violation>> {
        let mut violations = Vec::new();
        let name = Line::<MAX_NAME>::read(&self.name).map_err(|broken| broken.of("Name"));
        let name = field("name", name, &mut violations);
        let product_name = read_product_name(&self.product_name);
        let product_name = field("product_name", product_name, &mut violations);
        let review = field("review", read_review(&self.review), &mut violations);
        let rating_tenths = field("rating_tenths", read_rating(self.rating_tenths), &mut violations);
        let account_id = field("account_id", read_account_id(&self.account_id), &mut violations);
        let product_id = field("product_id", read_product_id(&self.product_id), &mut violations);
        match (account_id, name, product_name, review, rating_tenths, product_id) {
            (
                Some(account_id),
                Some(name),
                Some(product_name),
                Some(review),
                Some(rating_tenths),
                Some(product_id),
            ) => Ok(NewReview {
                account_id,
                name: name.into_string(),
                product_name,
                review,
                rating_tenths,
                product_id,
            }),
            _ => Err(violations),
        }
    }
}

/// Validates the text of a review.
pub fn read_review(text: &str) -> Result<String, Broken> {
    Paragraphs::<MAX_REVIEW>::read(text)
        .map(Paragraphs::into_string)
        .map_err(|broken| broken.of("Review"))
}

/// Validates a rating in tenths of a star.
pub fn read_rating(tenths: i32) -> Result<i16, Broken> {
    i16::try_from(tenths)
        .ok()
        .filter(|tenths| (0..=50).contains(tenths))
        .ok_or_else(|| Rule::OutOfRange { min: 0, max: 5 }.says("Rating must be between 0 and 5"))
}

/// Parses the id of an account.
pub fn read_account_id(text: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("This is not the id of an account"))
}

/// Parses the id of a product. Returns `None` if it is empty.
pub fn read_product_id(text: &str) -> Result<Option<Uuid>, Broken> {
    match text {
        "" => Ok(None),
        id => Uuid::parse_str(id)
            .map(Some)
            .map_err(|_| Rule::Malformed.says("This is not the id of a product")),
    }
}

/// Validates a product name, in a review or in a list request.
pub fn read_product_name(text: &str) -> Result<String, Broken> {
    Line::<MAX_PRODUCT_NAME>::read(text)
        .map(Line::into_string)
        .map_err(|broken| broken.of("Product Name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> ReviewDetails {
        ReviewDetails {
            account_id: Uuid::nil().to_string(),
            name: " Asha ".to_owned(),
            product_name: "Karela Powder".to_owned(),
            review: "Bitter, as it should be.".to_owned(),
            rating_tenths: 45,
            product_id: String::new(),
        }
    }

    #[track_caller]
    fn refused(change: fn(&mut ReviewDetails), expected: (&str, &str, &str)) {
        let mut details = details();
        change(&mut details);
        let violations = details.validate().expect_err("a rule is broken");
        let found: Vec<_> = violations
            .iter()
            .map(|violation| {
                let code = violation.broken.rule().code();
                (violation.field.as_ref(), code, violation.message())
            })
            .collect();
        assert_eq!(found, [expected]);
    }

    #[test]
    fn a_good_review_is_trimmed_and_may_have_any_rating_from_0_to_5() {
        for rating_tenths in [0, 1, 45, 50] {
            let review = ReviewDetails {
                rating_tenths,
                ..details()
            }
            .validate()
            .expect("it keeps every rule");
            assert_eq!(review.name, "Asha");
            assert_eq!(i32::from(review.rating_tenths), rating_tenths);
        }
    }

    #[test]
    fn every_rule_has_its_words() {
        refused(
            |d| d.name = " ".to_owned(),
            ("name", "REQUIRED", "Name is required"),
        );
        refused(
            |d| d.name = "x".repeat(61),
            ("name", "TOO_LONG", "Name should be at most 60 characters long"),
        );
        let many_lines = "Name should be one line of plain text";
        refused(
            |d| d.name = "a\nb".to_owned(),
            ("name", "NOT_ALLOWED_CHARACTERS", many_lines),
        );
        let hidden = "Name contains characters that cannot be printed. Please type it again";
        refused(
            |d| d.name = "Asha\u{202e}letaP".to_owned(),
            ("name", "NOT_ALLOWED_CHARACTERS", hidden),
        );
        let marks = "Review contains accents or signs without a letter. Please type it again";
        refused(
            |d| d.review = "\u{301}\u{302}".to_owned(),
            ("review", "NOT_ALLOWED_CHARACTERS", marks),
        );
        refused(
            |d| d.product_name.clear(),
            ("product_name", "REQUIRED", "Product Name is required"),
        );
        refused(|d| d.review.clear(), ("review", "REQUIRED", "Review is required"));
        refused(
            |d| d.review = "x".repeat(2_001),
            (
                "review",
                "TOO_LONG",
                "Review should be at most 2000 characters long",
            ),
        );
        let no_rating = ("rating_tenths", "OUT_OF_RANGE", "Rating must be between 0 and 5");
        refused(|d| d.rating_tenths = -1, no_rating);
        refused(|d| d.rating_tenths = 51, no_rating);
        refused(|d| d.rating_tenths = i32::MAX, no_rating);
        refused(
            |d| d.account_id.clear(),
            ("account_id", "MALFORMED", "This is not the id of an account"),
        );
        refused(
            |d| d.product_id = "karela".to_owned(),
            ("product_id", "MALFORMED", "This is not the id of a product"),
        );
    }
}
