//! HSN codes (Harmonised System).

/// An HSN code of 4, 6 or 8 digits: a heading, a subheading or a tariff item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HsnCode(String);

impl HsnCode {
    /// The default: plants and parts of plants for perfumery and pharmacy.
    pub const USUAL: &str = "1211";

    /// Parses the digits; spaces are ignored. `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: String = text.split_whitespace().collect();
        let is_code = matches!(digits.len(), 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_code.then_some(Self(digits))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for HsnCode {
    fn default() -> Self {
        Self(Self::USUAL.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_four_six_or_eight_digits() {
        for (text, read) in [
            ("1211", Some("1211")),
            (" 1211 90 29 ", Some("12119029")),
            ("300490", Some("300490")),
            ("", None),
            ("121", None),
            ("12119", None),
            ("1211902", None),
            ("121190291", None),
            ("12a1", None),
            ("१२११", None),
        ] {
            assert_eq!(
                HsnCode::parse(text).as_ref().map(HsnCode::as_str),
                read,
                "{text:?}"
            );
        }
    }
}
