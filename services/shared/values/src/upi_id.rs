//! UPI ids, and the links by which UPI apps pay to them, by NPCI's "UPI Linking Specifications", version 1.6, section 1.2, as
//! <https://studylib.net/doc/27265723/upi.linking.specs-ver.1.6> has it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use violations::Rule;

/// What a parameter may have as it is: RFC 3986's unreserved characters. A space is `%20`, as the specification wants it, and
/// never `+`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// In the id `@` stands as it is, as in the samples of the specification.
const ENCODED_IN_ID: &AsciiSet = &ENCODED.remove(b'@');

/// Longer names are cut by apps in places of their own.
const LONGEST_NAME: usize = 50;

/// Before and after the `@`, by what banks give out.
const LONGEST_PART: usize = 255;

/// An id at a bank to which UPI apps pay, such as `shop@bank`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpiId(String);

impl UpiId {
    /// Reads what was typed.
    pub fn read(typed: &str) -> Result<Self, Rule> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err(Rule::Required);
        }
        let is_part = |part: &str| {
            let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
            (2..=LONGEST_PART).contains(&part.len()) && part.bytes().all(is_allowed)
        };
        let (name, bank) = typed.split_once('@').ok_or(Rule::Malformed)?;
        let is_id = is_part(name) && is_part(bank);
        is_id.then(|| Self(typed.to_owned())).ok_or(Rule::Malformed)
    }

    /// As it was typed, without spaces around it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The link with which a UPI app pays so many paise to it for an order. The order's number is the transaction's reference and
    /// stands in its note, so that the bank's statement has one of them at least; banks cut notes after a few letters, so there is
    /// nothing else in it.
    pub fn link(&self, payee: &str, amount_paise: i64, order_number: &str) -> String {
        let payee: String = payee.chars().take(LONGEST_NAME).collect();
        let (rupees, paise) = (amount_paise / 100, amount_paise % 100);
        format!(
            "upi://pay?pa={}&pn={}&tr={}&am={rupees}.{paise:02}&cu=INR&tn={}",
            utf8_percent_encode(&self.0, ENCODED_IN_ID),
            utf8_percent_encode(&payee, ENCODED),
            utf8_percent_encode(order_number, ENCODED),
            utf8_percent_encode(order_number, ENCODED),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_a_name_and_a_bank() {
        let read = |typed| UpiId::read(typed).map(|id| id.0);
        assert_eq!(
            read(" vasantam.shop@okicici "),
            Ok("vasantam.shop@okicici".to_owned())
        );
        assert_eq!(read(" "), Err(Rule::Required));
        for typed in ["vasantam", "v@okicici", "vasantam@", "vasan tam@okicici", "a@b@c"] {
            assert_eq!(read(typed), Err(Rule::Malformed), "{typed}");
        }
    }

    #[test]
    fn a_link_carries_what_a_upi_app_fills_in() {
        let id = UpiId::read("vasantam@okicici").expect("it is an id");
        assert_eq!(
            id.link("Vasantam & Söhne 100%", 123_405, "VM-261126-22222"),
            "upi://pay?pa=vasantam@okicici&pn=Vasantam%20%26%20S%C3%B6hne%20100%25&tr=VM-261126-22222&am=1234.05\
             &cu=INR&tn=VM-261126-22222"
        );
    }
}
