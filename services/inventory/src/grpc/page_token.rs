//! Page tokens of oversold and returned packs. Both lists are sorted by time, order and pack.

use runtime::status::{Rule, Violation};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    pack::{Pack, PageCursor},
};

/// Returns the token of the page after this position.
pub fn write(last: PageCursor) -> String {
    let micros = last.at.unix_timestamp_nanos() / 1_000;
    let (order, product) = (last.order_id.simple(), last.pack.product_id.simple());
    format!("{micros}_{order}_{product}_{}", last.pack.weight_in_grams)
}

/// Parses the token of a request. An empty token is the beginning.
pub fn parse(token: &str) -> Result<PageCursor, Error> {
    cursor(token).ok_or_else(|| {
        let broken = Rule::Malformed.says("Send the token of the page before");
        Error::Invalid(vec![Violation::new("page_token", broken)])
    })
}

/// Parses a token; `None` if it is invalid.
fn cursor(token: &str) -> Option<PageCursor> {
    if token.is_empty() {
        return Some(PageCursor {
            at: OffsetDateTime::UNIX_EPOCH,
            order_id: Uuid::nil(),
            pack: Pack {
                product_id: Uuid::nil(),
                weight_in_grams: 0,
            },
        });
    }
    let mut parts = token.split('_');
    let micros: i64 = parts.next()?.parse().ok()?;
    let cursor = PageCursor {
        at: OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1_000).ok()?,
        order_id: Uuid::parse_str(parts.next()?).ok()?,
        pack: Pack {
            product_id: Uuid::parse_str(parts.next()?).ok()?,
            weight_in_grams: parts.next()?.parse().ok()?,
        },
    };
    parts.next().is_none().then_some(cursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_place() {
        let last = PageCursor {
            at: OffsetDateTime::UNIX_EPOCH + time::Duration::microseconds(1_763_000_000_123_456),
            order_id: Uuid::from_u128(7),
            pack: Pack {
                product_id: Uuid::from_u128(8),
                weight_in_grams: 250,
            },
        };
        assert_eq!(cursor(&write(last)), Some(last));
        for token in ["x", "1_2_3_4", "___"] {
            assert_eq!(cursor(token), None, "{token}");
        }
    }
}
