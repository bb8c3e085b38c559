//! Pages of rows, newest first.

use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;
use violations::{Rule, Violation, field};

/// Rows of a page: the default and the limit.
const USUAL: i64 = 20;
const MOST: i64 = 100;

/// The position of a page's last row, sorted newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// When the row was created.
    pub at: OffsetDateTime,
    /// The row's id.
    pub id: Uuid,
}

/// The cursor before the first row.
const BEGINNING: Cursor = Cursor {
    at: datetime!(9999-12-31 00:00 UTC),
    id: Uuid::max(),
};

/// A requested page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The end of the previous page.
    pub behind: Cursor,
    /// Limit of rows.
    pub limit: i64,
}

impl Page {
    /// Parses a page request. `rows` names the rows, such as "orders". Adds errors to `violations`.
    pub fn read(rows: &str, size: i32, token: &str, violations: &mut Vec<Violation>) -> Option<Self> {
        let limit = match i64::from(size) {
            0 => Ok(USUAL),
            size @ 1..=MOST => Ok(size),
            _ => Err(Rule::OutOfRange { min: 1, max: MOST }.says(format!("Ask for 1 to {MOST} {rows}"))),
        };
        let limit = field("page_size", limit, violations);
        let behind = match token {
            "" => Ok(BEGINNING),
            token => {
                Cursor::read(token).ok_or(Rule::Malformed.says("Send the token of the page before, or none"))
            }
        };
        let behind = field("page_token", behind, violations);
        Some(Self {
            behind: behind?,
            limit: limit?,
        })
    }

    /// The token of the page after these rows. Empty on the last page.
    pub fn next<T>(&self, rows: &[T], cursor: impl FnOnce(&T) -> Cursor) -> String {
        let is_full = i64::try_from(rows.len()) == Ok(self.limit);
        let last = rows.last().filter(|_| is_full);
        last.map_or_else(String::new, |last| cursor(last).token())
    }
}

impl Cursor {
    /// The cursor as a token. Exact to the microsecond, like times in the database.
    pub fn token(self) -> String {
        format!("{}_{}", self.at.unix_timestamp_nanos() / 1_000, self.id.simple())
    }

    /// The cursor of a token. `None` if the token is invalid.
    pub fn read(token: &str) -> Option<Self> {
        let (micros, id) = token.split_once('_')?;
        let nanos = micros.parse::<i128>().ok()?.checked_mul(1_000)?;
        Some(Self {
            at: OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?,
            id: Uuid::parse_str(id).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURSOR: Cursor = Cursor {
        at: datetime!(2026-11-21 20:15:30.123_456 UTC),
        id: Uuid::from_u128(7),
    };

    #[test]
    fn a_token_names_its_cursor() {
        assert_eq!(Cursor::read(&CURSOR.token()), Some(CURSOR));
        for token in ["x", "_", "1_x", "999999999999999999999999999999999999_0"] {
            assert_eq!(Cursor::read(token), None, "{token}");
        }
    }

    #[test]
    fn a_full_page_leads_to_the_next_and_the_last_one_nowhere() {
        let mut violations = Vec::new();
        let page = Page::read("orders", 2, "", &mut violations).expect("it is good");
        assert_eq!(page.next(&[1], |_| CURSOR), "");
        let token = page.next(&[1, 2], |_| CURSOR);
        let next = Page::read("orders", 0, &token, &mut violations).expect("it is good");
        assert_eq!((next.behind, next.limit), (CURSOR, USUAL));
        assert!(Page::read("orders", 101, "x", &mut violations).is_none());
        assert_eq!(violations.len(), 2, "{violations:?}");
    }

    #[test]
    fn fuzz_of_page_tokens() {
        let corpus = ["1795212930123456_00000000000000000000000000000007", "", "_"];
        fuzz::feed_text("page tokens", &corpus, |text| {
            if let Some(cursor) = Cursor::read(text) {
                assert_eq!(Cursor::read(&cursor.token()), Some(cursor));
            }
        });
    }
}
