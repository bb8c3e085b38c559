//! The parcel of an order, and its weight.

use runtime::status::{Broken, Rule, Violation, field};
use serde::{Deserialize, Serialize};
use url::Url;
use values::Line;

/// The minimum length of a carrier's name, in characters.
const MIN_CARRIER: usize = 2;

/// The maximum length of a carrier's name and of a tracking number, in characters.
const MAX_LENGTH: usize = 60;

/// The maximum length of a tracking page's address, in characters.
const MAX_URL: usize = 500;

/// The lowest weight of a parcel, in grams.
const LIGHTEST: i32 = 1;

/// The highest weight of a parcel, in grams: 50 kg. Carriers take heavier ones as freight.
const HEAVIEST: i32 = 50_000;

/// The parcel of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parcel {
    /// The carrier, such as India Post.
    pub carrier: String,
    /// The tracking number. Empty when there is none.
    pub tracking_number: String,
    /// The carrier's tracking page, an https address. Empty when there is none.
    pub tracking_url: String,
}

impl Parcel {
    /// Validates the input of staff. Adds errors to `violations`.
    pub fn parse(typed: &Self, violations: &mut Vec<Violation>) -> Option<Self> {
        let carrier = field("parcel.carrier", carrier(&typed.carrier), violations);
        let number = field(
            "parcel.tracking_number",
            optional::<MAX_LENGTH>(&typed.tracking_number, "Tracking number"),
            violations,
        );
        let url = field(
            "parcel.tracking_url",
            tracking_url(&typed.tracking_url),
            violations,
        );
        Some(Self {
            carrier: carrier?,
            tracking_number: number?,
            tracking_url: url?,
        })
    }
}

/// Validates the weight of a parcel at handover, in grams.
pub fn weight(grams: i32) -> Result<i32, Broken> {
    if (LIGHTEST..=HEAVIEST).contains(&grams) {
        return Ok(grams);
    }
    let rule = Rule::OutOfRange {
        min: LIGHTEST.into(),
        max: HEAVIEST.into(),
    };
    Err(rule.says(format!(
        "A parcel weighs {LIGHTEST} to {HEAVIEST} grams. Enter them, such as 540."
    )))
}

fn carrier(typed: &str) -> Result<String, Broken> {
    let carrier = Line::<MAX_LENGTH>::read(typed).map_err(|broken| broken.of("Carrier"))?;
    if carrier.as_str().chars().count() < MIN_CARRIER {
        let rule = Rule::TooShort { min: MIN_CARRIER };
        return Err(rule.says(format!(
            "Carrier should be at least {MIN_CARRIER} characters long"
        )));
    }
    Ok(carrier.into_string())
}

fn optional<const MOST: usize>(typed: &str, name: &str) -> Result<String, Broken> {
    if typed.trim().is_empty() {
        return Ok(String::new());
    }
    let line = Line::<MOST>::read(typed).map_err(|broken| broken.of(name))?;
    Ok(line.into_string())
}

/// Validates the address of the tracking page. It must be https, because shoppers open it.
fn tracking_url(typed: &str) -> Result<String, Broken> {
    let typed = optional::<MAX_URL>(typed, "Tracking address")?;
    // A user name before the host could disguise a foreign host as the carrier's.
    let is_address = Url::parse(&typed)
        .is_ok_and(|url| url.scheme() == "https" && url.authority() == url.host_str().unwrap_or_default());
    if typed.is_empty() || is_address {
        Ok(typed)
    } else {
        Err(Rule::Malformed.says("A tracking address begins with https:// and the carrier's host"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(carrier: &str, number: &str, url: &str) -> Result<Parcel, Vec<String>> {
        let mut violations = Vec::new();
        let typed = Parcel {
            carrier: carrier.to_owned(),
            tracking_number: number.to_owned(),
            tracking_url: url.to_owned(),
        };
        let parcel = Parcel::parse(&typed, &mut violations);
        parcel.ok_or_else(|| {
            violations
                .into_iter()
                .map(|violation| violation.field.into_owned())
                .collect()
        })
    }

    #[test]
    fn a_parcel_has_a_carrier_and_optional_tracking() {
        let parcel = read(
            " India Post ",
            "EK123456789IN",
            "https://www.indiapost.gov.in/track",
        );
        assert_eq!(parcel.expect("it is one").carrier, "India Post");
        assert!(read("By hand", "", "").is_ok());
    }

    #[test]
    fn a_parcel_weighs_one_gram_to_fifty_kilograms() {
        for (grams, is_weight) in [
            (1, true),
            (50_000, true),
            (0, false),
            (-540, false),
            (50_001, false),
        ] {
            assert_eq!(weight(grams).is_ok(), is_weight, "{grams}");
        }
    }

    #[test]
    fn errors_name_their_field() {
        assert_eq!(
            read("X", &"1".repeat(61), "javascript:alert(1)"),
            Err(vec![
                "parcel.carrier".to_owned(),
                "parcel.tracking_number".to_owned(),
                "parcel.tracking_url".to_owned()
            ])
        );
        for url in [
            "http://example.com",
            "https://",
            "https://a b",
            "https://indiapost.gov.in@example.com/",
        ] {
            assert!(read("India Post", "", url).is_err(), "{url}");
        }
    }
}
