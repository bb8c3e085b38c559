//! Money in REST: rupees in JSON, paise inside, exact both ways.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// The largest accepted amount, in rupees. It is far above any order. It is far below the limit at which a
/// 64-bit float, which most clients use, is no longer exact to the paisa.
const MOST_RUPEES: u32 = 1_000_000_000;

const NOT_AN_AMOUNT: &str =
    "must be an amount in rupees from 0 to 1000000000 with at most 2 decimals, such as 249 or 249.5";

/// An amount of money: a JSON number of rupees with at most 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rupees {
    /// The amount in paise, a hundredth of a rupee.
    pub paise: i64,
}

impl Rupees {
    /// An amount given in paise.
    pub fn from_paise(paise: i64) -> Self {
        Self { paise }
    }

    /// The amount of a float; `None` if it is not a whole number of paise in range.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range was checked, and the fraction is zero"
    )]
    fn from_float(rupees: f64) -> Option<Self> {
        if !(0.0..=f64::from(MOST_RUPEES)).contains(&rupees) {
            return None;
        }
        let paise = (rupees * 100.0).round();
        // "249.99" and 24999/100 both become the float nearest to the same decimal, so equality is exact.
        #[expect(
            clippy::float_cmp,
            reason = "both sides are rounded once from the same decimal"
        )]
        let exact = paise / 100.0 == rupees;
        exact.then(|| Self::from_paise(paise as i64))
    }
}

impl PartialSchema for Rupees {
    fn schema() -> RefOr<Schema> {
        // No `multipleOf: 0.01`, because validators compute it in floats and reject 249.99.
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .description(Some("An amount of money in rupees, with at most 2 decimals."))
            .minimum(Some(0))
            .maximum(Some(MOST_RUPEES))
            .examples([249])
            .into()
    }
}

impl ToSchema for Rupees {}

impl Serialize for Rupees {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.paise % 100 == 0 {
            return serializer.serialize_i64(self.paise / 100);
        }
        // The shortest decimal that reads back as this float is the amount, up to `MOST_RUPEES` and beyond.
        #[expect(
            clippy::cast_precision_loss,
            reason = "exact below 2^53 paise, ninety trillion rupees"
        )]
        serializer.serialize_f64(self.paise as f64 / 100.0)
    }
}

impl<'de> Deserialize<'de> for Rupees {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RupeesVisitor)
    }
}

struct RupeesVisitor;

impl de::Visitor<'_> for RupeesVisitor {
    type Value = Rupees;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NOT_AN_AMOUNT.trim_start_matches("must be "))
    }

    fn visit_u64<E: de::Error>(self, rupees: u64) -> Result<Rupees, E> {
        match u32::try_from(rupees) {
            Ok(rupees) if rupees <= MOST_RUPEES => Ok(Rupees::from_paise(i64::from(rupees) * 100)),
            _ => Err(E::custom(NOT_AN_AMOUNT)),
        }
    }

    fn visit_i64<E: de::Error>(self, rupees: i64) -> Result<Rupees, E> {
        u64::try_from(rupees)
            .map_err(|_| E::custom(NOT_AN_AMOUNT))
            .and_then(|rupees| self.visit_u64(rupees))
    }

    fn visit_f64<E: de::Error>(self, rupees: f64) -> Result<Rupees, E> {
        Rupees::from_float(rupees).ok_or_else(|| E::custom(NOT_AN_AMOUNT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: Option<i64>) {
        let read = serde_json::from_str::<Rupees>(json)
            .ok()
            .map(|rupees| rupees.paise);
        assert_eq!(read, expected, "{json}");
    }

    #[test]
    fn rupees_become_paise_exactly_or_not_at_all() {
        check("0", Some(0));
        check("249", Some(24_900));
        check("249.0", Some(24_900));
        check("249.5", Some(24_950));
        check("249.99", Some(24_999));
        check("0.01", Some(1));
        check("0.07", Some(7));
        check("2.9e2", Some(29_000));
        check("999999999.99", Some(99_999_999_999));
        check("1000000000", Some(100_000_000_000));
        check("1000000000.01", None);
        check("249.991", None);
        check("0.001", None);
        check("999999999.999", None);
        check("-1", None);
        check("-0.01", None);
        check("1e300", None);
        check("18446744073709551615", None);
        check("NaN", None);
        check("\"249\"", None);
        check("null", None);
        check("true", None);
    }

    #[test]
    fn every_number_of_paise_survives_the_way_out_and_back() {
        let many = (0..200_000).chain((99_999_000_000..=100_000_000_000).step_by(7));
        for paise in many {
            let json = serde_json::to_string(&Rupees::from_paise(paise)).unwrap();
            check(&json, Some(paise));
        }
    }

    #[test]
    fn whole_rupees_are_written_without_decimals() {
        assert_eq!(serde_json::to_string(&Rupees::from_paise(24_900)).unwrap(), "249");
        assert_eq!(
            serde_json::to_string(&Rupees::from_paise(24_950)).unwrap(),
            "249.5"
        );
    }
}
