//! Validates numbers that authorities and banks issue. Pure.

/// The digits of a GSTIN, by their values.
const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Checks a licence number of the Food Safety and Standards Authority: 14 digits, which begin with 1
/// (licensed) or 2 (registered).
pub fn is_food_licence(text: &str) -> bool {
    text.len() == 14 && text.bytes().all(|byte| byte.is_ascii_digit()) && text.starts_with(['1', '2'])
}

/// Checks a GSTIN: two digits of the state, ten characters of a PAN, the number of the registration, Z, and a
/// check digit.
pub fn is_gstin(text: &str) -> bool {
    // Z is a letter, 9 is a digit, * is either.
    const FORM: &[u8; 15] = b"99ZZZZZ9999Z***";
    let bytes = text.as_bytes();
    let has_form = bytes.len() == FORM.len()
        && bytes.iter().zip(FORM).all(|(byte, form)| match form {
            b'9' => byte.is_ascii_digit(),
            b'Z' => byte.is_ascii_uppercase(),
            _ => byte.is_ascii_digit() || byte.is_ascii_uppercase(),
        });
    has_form && has_state(&bytes[..2]) && bytes[12] != b'0' && bytes[13] == b'Z' && is_checked(bytes)
}

/// Checks a bank account number: 9 to 18 digits.
pub fn is_account_number(text: &str) -> bool {
    (9..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Checks an IFSC: four letters of the bank, a 0, and six characters of the branch.
pub fn is_ifsc(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 11
        && bytes[..4].iter().all(u8::is_ascii_uppercase)
        && bytes[4] == b'0'
        && bytes[5..]
            .iter()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

/// Checks the state code: 01 to 38 for states and union territories, 97 for other territory.
fn has_state(digits: &[u8]) -> bool {
    let code = (digits[0] - b'0') * 10 + (digits[1] - b'0');
    (1..=38).contains(&code) || code == 97
}

/// Checks the last character: the others count once or twice in turn, by the digits of the product in base
/// 36.
fn is_checked(bytes: &[u8]) -> bool {
    let value = |byte: &u8| DIGITS.iter().position(|digit| digit == byte).unwrap_or_default();
    let (last, before) = bytes.split_last().expect("it has fifteen characters");
    let sum: usize = before
        .iter()
        .zip([1, 2].into_iter().cycle())
        .map(|(byte, factor)| {
            let product = value(byte) * factor;
            product / 36 + product % 36
        })
        .sum();
    value(last) == (36 - sum % 36) % 36
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gstin_has_a_form_and_a_check_digit() {
        for (text, is_good) in [
            ("27AAPFU0939F1ZV", true),
            ("29AAGCB7383J1Z4", true),
            ("27AAPFU0939F1ZW", false),
            ("27AAPFU0993F1ZV", false),
            ("27aapfu0939f1zv", false),
            ("00AAAAA0000A0A0", false),
            ("39AAPFU0939F1ZV", false),
            ("27AAPFU0939F1Z", false),
            ("27AAPFU0939F1ZVV", false),
            ("27AAPFU0939F1Z\u{e9}", false),
            ("", false),
        ] {
            assert_eq!(is_gstin(text), is_good, "{text}");
        }
    }

    #[test]
    fn a_food_licence_has_fourteen_digits() {
        for (text, is_good) in [
            ("10712034000123", true),
            ("20712034000123", true),
            ("00000000000000", false),
            ("1071203400012", false),
            ("107120340001234", false),
            ("1071203400012a", false),
            ("", false),
        ] {
            assert_eq!(is_food_licence(text), is_good, "{text}");
        }
    }
}
