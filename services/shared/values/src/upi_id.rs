//! UPI ids and payment links, by NPCI's "UPI Linking Specifications", version 1.6, section 1.2, from
//! <https://studylib.net/doc/27265723/upi.linking.specs-ver.1.6>.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use violations::Rule;

/// The characters to encode in a parameter: all but RFC 3986's unreserved ones. The specification requires
/// `%20` for a space, not `+`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// In the id, `@` is not encoded, as in the samples of the specification.
const ENCODED_IN_ID: &AsciiSet = &ENCODED.remove(b'@');

/// Apps cut longer names at different places.
const LONGEST_NAME: usize = 50;

/// Length limit of each part around the `@`, according to what banks issue.
const LONGEST_PART: usize = 255;

/// An id at a bank that UPI apps pay to, such as `shop@bank`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpiId(String);

impl UpiId {
    /// Parses user input.
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

    /// The id, trimmed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The link for paying an order in a UPI app. The order number is the transaction reference and the note,
    /// so that the bank statement has at least one of them. The note has nothing else, because banks cut it
    /// after a few letters.
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
