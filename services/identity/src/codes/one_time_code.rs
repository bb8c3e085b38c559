//! One-time codes: six digits sent by mail.

/// The lifetime of a code, in minutes (decisions page).
pub const LIFE_MINUTES: i32 = 10;

/// The number of wrong tries after which a code is invalid (decisions page).
pub const MAX_WRONG_TRIES: i32 = 5;

/// Derives six digits from a keyed hash. All numbers are equally likely, up to one part in 10¹³.
pub fn from_hash(hash: &[u8; 32]) -> String {
    let (number, _) = hash.split_first_chunk().expect("a hash has more than 8 bytes");
    format!("{:06}", u64::from_be_bytes(*number) % 1_000_000)
}

/// Removes the whitespace that mail programs and shoppers add to a code.
pub fn normalize(typed: &str) -> String {
    typed.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_six_digits_and_spread_evenly() {
        let mut first_digits = [0_u32; 10];
        for _ in 0..10_000 {
            let code = from_hash(&rand::random());
            assert!(
                code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()),
                "{code}"
            );
            first_digits[usize::from(code.as_bytes()[0] - b'0')] += 1;
        }
        // Ten standard deviations (30) around the mean. Leading zeros are as common as other digits.
        assert!(
            first_digits.iter().all(|count| (700..1_300).contains(count)),
            "{first_digits:?}"
        );
    }

    #[test]
    fn spaces_in_a_code_do_not_matter() {
        assert_eq!(normalize(" 012 345\n"), "012345");
    }
}
