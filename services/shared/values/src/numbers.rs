//! Numbers that users type, and that are not computed with.

use violations::Rule;

/// An Indian mobile number: ten digits, as dialled within India.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MobileNumber(String);

impl MobileNumber {
    /// Parses user input. Removes spaces, hyphens, `+91` (or `91` before ten digits) and a leading 0; ten
    /// digits must remain. Fails with the broken rule.
    pub fn read(text: &str) -> Result<Self, Rule> {
        let is_filling = |c: char| c.is_whitespace() || matches!(c, '-' | '\u{2010}' | '\u{2011}');
        // Numbers are short, so only the first 64 characters are read.
        let dialled: String = text.chars().take(64).filter(|&c| !is_filling(c)).collect();
        let without_plus = dialled.strip_prefix("91").filter(|rest| is_digits(rest, 10));
        let national = dialled.strip_prefix("+91").or(without_plus).unwrap_or(&dialled);
        let national = national.strip_prefix('0').unwrap_or(national);
        // A number that still starts with 0 is no mobile number, and would lose the 0 when parsed again.
        let is_mobile = text.len() <= 64 && is_digits(national, 10) && !national.starts_with('0');
        if is_mobile {
            Ok(Self(national.to_owned()))
        } else {
            Err(missing_or_malformed(text))
        }
    }

    /// The ten digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The ten digits as an owned string.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// An Indian postal code: six digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pincode(String);

impl Pincode {
    /// Parses user input: six digits. Fails with the broken rule.
    pub fn read(text: &str) -> Result<Self, Rule> {
        let text = text.trim();
        if is_digits(text, 6) {
            Ok(Self(text.to_owned()))
        } else {
            Err(missing_or_malformed(text))
        }
    }

    /// The six digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The six digits as an owned string.
    pub fn into_string(self) -> String {
        self.0
    }
}

fn is_digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn missing_or_malformed(text: &str) -> Rule {
    if text.trim().is_empty() {
        Rule::Required
    } else {
        Rule::Malformed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mobile_number_is_read_however_it_is_written() {
        for text in [
            "9876543210",
            " 98765 43210 ",
            "98765-43210",
            "09876543210",
            "+919876543210",
            "+91 98765-43210",
            "+91 0 9876543210",
            "91 98765 43210",
            "919876543210",
            "\u{a0}98765\u{2011}43210",
        ] {
            let read = MobileNumber::read(text).map(MobileNumber::into_string);
            assert_eq!(read.as_deref(), Ok("9876543210"), "{text:?}");
        }
        let begins_with_91 = MobileNumber::read("91876 54321").map(MobileNumber::into_string);
        assert_eq!(begins_with_91.as_deref(), Ok("9187654321"));
    }

    #[test]
    fn an_invalid_mobile_number_is_refused() {
        for text in [
            "987654321",
            "98765432101",
            "0123456789",
            "00987654321",
            "910987654321",
            "9198765432101",
            "+449876543210",
            "९८७६५४३२१०",
            "９８７６５４３２１０",
            "98765.43210",
            "987654321\0",
            &"9 ".repeat(2_000_000),
        ] {
            assert_eq!(
                MobileNumber::read(text),
                Err(Rule::Malformed),
                "{:?}",
                &text[..text.len().min(40)]
            );
        }
        for text in ["", &" ".repeat(4_000_000)] {
            assert_eq!(MobileNumber::read(text), Err(Rule::Required));
        }
    }

    #[test]
    fn a_pincode_has_six_digits() {
        assert_eq!(
            Pincode::read(" 395007 ").as_ref().map(Pincode::as_str),
            Ok("395007")
        );
        assert_eq!(Pincode::read(" "), Err(Rule::Required));
        for text in ["39500", "3950071", "395 007", "३९५००७"] {
            assert_eq!(Pincode::read(text), Err(Rule::Malformed), "{text}");
        }
    }
}
