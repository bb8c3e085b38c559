//! A place in the shop's list, and the token that carries it from one page to the next.

use uuid::Uuid;

/// Where a product stands in the list; pages begin behind one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number that the operator gave the product.
    pub position: i32,
    /// The product's id, which tells equal positions apart.
    pub id: Uuid,
}

impl Place {
    /// Before every product.
    pub const START: Self = Self {
        position: i32::MIN,
        id: Uuid::nil(),
    };

    /// Reads a token; none when no [`Place::token`] looks like it. An empty one is the start.
    pub fn read(token: &str) -> Option<Self> {
        if token.is_empty() {
            return Some(Self::START);
        }
        let (position, id) = token.split_once('_')?;
        Some(Self {
            position: position.parse().ok()?,
            id: Uuid::try_parse(id).ok()?,
        })
    }

    /// What a caller sends back to go on behind this place.
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
            let place = Place {
                position,
                id: Uuid::from_u128(42),
            };
            assert_eq!(Place::read(&place.token()), Some(place));
        }
        assert_eq!(Place::read(""), Some(Place::START));
        for token in [
            "7",
            "_",
            "x_y",
            "7_",
            "99999999999_0190b6a0-0000-7000-8000-000000000001",
            "\0",
        ] {
            assert_eq!(Place::read(token), None, "{token:?}");
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
            if let Some(place) = Place::read(text) {
                assert_eq!(Place::read(&place.token()), Some(place));
            }
            let _ = crate::search::words::Words::read(text);
        });
    }
}
