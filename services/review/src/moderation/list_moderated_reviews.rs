//! Moderation lists: waiting, approved and refused reviews.

use runtime::status::{Rule, Violation, field};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    review::{
        moderated_review::{ModeratedReview, ModerationCursor, ReviewState},
        moderated_store,
    },
};

/// The default and the maximum page size.
const USUAL: i64 = 50;
const MOST: i64 = 100;

/// The maximum number of reviews counted.
const MOST_COUNTED: i64 = 1_000;

/// An unvalidated list request; [`ModerationQueryDetails::validate`] makes a [`ModerationQuery`] of it.
#[derive(Debug, Clone)]
pub struct ModerationQueryDetails {
    /// The state of the reviews; `None` if the request has none.
    pub state: Option<ReviewState>,
    /// True to list only flagged reviews.
    pub only_flagged: bool,
    /// The page size; 0 for the default.
    pub page_size: i32,
    /// The token of the next page; empty for the first page.
    pub page_token: String,
}

/// A validated list request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModerationQuery {
    state: ReviewState,
    only_flagged: bool,
    behind: ModerationCursor,
    limit: i64,
}

impl ModerationQueryDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(&self) -> Result<ModerationQuery, Vec<Violation>> {
        let mut violations = Vec::new();
        let unsaid = || Rule::Required.says("Say which reviews: waiting, approved or refused");
        let state = field("state", self.state.ok_or_else(unsaid), &mut violations);
        let limit = match i64::from(self.page_size) {
            0 => Ok(USUAL),
            size @ 1..=MOST => Ok(size),
            _ => Err(Rule::OutOfRange { min: 1, max: MOST }.says(format!("Ask for 1 to {MOST} reviews"))),
        };
        let limit = field("page_size", limit, &mut violations);
        let behind = match (self.page_token.as_str(), state) {
            ("", state) => Ok(ModerationCursor::beginning(state.unwrap_or(ReviewState::Waiting))),
            (token, _) => {
                parse_token(token).ok_or(Rule::Malformed.says("Send the token of the page before, or none"))
            }
        };
        let behind = field("page_token", behind, &mut violations);
        match (state, limit, behind) {
            (Some(state), Some(limit), Some(behind)) => Ok(ModerationQuery {
                state,
                only_flagged: self.only_flagged,
                behind,
                limit,
            }),
            _ => Err(violations),
        }
    }
}

/// Returns a page of reviews and the token of the next page, which is empty on the last page.
pub async fn list(db: &PgPool, query: ModerationQuery) -> Result<(Vec<ModeratedReview>, String), Error> {
    let ModerationQuery {
        state,
        only_flagged,
        behind,
        limit,
    } = query;
    let reviews = match (state, only_flagged) {
        (ReviewState::Waiting, _) => moderated_store::waiting(db, only_flagged, behind, limit).await?,
        (_, true) => moderated_store::decided_and_flagged(db, state, behind, limit).await?,
        (_, false) => moderated_store::decided(db, state, behind, limit).await?,
    };
    let is_full = i64::try_from(reviews.len()) == Ok(limit);
    let last = reviews
        .last()
        .filter(|_| is_full)
        .map(ModerationCursor::from_review);
    let next = last.map(token).unwrap_or_default();
    Ok((reviews, next))
}

/// Counts the waiting reviews, and the flagged ones among them.
pub async fn count_waiting(db: &PgPool) -> Result<(i64, i64), Error> {
    Ok(moderated_store::count_waiting(db, MOST_COUNTED).await?)
}

fn token(cursor: ModerationCursor) -> String {
    let ModerationCursor { is_flagged, at, id } = cursor;
    let micros = at.unix_timestamp_nanos() / 1_000;
    format!("{}_{micros}_{}", u8::from(is_flagged), id.simple())
}

fn parse_token(token: &str) -> Option<ModerationCursor> {
    let (flag, rest) = token.split_once('_')?;
    let (micros, id) = rest.split_once('_')?;
    let nanos = micros.parse::<i128>().ok()?.checked_mul(1_000)?;
    Some(ModerationCursor {
        is_flagged: match flag {
            "0" => false,
            "1" => true,
            _ => return None,
        },
        at: OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?,
        id: Uuid::parse_str(id).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_token_names_its_place() {
        for is_flagged in [false, true] {
            let cursor = ModerationCursor {
                is_flagged,
                at: datetime!(2026-11-21 20:15:30.123_456 UTC),
                id: Uuid::from_u128(7),
            };
            assert_eq!(parse_token(&token(cursor)), Some(cursor));
        }
        for broken in ["", "1", "1_2", "2_1_00000000000000000000000000000007", "1__"] {
            assert_eq!(parse_token(broken), None, "{broken}");
        }
    }

    #[test]
    fn every_broken_rule_of_a_list_is_told() {
        let details = ModerationQueryDetails {
            state: None,
            only_flagged: false,
            page_size: 101,
            page_token: "x".to_owned(),
        };
        let violations = details.validate().expect_err("three rules are broken");
        let fields: Vec<_> = violations
            .iter()
            .map(|violation| violation.field.as_ref())
            .collect();
        assert_eq!(fields, ["state", "page_size", "page_token"]);
    }

    #[test]
    fn fuzz_of_moderation_tokens() {
        let corpus = ["1_1795212930123456_00000000000000000000000000000007", "", "0__"];
        fuzz::feed_text("moderation tokens", &corpus, |text| {
            if let Some(cursor) = parse_token(text) {
                assert_eq!(parse_token(&token(cursor)), Some(cursor));
            }
        });
    }
}
