//! Recovery codes for a lost phone: ten per staff member, each valid once. Pure.

/// The number of codes per staff member.
pub const GIVEN: usize = 10;

/// The length of a code in characters of 5 bits: 50 bits, not guessable within the rate limits.
pub const LENGTH: usize = 10;

/// Crockford's base 32, in which no letter looks like a digit.
const ALPHABET: [char; 32] = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'M',
    'N', 'P', 'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z',
];

/// Derives a code from a keyed hash, in the form that is hashed.
pub fn from_hash(hash: &[u8; 32]) -> String {
    let letters = hash.iter().take(LENGTH);
    letters.map(|byte| ALPHABET[usize::from(byte % 32)]).collect()
}

/// Formats a code for display, in two halves.
pub fn format(code: &str) -> String {
    let (first, second) = code.split_at(code.len() / 2);
    format!("{first}-{second}")
}

/// Normalises a typed code to the form that is hashed. `None` if it cannot be a code. Accepts lower case, and
/// letters that look like digits.
pub fn parse(typed: &str) -> Option<String> {
    let is_kept = |c: &char| !c.is_whitespace() && *c != '-';
    let of_the_alphabet = |c: char| match c.to_ascii_uppercase() {
        'O' => Some('0'),
        'I' | 'L' => Some('1'),
        c => ALPHABET.contains(&c).then_some(c),
    };
    let code: String = typed
        .chars()
        .filter(is_kept)
        .map(of_the_alphabet)
        .collect::<Option<_>>()?;
    (code.len() == LENGTH).then_some(code)
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;

    fn random() -> String {
        let mut hash = [0; 32];
        rand::rng().fill_bytes(&mut hash);
        from_hash(&hash)
    }

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        assert_eq!(format("0123456789"), "01234-56789");
        for typed in ["01ABC-DEFGH", " oiabc defgh ", "OLABCDEFGH"] {
            assert_eq!(parse(typed).as_deref(), Some("01ABCDEFGH"), "{typed}");
        }
        for typed in [
            "",
            "012345",
            "01ABC-DEFG",
            "01ABC-DEFGHJ",
            "01ABC-DEFGU",
            "०१ABCDEFGH",
        ] {
            assert_eq!(parse(typed), None, "{typed}");
        }
    }

    #[test]
    fn codes_differ_and_come_back_as_they_went() {
        let codes: std::collections::HashSet<_> = (0..1_000).map(|_| random()).collect();
        assert_eq!(codes.len(), 1_000);
        for code in codes {
            assert_eq!(parse(&format(&code)), Some(code));
        }
    }

    #[test]
    fn fuzz_of_recovery_codes() {
        fuzz::feed_text("recovery codes", &["01ABC-DEFGH", "", "-"], |text| {
            if let Some(code) = parse(text) {
                assert_eq!(parse(&format(&code)), Some(code));
            }
        });
    }
}
