//! A review and the rules it must keep. The messages are the product specification's.

use runtime::status::{Broken, Rule, Violation, field};
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Line, Paragraphs};

use crate::review::flagged_parts::is_flagged;

/// Characters a name may have: what fits on two lines of a card.
const MAX_NAME: usize = 60;

/// Characters a product's name may have: more than any of the catalog's.
const MAX_PRODUCT_NAME: usize = 100;

/// Characters a review may have: a long page on a phone.
const MAX_REVIEW: usize = 2_000;

/// A review as it arrived; [`Details::check`] makes a [`NewReview`] of it.
#[derive(Debug, Clone, Default)]
pub struct Details {
    /// A UUID.
    pub account_id: String,
    /// The name to show.
    pub name: String,
    /// The product, as the shopper calls it.
    pub product_name: String,
    /// What the shopper says.
    pub review: String,
    /// Tenths of a star.
    pub rating_tenths: i32,
    /// The product that goes by this name, a UUID; empty when it is not known.
    pub product_id: String,
}

/// A review that keeps every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReview {
    /// The account that writes it.
    pub account_id: Uuid,
    /// One line of 1 to 60 characters.
    pub name: String,
    /// One line of 1 to 100 characters.
    pub product_name: String,
    /// 1 to 2,000 characters.
    pub review: String,
    /// Tenths of a star, 0 to 50.
    pub rating_tenths: i16,
    /// The product that goes by this name; none when it is not known.
    pub product_id: Option<Uuid>,
}

/// A review that was kept, without its writer's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// A UUIDv7.
    pub id: Uuid,
    /// The name to show.
    pub name: String,
    /// The product, as the shopper calls it.
    pub product_name: String,
    /// What the shopper says.
    pub review: String,
    /// Tenths of a star, 0 to 50.
    pub rating_tenths: i16,
    /// Whether the shop made it up.
    pub is_sample: bool,
    /// When it was written.
    pub written_at: OffsetDateTime,
    /// When its writer last changed it; none when never.
    pub edited_at: Option<OffsetDateTime>,
    /// Whether its writer got a pack of the product.
    pub is_verified: bool,
    /// The product that it is about, whatever it is called today; none when no product goes by the name.
    pub product_id: Option<Uuid>,
    /// What the shop answers.
    pub shop_answer: Option<String>,
}

/// A review as its writer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnReview {
    /// As everybody sees it.
    pub review: Review,
    /// Counts its changes, by its writer and by staff, from 1.
    pub version: i32,
    /// Why the shop refused it; none when it did not.
    pub refusal_reason: Option<String>,
    /// Whether it is shown only once staff have read it.
    pub is_held: bool,
}

/// What shoppers gave a product, over all its reviews but for samples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// The product; none for reviews whose product is not known, which hang together by their name.
    pub product_id: Option<Uuid>,
    /// The product as its last review calls it, in lower case.
    pub product_name: String,
    /// How many reviews it has.
    pub review_count: i64,
    /// The sum of what they gave, in tenths of a star.
    pub rating_tenths_sum: i64,
}

impl Review {
    /// Whether staff read it first.
    pub fn is_flagged(&self) -> bool {
        is_flagged([&self.name, &self.product_name, &self.review])
    }
}

impl Details {
    /// Reads the values by the rules; answers every violation, in the order of the form.
    pub fn check(self) -> Result<NewReview, Vec<Violation>> {
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

/// Reads what a shopper says.
pub fn read_review(text: &str) -> Result<String, Broken> {
    Paragraphs::<MAX_REVIEW>::read(text)
        .map(Paragraphs::into_string)
        .map_err(|broken| broken.of("Review"))
}

/// Reads tenths of a star.
pub fn read_rating(tenths: i32) -> Result<i16, Broken> {
    i16::try_from(tenths)
        .ok()
        .filter(|tenths| (0..=50).contains(tenths))
        .ok_or_else(|| Rule::OutOfRange { min: 0, max: 5 }.says("Rating must be between 0 and 5"))
}

/// Reads the id of an account.
pub fn read_account_id(text: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("This is not the id of an account"))
}

/// Reads the id of a product; none when it is empty.
pub fn read_product_id(text: &str) -> Result<Option<Uuid>, Broken> {
    match text {
        "" => Ok(None),
        id => Uuid::parse_str(id)
            .map(Some)
            .map_err(|_| Rule::Malformed.says("This is not the id of a product")),
    }
}

/// Reads the name of a product, as a review or a question about reviews has it; or says what is wrong with it.
pub fn read_product_name(text: &str) -> Result<String, Broken> {
    Line::<MAX_PRODUCT_NAME>::read(text)
        .map(Line::into_string)
        .map_err(|broken| broken.of("Product Name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> Details {
        Details {
            account_id: Uuid::nil().to_string(),
            name: " Asha ".to_owned(),
            product_name: "Karela Powder".to_owned(),
            review: "Bitter, as it should be.".to_owned(),
            rating_tenths: 45,
            product_id: String::new(),
        }
    }

    #[track_caller]
    fn refused(change: fn(&mut Details), expected: (&str, &str, &str)) {
        let mut details = details();
        change(&mut details);
        let violations = details.check().expect_err("a rule is broken");
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
            let review = Details {
                rating_tenths,
                ..details()
            }
            .check()
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
        let hidden = "Name holds characters that cannot be printed. Please type it again";
        refused(
            |d| d.name = "Asha\u{202e}letaP".to_owned(),
            ("name", "NOT_ALLOWED_CHARACTERS", hidden),
        );
        let marks = "Review holds accents or signs without a letter of their own. Please type it again";
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
