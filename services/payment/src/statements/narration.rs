//! Parses narrations: the bank's reference, the order number, and the payer's UPI id, which is removed. Pure.

/// The mark for removed text.
const REMOVED: &str = "…";

/// Length limit of a stored narration, in characters.
const LONGEST: usize = 200;

/// The alphabet of an order number's last five characters. See `services/order/src/checkout/order_number.rs`.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// `VM`, six digits of the day and five random characters.
const NUMBER_LENGTH: usize = 13;

/// The order number in a text, in the shop's form. Banks drop hyphens and change the case. `None` if there is
/// not exactly one.
pub fn order_number(text: &str) -> Option<String> {
    let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
    let letters: Vec<u8> = letters.map(|letter| letter.to_ascii_uppercase()).collect();
    let mut named = letters.windows(NUMBER_LENGTH).filter(|part| is_number(part));
    let first = named.next()?;
    if named.any(|other| other != first) {
        return None;
    }
    let number = String::from_utf8_lossy(first);
    Some(format!("VM-{}-{}", &number[2..8], &number[8..]))
}

fn is_number(part: &[u8]) -> bool {
    let (prefix, rest) = part.split_at(2);
    let (day, drawn) = rest.split_at(6);
    prefix == b"VM"
        && day.iter().all(u8::is_ascii_digit)
        && drawn.iter().all(|letter| ALPHABET.contains(letter))
}

/// The bank's reference of a credit: 12 digits (UPI, IMPS) or 16 or 22 characters (NEFT, RTGS) in the
/// narration, else the reference column. `None` without a unique reference.
pub fn utr(narration: &str, reference: &str) -> Option<String> {
    let narration = without_payer(narration);
    let words = || narration.split(|letter: char| !letter.is_ascii_alphanumeric());
    let of_upi = words().find(|word| word.len() == 12 && word.bytes().all(|byte| byte.is_ascii_digit()));
    let of_neft = || words().find(|word| is_neft(word));
    let found = of_upi.or_else(of_neft).map(str::to_ascii_uppercase);
    found.or_else(|| self::reference(reference))
}

/// Parses a reference column, without leading zeros. `None` if it is no reference of a credit.
pub fn reference(cell: &str) -> Option<String> {
    let letters: String = cell.chars().filter(|letter| !letter.is_whitespace()).collect();
    let letters = letters.trim_start_matches('0').to_ascii_uppercase();
    let digits = letters.bytes().filter(u8::is_ascii_digit).count();
    let is_number = (6..=30).contains(&letters.len())
        && digits >= 6
        && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())
        // SBI puts its own account there: "TRANSFER FROM 4897733162090".
        && !letters.starts_with("TRANSFER");
    is_number.then_some(letters)
}

/// True for a bank's four letters followed by a transfer number.
fn is_neft(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_bank = word.bytes().take(4).all(|byte| byte.is_ascii_alphabetic());
    [16, 22].contains(&word.len()) && is_bank && digits >= 8
}

/// A narration for storage: on one line, without UPI ids and mobile numbers, and shortened.
pub fn sanitized(narration: &str) -> String {
    let line = narration.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = without_payer(&line);
    let plain = plain.chars().filter(|letter| !letter.is_control());
    plain.take(LONGEST).collect()
}

fn without_payer(narration: &str) -> String {
    let parts: Vec<_> = narration.split('/').collect();
    let mut plain: Vec<_> = parts.iter().map(|part| without_ids(part)).collect();
    // A UPI id that is cut off before its @ is recognised only by its position.
    for (place, part) in parts.iter().enumerate() {
        let is_upi = part.trim().to_ascii_uppercase().ends_with("UPI");
        let next = parts.get(place + 1).map_or("", |next| next.trim());
        let of_payer = if !is_upi {
            continue;
        } else if ["CR", "DR"].contains(&next) {
            // SBI: UPI/CR/number/name/bank/UPI id/note
            place + 5
        } else if next.len() == 12 && next.bytes().all(|byte| byte.is_ascii_digit()) {
            // ICICI: UPI/number/note/UPI id/bank
            place + 3
        } else {
            continue;
        };
        if let Some(part) = plain
            .get_mut(of_payer)
            .filter(|part| order_number(part).is_none())
        {
            REMOVED.clone_into(part);
        }
    }
    plain.join("/")
}

/// Removes UPI ids and mobile numbers.
fn without_ids(text: &str) -> String {
    let is_of_id = |letter: char| letter.is_ascii_alphanumeric() || ['.', '-', '_'].contains(&letter);
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        let before = rest[..at].trim_end_matches(is_of_id);
        plain.push_str(&without_mobiles(before));
        plain.push_str(REMOVED);
        let after = &rest[at + 1..];
        rest = after.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric());
    }
    plain.push_str(&without_mobiles(rest));
    plain
}

fn without_mobiles(text: &str) -> String {
    let is_mobile = |word: &str| {
        word.len() == 10
            && word.starts_with(['6', '7', '8', '9'])
            && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words = text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric());
    let plain = words.map(|word| {
        let end = word
            .trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric())
            .len();
        if is_mobile(&word[..end]) {
            format!("{REMOVED}{}", &word[end..])
        } else {
            word.to_owned()
        }
    });
    plain.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HDFC: &str =
        "UPI-MADESH NAIK M-MADESHNAIK460-1@OKHDFCBANK-SBIN0040029-633012345678-VM 261126 7K3QX";
    const SBI: &str = "   BY TRANSFER-UPI/CR/633012345678/AMAN NIH/UTIB/amanshaikh/vm2611267k3qx--";
    const ICICI: &str = "UPI/633012345678/VM-261126-7K3QX/amanshaikh@okax/Axis Bank/ICI0192f3a07c00";

    #[test]
    fn an_order_is_named_with_and_without_hyphens_in_any_case() {
        for text in [
            HDFC,
            SBI,
            ICICI,
            "vm-261126-7k3qx",
            "Order:VM261126 7K3QX!",
            "VM-261126-7K3QX VM2611267K3QX",
        ] {
            assert_eq!(order_number(text).as_deref(), Some("VM-261126-7K3QX"), "{text}");
        }
        for text in [
            "",
            "VM-261126-7K3Q",
            "VM-261126-7K3Q0",
            "VM-261126-7K3QX VM-261126-22222",
            "MV-261126-7K3QX",
        ] {
            assert_eq!(order_number(text), None, "{text}");
        }
    }

    #[test]
    fn a_credit_has_the_number_of_its_bank() {
        for (narration, reference, expected) in [
            (HDFC, "0000633012345678", Some("633012345678")),
            (SBI, "TRANSFER FROM 4897733162090", Some("633012345678")),
            (ICICI, "-", Some("633012345678")),
            (
                "NEFT CR-UTIB0000001-SOMEBODY-AXISN26328123456",
                "",
                Some("AXISN26328123456"),
            ),
            (
                "RTGS-HDFCR52026112600000001-SOMEBODY",
                "",
                Some("HDFCR52026112600000001"),
            ),
            ("IMPS-633012345679-SOMEBODY", "", Some("633012345679")),
            ("SALARY", "citin 24401114659", Some("CITIN24401114659")),
            ("somebody/919876543210@ybl", "", None),
            ("INTEREST PAID", "000000000000000", None),
            ("CASH DEPOSIT", "", None),
        ] {
            assert_eq!(utr(narration, reference).as_deref(), expected, "{narration}");
        }
    }

    #[test]
    fn upi_ids_and_mobile_numbers_are_removed_from_narrations() {
        for (narration, expected) in [
            (HDFC, "UPI-MADESH NAIK …-SBIN0040029-633012345678-VM 261126 7K3QX"),
            (
                SBI,
                "BY TRANSFER-UPI/CR/633012345678/AMAN NIH/UTIB/…/vm2611267k3qx--",
            ),
            (
                ICICI,
                "UPI/633012345678/VM-261126-7K3QX/…/Axis Bank/ICI0192f3a07c00",
            ),
            ("from 9876543210@ybl, and a@b", "from …, and …"),
            ("call 9876543210!", "call …!"),
        ] {
            assert_eq!(sanitized(narration), expected, "{narration}");
        }
        assert_eq!(sanitized(&"é ".repeat(300)).chars().count(), LONGEST);
    }

    #[test]
    fn fuzz_of_narrations() {
        fuzz::feed_text("narrations", &[HDFC, SBI, ICICI, "@", "a@@b/UPI/CR"], |text| {
            let kept = sanitized(text);
            assert!(!kept.contains('@'), "{kept:?}");
            assert!(kept.chars().count() <= LONGEST, "{kept:?}");
            let _ = (order_number(text), utr(text, text));
        });
    }
}
