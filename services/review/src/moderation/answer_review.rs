//! The shop's answer to a review.

use runtime::status::{Violation, field};
use sqlx::PgPool;
use uuid::Uuid;
use values::Paragraphs;

use crate::{
    error::Error,
    moderation::review_version::{LockedReview, ReviewVersion},
    review::{
        moderated_review::ModeratedReview,
        moderated_store::{self, ModerationAction, ModerationLogEntry},
    },
};

/// The maximum length of an answer in characters: half of a review's.
const MAX_ANSWER: usize = 1_000;

/// An unvalidated answer; [`AnswerDetails::validate`] makes a [`ShopAnswer`] of it.
#[derive(Debug, Clone)]
pub struct AnswerDetails {
    /// A UUID.
    pub review_id: String,
    /// The version that the caller saw.
    pub version: i32,
    /// The text of the answer; empty to remove the answer.
    pub answer: String,
}

/// A validated answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopAnswer {
    expected: ReviewVersion,
    /// 1 to 1,000 characters; `None` to remove the answer.
    text: Option<String>,
}

impl AnswerDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<ShopAnswer, Vec<Violation>> {
        let mut violations = Vec::new();
        let expected = ReviewVersion::parse(&self.review_id, self.version, &mut violations);
        let text = if self.answer.trim().is_empty() {
            Some(None)
        } else {
            let text = Paragraphs::<MAX_ANSWER>::read(&self.answer).map_err(|broken| broken.of("Answer"));
            field("answer", text, &mut violations).map(|text| Some(text.into_string()))
        };
        match (expected, text) {
            (Some(expected), Some(text)) => Ok(ShopAnswer { expected, text }),
            _ => Err(violations),
        }
    }
}

/// Sets or removes the answer to a review. Repeating the same answer returns the current review.
pub async fn answer(
    db: &PgPool,
    answer: ShopAnswer,
    staff_id: Option<Uuid>,
) -> Result<ModeratedReview, Error> {
    let ShopAnswer { expected, text } = answer;
    let mut transaction = database::begin(db).await?;
    let is_done = |review: &ModeratedReview| review.review.shop_answer == text;
    let mut review = match expected.lock(&mut transaction, is_done).await? {
        LockedReview::AlreadyApplied(review) => return Ok(review),
        LockedReview::Unchanged(review) => review,
    };
    let action = match text {
        Some(_) => ModerationAction::Answered,
        None => ModerationAction::AnswerRemoved,
    };
    review.version += 1;
    review.review.shop_answer = text;
    review.is_flagged = review.review.is_flagged();
    let entry = ModerationLogEntry { action, staff_id };
    moderated_store::write(&mut transaction, &review, entry).await?;
    transaction.commit().await?;
    Ok(review)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_bounded_and_none_takes_it_away() {
        let check = |answer: &str| {
            let details = AnswerDetails {
                review_id: Uuid::nil().to_string(),
                version: 1,
                answer: answer.to_owned(),
            };
            details.validate().map(|answer| answer.text)
        };
        assert_eq!(check(" \n"), Ok(None));
        assert_eq!(
            check(" Thank you.\n\nWrite to us. "),
            Ok(Some("Thank you.\n\nWrite to us.".to_owned()))
        );
        let long = check(&"x".repeat(1_001)).expect_err("it is too long");
        assert_eq!(
            (long[0].field.as_ref(), long[0].broken.rule().code()),
            ("answer", "TOO_LONG")
        );
    }
}
