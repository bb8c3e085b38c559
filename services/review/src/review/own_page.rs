//! Pages of an account's reviews, newest first.

use runtime::status::{Rule, Violation, field};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::review::{own_reviews::Place, rules::OwnReview};

/// Reviews of a page: when the request names no number, and at most.
const USUAL: i64 = 20;
const MOST: i64 = 100;

/// Which page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Where the page before ended.
    pub behind: Option<Place>,
    /// Reviews at most.
    pub limit: i64,
}

impl Page {
    /// Reads what a request says; what is wrong with it joins `violations`.
    pub fn read(size: i32, token: &str, violations: &mut Vec<Violation>) -> Option<Self> {
        let limit = match i64::from(size) {
            0 => Ok(USUAL),
            size @ 1..=MOST => Ok(size),
            _ => Err(Rule::OutOfRange { min: 1, max: MOST }.says(format!("Ask for 1 to {MOST} reviews"))),
        };
        let limit = field("page_size", limit, violations);
        let behind = match token {
            "" => Ok(None),
            token => read_token(token)
                .map(Some)
                .ok_or(Rule::Malformed.says("Send the token of the page before, or none")),
        };
        let behind = field("page_token", behind, violations);
        Some(Self {
            behind: behind?,
            limit: limit?,
        })
    }
}

/// The token of the page after these reviews; empty when there is none.
pub fn next(reviews: &[OwnReview], limit: i64) -> String {
    let is_full = i64::try_from(reviews.len()) == Ok(limit);
    let last = reviews.last().filter(|_| is_full);
    last.map_or_else(String::new, |OwnReview { review, .. }| {
        token(review.written_at, review.id)
    })
}

fn token(written_at: OffsetDateTime, id: Uuid) -> String {
    format!("{}_{}", written_at.unix_timestamp_nanos() / 1_000, id.simple())
}

fn read_token(token: &str) -> Option<Place> {
    let (micros, id) = token.split_once('_')?;
    let nanos = micros.parse::<i128>().ok()?.checked_mul(1_000)?;
    Some(Place {
        written_at: OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?,
        id: Uuid::parse_str(id).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuzz_of_review_tokens() {
        let corpus = ["1795212930123456_00000000000000000000000000000007", "", "_"];
        fuzz::feed_text("review tokens", &corpus, |text| {
            if let Some(place) = read_token(text) {
                assert_eq!(read_token(&token(place.written_at, place.id)), Some(place));
            }
        });
        assert!(read_token(corpus[0]).is_some());
    }
}
