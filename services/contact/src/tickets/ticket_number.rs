//! Ticket numbers as people read them: T and at least four digits. Pure.

/// The maximum number of digits of a typed number: fewer than a mobile number has.
const MOST_DIGITS: usize = 9;

/// Formats a ticket number, such as `T0042`.
pub fn format(number: i64) -> String {
    format!("T{number:04}")
}

/// Parses a typed ticket number, with or without the T.
pub fn parse(typed: &str) -> Option<i64> {
    let digits = typed.trim().trim_start_matches('#');
    let digits = digits.strip_prefix(['T', 't']).unwrap_or(digits);
    let is_number =
        (1..=MOST_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// The ticket number in the subject of a mail, as in the shop's own mails: `Re: order status [T0042]`.
pub fn find_in_subject(subject: &str) -> Option<i64> {
    let mut parts = subject.rsplit('[');
    parts.find_map(|part| {
        let (number, _) = part.split_once(']')?;
        number.starts_with(['T', 't']).then(|| parse(number))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_it_is_written() {
        assert_eq!(format(42), "T0042");
        assert_eq!(format(123_456), "T123456");
        for (typed, number) in [
            ("T0042", Some(42)),
            (" t42 ", Some(42)),
            ("#T0042", Some(42)),
            ("42", Some(42)),
            ("T", None),
            ("9876543210", None),
            ("T4२", None),
            ("Tara", None),
        ] {
            assert_eq!(parse(typed), number, "{typed}");
        }
    }

    #[test]
    fn a_subject_names_a_number_in_brackets() {
        for (subject, number) in [
            ("Re: order status [T0042]", Some(42)),
            ("Fwd: Re: [T0001] order status [T0042]", Some(42)),
            ("[T0042] [list]", Some(42)),
            ("Re: order status T0042", None),
            ("[42]", None),
            ("[T]", None),
            ("", None),
        ] {
            assert_eq!(find_in_subject(subject), number, "{subject}");
        }
    }
}
