//! Positions in the shop's list, and page tokens.

use uuid::Uuid;

/// The position of a product in the shop's list. A page begins after one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProductCursor {
    /// The number that the operator gave the product.
    pub position: i32,
    /// The product's id, for products with equal numbers.
    pub id: Uuid,
}

impl ProductCursor {
    /// The position before every product.
    pub const START: Self = Self {
        position: i32::MIN,
        id: Uuid::nil(),
    };

    /// Parses a token; `None` if it is invalid. An empty token is the start.
    pub fn parse(token: &str) -> Option<Self> {
        if token.is_empty() {
            return Some(Self::START);
        }
        let (position, id) = token.split_once('_')?;
        Some(Self {
            position: position.parse().ok()?,
            id: Uuid::try_parse(id).ok()?,
        })
    }

    /// The token of the page after this position.
    pub fn token(self) -> String {
        format!("{}_{}", self.position, self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_leads_back_to_its_place_and_others_lead_nowhere() {
        for position in [i32::MIN, -1, 0, 7, i32::MAX] {
            let cursor = ProductCursor {
                position,
                id: Uuid::from_u128(42),
            };
            assert_eq!(ProductCursor::parse(&cursor.token()), Some(cursor));
        }
        assert_eq!(ProductCursor::parse(""), Some(ProductCursor::START));
        for token in [
            "7",
            "_",
            "x_y",
            "7_",
            "99999999999_0190b6a0-0000-7000-8000-000000000001",
            "\0",
        ] {
            assert_eq!(ProductCursor::parse(token), None, "{token:?}");
        }
    }

    #[test]
    fn fuzz_of_tokens_and_words() {
        let corpus = [
            "7_0190b6a0-0000-7000-8000-000000000001",
            "-1_",
            "bitter gourd",
            "करेला चूर्ण",
            "karel* powdr",
            "((((",
        ];
        fuzz::feed_text("tokens and words", &corpus, |text| {
            if let Some(cursor) = ProductCursor::parse(text) {
                assert_eq!(ProductCursor::parse(&cursor.token()), Some(cursor));
            }
            let _ = crate::search::words::SearchWords::parse(text);
        });
    }
}
