//! Whole numbers in JSON, in any notation.

use std::{fmt, marker::PhantomData};

use serde::{Deserializer, de};

/// Deserializes a whole number into `N`: 2 and 2.0, but not 1.5 or "2". For `#[serde(deserialize_with)]`.
pub fn whole_number<'de, N, D>(deserializer: D) -> Result<N, D::Error>
where
    N: TryFrom<i64>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_any(WholeNumber(PhantomData))
}

/// The start of the texts about a wrong number.
pub(crate) const NOT_WHOLE: &str = "must be a whole number";
const OUT_OF_RANGE: &str = "must be a whole number of a sensible size";

struct WholeNumber<N>(PhantomData<N>);

impl<N: TryFrom<i64>> de::Visitor<'_> for WholeNumber<N> {
    type Value = N;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<N, E> {
        N::try_from(number).map_err(|_| E::custom(OUT_OF_RANGE))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<N, E> {
        i64::try_from(number)
            .map_err(|_| E::custom(OUT_OF_RANGE))
            .and_then(|number| self.visit_i64(number))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<N, E> {
        // Up to 2^53 a float holds every whole number exactly.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.fract() != 0.0 {
            return Err(E::custom(NOT_WHOLE));
        }
        if number.abs() > EXACT {
            return Err(E::custom(OUT_OF_RANGE));
        }
        #[expect(clippy::cast_possible_truncation, reason = "whole and at most 2^53")]
        self.visit_i64(number as i64)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Number<N: TryFrom<i64>>(#[serde(deserialize_with = "whole_number")] N);

    #[track_caller]
    fn check(json: &str, expected: Result<i64, &str>) {
        let read = serde_json::from_str::<Number<i64>>(json).map(|number| number.0);
        match (read, expected) {
            (Ok(read), Ok(expected)) => assert_eq!(read, expected, "{json}"),
            (Err(read), Err(expected)) => assert!(read.to_string().contains(expected), "{json}: {read}"),
            (read, expected) => panic!("{json}: {read:?}, not {expected:?}"),
        }
    }

    #[test]
    fn whole_numbers_are_read_and_others_refused() {
        check("2", Ok(2));
        check("2.0", Ok(2));
        check("-1", Ok(-1));
        check("2147483648", Ok(2_147_483_648));
        check("9223372036854775807", Ok(i64::MAX));
        check("9223372036854775808", Err(OUT_OF_RANGE));
        check("1e300", Err(OUT_OF_RANGE));
        check("1.5", Err(NOT_WHOLE));
        check("\"2\"", Err("expected a whole number"));
        check("null", Err("expected a whole number"));
    }

    #[test]
    fn a_number_too_large_for_its_type_is_refused() {
        let error = serde_json::from_str::<Number<i32>>("2147483648").unwrap_err();
        assert!(error.to_string().contains(OUT_OF_RANGE), "{error}");
    }
}
