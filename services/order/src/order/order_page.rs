//! Pages of orders, newest first.

use runtime::status::{Rule, Violation, field};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::order::{order_store::Place, record::Order};

/// Orders of a page: when the request names no number, and at most.
const USUAL: i64 = 20;
const MOST: i64 = 100;

/// Which page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Where the page before ended.
    pub behind: Option<Place>,
    /// Orders at most.
    pub limit: i64,
}

impl Page {
    /// Reads what a request says; what is wrong with it joins `violations`.
    pub fn read(size: i32, token: &str, violations: &mut Vec<Violation>) -> Option<Self> {
        let limit = match i64::from(size) {
            0 => Ok(USUAL),
            size @ 1..=MOST => Ok(size),
            _ => Err(Rule::OutOfRange { min: 1, max: MOST }.says(format!("Ask for 1 to {MOST} orders"))),
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

/// The token of the page after these orders; empty when there is none.
pub fn next(orders: &[Order], limit: i64) -> String {
    let is_full = i64::try_from(orders.len()) == Ok(limit);
    let last = orders.last().filter(|_| is_full);
    last.map_or_else(String::new, |last| token(last.placed_at, last.id))
}

fn token(placed_at: OffsetDateTime, id: Uuid) -> String {
    format!("{}_{}", placed_at.unix_timestamp_nanos() / 1_000, id.simple())
}

fn read_token(token: &str) -> Option<Place> {
    let (micros, id) = token.split_once('_')?;
    let nanos = micros.parse::<i128>().ok()?.checked_mul(1_000)?;
    Some(Place {
        placed_at: OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?,
        id: Uuid::parse_str(id).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_token_names_its_place() {
        let (placed_at, id) = (datetime!(2026-11-21 20:15:30.123_456 UTC), Uuid::from_u128(7));
        assert_eq!(read_token(&token(placed_at, id)), Some(Place { placed_at, id }));
        for token in ["x", "_", "1_x", "999999999999999999999999999999999999_0"] {
            assert_eq!(read_token(token), None, "{token}");
        }
    }

    #[test]
    fn fuzz_of_order_tokens() {
        let corpus = ["1795212930123456_00000000000000000000000000000007", "", "_"];
        fuzz::feed_text("order tokens", &corpus, |text| {
            if let Some(place) = read_token(text) {
                assert_eq!(read_token(&token(place.placed_at, place.id)), Some(place));
            }
        });
    }
}
