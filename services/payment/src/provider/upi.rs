//! A shop without a provider: its own UPI address in a link, by NPCI's "UPI Linking Specifications", version 1.6, section
//! 1.2, as <https://studylib.net/doc/27265723/upi.linking.specs-ver.1.6> has it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::port::{Ask, PaymentLink};

/// What a parameter may have as it is: RFC 3986's unreserved characters. A space is `%20`, as the specification wants it, and
/// never `+`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// In the address `@` stands as it is, as in the samples of the specification.
const ENCODED_IN_ADDRESS: &AsciiSet = &ENCODED.remove(b'@');

/// Longer names are cut by apps in places of their own.
const LONGEST_NAME: usize = 50;

/// Before and after the `@`, by what banks give out.
const LONGEST_PART: usize = 255;

/// The shop's own UPI address.
#[derive(Debug, Clone)]
pub struct Upi {
    address: String,
}

impl Upi {
    /// None when it is no such address.
    pub(super) fn new(address: &str) -> Option<Self> {
        let (name, bank) = address.split_once('@')?;
        let is_part = |part: &str| {
            let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
            (2..=LONGEST_PART).contains(&part.len()) && part.bytes().all(is_allowed)
        };
        (is_part(name) && is_part(bank)).then(|| Self {
            address: address.to_owned(),
        })
    }

    /// The order's number is the transaction's reference and stands in its note, so that the bank's statement has one of
    /// them at least; banks cut notes after a few letters, so there is nothing else in it. The attempt has no name at the other
    /// end but ours.
    pub(super) fn ask(&self, ask: &Ask<'_>) -> PaymentLink {
        let name: String = ask.shop_name.chars().take(LONGEST_NAME).collect();
        let (rupees, paise) = (ask.amount_paise / 100, ask.amount_paise % 100);
        let link = format!(
            "upi://pay?pa={}&pn={}&tr={}&am={rupees}.{paise:02}&cu=INR&tn={}",
            utf8_percent_encode(&self.address, ENCODED_IN_ADDRESS),
            utf8_percent_encode(&name, ENCODED),
            utf8_percent_encode(ask.order_number, ENCODED),
            utf8_percent_encode(ask.order_number, ENCODED),
        );
        PaymentLink {
            reference: ask.attempt_id.to_string(),
            pay_url: None,
            upi_link: Some(link),
            ends_at: ask.ends_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_link_carries_what_a_upi_app_fills_in() {
        let upi = Upi::new("vasantam@okicici").expect("it is an address");
        let ask = Ask {
            attempt_id: Uuid::nil(),
            order_number: "VM-261126-22222",
            amount_paise: 123_405,
            ends_at: datetime!(2026-11-26 12:00 UTC),
            return_url: "https://shop.example/",
            shop_name: "Vasantam & Söhne 100%",
        };
        let asked = upi.ask(&ask);
        assert_eq!(
            asked.upi_link.as_deref(),
            Some(
                "upi://pay?pa=vasantam@okicici&pn=Vasantam%20%26%20S%C3%B6hne%20100%25&tr=VM-261126-22222&am=1234.05\
                 &cu=INR&tn=VM-261126-22222"
            )
        );
        assert_eq!((asked.pay_url, asked.ends_at), (None, ask.ends_at));
    }
}
