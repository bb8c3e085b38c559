//! Star ratings in REST: a decimal in JSON and forms, tenths inside, exact both ways.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// 0 to 5 stars, in steps of 0.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rating {
    /// Tenths of a star.
    pub(crate) tenths: u8,
}

impl Rating {
    /// Parses a form value, such as "4", "4.5" or ".5"; `None` if it is not a rating.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (stars, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let has_digits = !(stars.is_empty() && fraction.is_empty());
        let all_digits = stars
            .bytes()
            .chain(fraction.bytes())
            .all(|byte| byte.is_ascii_digit());
        // "4.50" is 4.5, and "4.55" is no step of 0.1.
        let tenth = match fraction.trim_end_matches('0') {
            "" => 0,
            one if one.len() == 1 => one.parse().ok()?,
            _ => return None,
        };
        let stars: u8 = if stars.is_empty() { 0 } else { stars.parse().ok()? };
        let tenths = stars.checked_mul(10)?.checked_add(tenth)?;
        (has_digits && all_digits && tenths <= 50).then_some(Self { tenths })
    }

    /// A stored rating, which is never out of range.
    pub(crate) fn from_tenths(tenths: i32) -> Self {
        Self {
            tenths: u8::try_from(tenths.clamp(0, 50)).expect("it was clamped"),
        }
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.tenths.is_multiple_of(10) {
            return serializer.serialize_u8(self.tenths / 10);
        }
        // The shortest decimal that reads back as this float has one decimal.
        serializer.serialize_f64(f64::from(self.tenths) / 10.0)
    }
}

impl<'de> Deserialize<'de> for Rating {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let stars = serde_json::Number::deserialize(from)?;
        Self::parse(&stars.to_string()).ok_or_else(|| serde::de::Error::custom("no rating"))
    }
}

impl PartialSchema for Rating {
    fn schema() -> RefOr<Schema> {
        // No `multipleOf: 0.1`, because validators compute it in floats and reject 4.1.
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .description(Some("0 to 5 stars, in steps of 0.1."))
            .minimum(Some(0))
            .maximum(Some(5))
            .examples([4.5])
            .into()
    }
}

impl ToSchema for Rating {}

/// The rating of a product over all its reviews, without sample reviews.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct AggregateRating {
    /// The mean, to a tenth of a star.
    pub(crate) mean: Rating,
    /// The number of reviews.
    #[schema(minimum = 1)]
    pub(crate) count: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_says_a_rating_or_none() {
        let table = [
            ("0", Some(0)),
            ("5", Some(50)),
            ("4.5", Some(45)),
            (" 4.50 ", Some(45)),
            ("4.", Some(40)),
            (".5", Some(5)),
            ("0.1", Some(1)),
            ("05.0", Some(50)),
            ("5.1", None),
            ("4.55", None),
            ("-1", None),
            ("+1", None),
            ("-0", None),
            ("51", None),
            ("300", None),
            ("4,5", None),
            ("4e0", None),
            ("4.5.1", None),
            ("five", None),
            ("NaN", None),
            (".", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(
                Rating::parse(text).map(|rating| rating.tenths),
                expected,
                "{text:?}"
            );
        }
    }

    #[test]
    fn every_rating_survives_the_way_out_and_back() {
        for tenths in 0..=50 {
            let json = serde_json::to_string(&Rating { tenths }).unwrap();
            assert!(json.len() <= 3, "{json}");
            assert_eq!(Rating::parse(&json), Some(Rating { tenths }));
            assert_eq!(serde_json::from_str::<Rating>(&json).unwrap(), Rating { tenths });
        }
    }
}
