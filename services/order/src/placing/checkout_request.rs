//! A checkout as it arrives, and the rules it must keep. The messages are the product specification's.

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;
use values::{Email, Line, MobileNumber, Paragraphs, PersonName, Pincode};

use crate::{
    order::{payment_method::PaymentMethod, record::OrderDetails},
    placing::{
        checkout::Checkout,
        checkout_lines::{CheckoutLine, check_lines},
    },
};

/// Characters an address has at least (product specification).
const MIN_ADDRESS: usize = 10;

/// Characters an address may have: more than any parcel label holds.
const MAX_ADDRESS: usize = 500;

/// Characters a note to whoever receives a gift may have: what fits on a card.
const MAX_GIFT_NOTE: usize = 200;

/// A checkout as it arrived; [`CheckoutRequest::check`] makes a [`Checkout`] of it.
#[derive(Debug, Clone, Default)]
pub struct CheckoutRequest {
    /// The account that orders, a UUID; empty for a guest.
    pub account_id: String,
    /// Who receives the parcel.
    pub full_name: String,
    /// Where the confirmation goes.
    pub email: String,
    /// Ten digits, however they are written.
    pub mobile_number: String,
    /// Where the parcel goes.
    pub delivery_address: String,
    /// Six digits.
    pub pincode: String,
    /// How the shopper wants to pay; none when they did not say.
    pub payment_method: Option<PaymentMethod>,
    /// What the shopper writes to whoever receives it; empty when it is no gift.
    pub gift_note: String,
    /// What the shopper was shown as the total, in paise.
    pub total_paise: i64,
    /// What the shopper wants.
    pub lines: Vec<CheckoutLine>,
}

impl CheckoutRequest {
    /// Reads the values by the rules; answers every violation, in the order of the form.
    pub fn check(self) -> Result<Checkout, Vec<Violation>> {
        let mut violations = Vec::new();
        let account_id = field("account_id", account_id(&self.account_id), &mut violations);
        let full_name = PersonName::read(&self.full_name)
            .map_err(|rule| unread("Name", rule, "Enter a valid name (3-30 characters)"));
        let full_name = field("full_name", full_name, &mut violations);
        let email =
            Email::read(&self.email).map_err(|rule| unread("Email", rule, "Enter a valid email address"));
        let email = field("email", email, &mut violations);
        let mobile_number = MobileNumber::read(&self.mobile_number)
            .map_err(|rule| unread("Mobile number", rule, "Enter a valid 10-digit mobile number"));
        let mobile_number = field("mobile_number", mobile_number, &mut violations);
        let address = address(&self.delivery_address);
        let delivery_address = field("delivery_address", address, &mut violations);
        let pincode = Pincode::read(&self.pincode)
            .map_err(|rule| unread("Pincode", rule, "Enter a valid 6-digit pincode"));
        let pincode = field("pincode", pincode, &mut violations);
        let gift_note = field("gift_note", gift_note(&self.gift_note), &mut violations);
        let lines = check_lines(&self.lines, &mut violations);
        match (full_name, email, mobile_number, delivery_address, pincode) {
            (Some(full_name), Some(email), Some(mobile_number), Some(delivery_address), Some(pincode))
                if violations.is_empty() =>
            {
                let details = OrderDetails {
                    account_id: account_id.flatten(),
                    full_name: full_name.into_string(),
                    email: email.into_string(),
                    mobile_number: mobile_number.into_string(),
                    delivery_address: delivery_address.into_string(),
                    pincode: pincode.into_string(),
                    payment_method: self.payment_method,
                    gift_note: gift_note.flatten(),
                };
                Ok(Checkout {
                    details,
                    total_paise: self.total_paise,
                    lines,
                })
            }
            _ => Err(violations),
        }
    }
}

/// What the shopper reads about a value that was not typed, or that is not what it should be.
fn unread(label: &str, rule: Rule, broken: &'static str) -> Broken {
    if rule == Rule::Required {
        rule.says(format!("{label} is required"))
    } else {
        rule.says(broken)
    }
}

fn account_id(sent: &str) -> Result<Option<Uuid>, Broken> {
    if sent.is_empty() {
        return Ok(None);
    }
    let read = Uuid::parse_str(sent).map(Some);
    read.map_err(|_| Rule::Malformed.says("This is not the id of an account"))
}

fn gift_note(typed: &str) -> Result<Option<String>, Broken> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let note = Line::<MAX_GIFT_NOTE>::read(typed).map_err(|broken| broken.of("The note"))?;
    Ok(Some(note.into_string()))
}

fn address(typed: &str) -> Result<Paragraphs<MAX_ADDRESS>, Broken> {
    let address = Paragraphs::read(typed).map_err(|broken| broken.of("Address"))?;
    if address.as_str().chars().count() < MIN_ADDRESS {
        let message = format!("Address should be at least {MIN_ADDRESS} characters long");
        return Err(Rule::TooShort { min: MIN_ADDRESS }.says(message));
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn details() -> CheckoutRequest {
        CheckoutRequest {
            account_id: String::new(),
            full_name: " Asha Patel ".to_owned(),
            email: "asha.patel@example.co.in".to_owned(),
            mobile_number: "9876543210".to_owned(),
            delivery_address: "12 Ring Road,\nSurat".to_owned(),
            pincode: "395007".to_owned(),
            payment_method: None,
            gift_note: String::new(),
            total_paise: 24_900,
            lines: vec![line()],
        }
    }

    fn line() -> CheckoutLine {
        CheckoutLine {
            product_id: "0190b6a0-0000-7000-8000-000000000001".to_owned(),
            weight_in_grams: 100,
            quantity: 1,
            unit_price_paise: 24_900,
            line_total_paise: 24_900,
        }
    }

    fn check(change: impl FnOnce(&mut CheckoutRequest)) -> Vec<(String, &'static str, String)> {
        let mut details = details();
        change(&mut details);
        let violations = details.check().err().unwrap_or_default();
        violations
            .into_iter()
            .map(|Violation { field, broken }| {
                let code = broken.rule().code();
                (field.into_owned(), code, broken.into_message().into_owned())
            })
            .collect()
    }

    #[test]
    fn a_good_checkout_is_kept_in_one_spelling() {
        let details = CheckoutRequest {
            email: "Asha.Patel@Example.co.in".to_owned(),
            mobile_number: "+91 98765-43210".to_owned(),
            delivery_address: " 12 Ring Road,\r\nSurat ".to_owned(),
            ..details()
        };
        let checkout = details.check().expect("every rule is kept");
        assert_eq!(checkout.details.full_name, "Asha Patel");
        assert_eq!(checkout.details.email, "asha.patel@example.co.in");
        assert_eq!(checkout.details.mobile_number, "9876543210");
        assert_eq!(checkout.details.delivery_address, "12 Ring Road,\nSurat");
        assert_eq!(checkout.lines.len(), 1);
    }

    type Change = fn(&mut CheckoutRequest, &str);

    /// A field, how it is set, a value that breaks its rule, the rule, and what the shopper reads.
    #[rustfmt::skip]
    const BROKEN: [(&str, Change, &str, &str, &str); 22] = [
        ("account_id", |d, v| d.account_id = v.into(), "asha", "MALFORMED", "This is not the id of an account"),
        ("full_name", |d, v| d.full_name = v.into(), "  ", "REQUIRED", "Name is required"),
        ("full_name", |d, v| d.full_name = v.into(), "Al", "TOO_SHORT", "Enter a valid name (3-30 characters)"),
        ("full_name", |d, v| d.full_name = v.into(), "R2D2", "NOT_ALLOWED_CHARACTERS", "Enter a valid name (3-30 characters)"),
        ("full_name", |d, v| d.full_name = v.into(), "Asha\r\nBcc: x", "NOT_ALLOWED_CHARACTERS", "Enter a valid name (3-30 characters)"),
        ("full_name", |d, v| d.full_name = v.into(), "abcdefghijklmnopqrstuvwxyzabcde", "TOO_LONG", "Enter a valid name (3-30 characters)"),
        ("full_name", |d, v| d.full_name = v.into(), "Asha\u{202e}letaP", "NOT_ALLOWED_CHARACTERS", "Enter a valid name (3-30 characters)"),
        ("email", |d, v| d.email = v.into(), "", "REQUIRED", "Email is required"),
        ("email", |d, v| d.email = v.into(), "\"asha\"@example.com", "MALFORMED", "Enter a valid email address"),
        ("email", |d, v| d.email = v.into(), "asha", "MALFORMED", "Enter a valid email address"),
        ("email", |d, v| d.email = v.into(), "asha@home", "MALFORMED", "Enter a valid email address"),
        ("email", |d, v| d.email = v.into(), "Asha <asha@example.com>", "MALFORMED", "Enter a valid email address"),
        ("email", |d, v| d.email = v.into(), "asha@example.com\nBcc: b@example.com", "MALFORMED", "Enter a valid email address"),
        ("mobile_number", |d, v| d.mobile_number = v.into(), "", "REQUIRED", "Mobile number is required"),
        ("mobile_number", |d, v| d.mobile_number = v.into(), "+91 98765 4321", "MALFORMED", "Enter a valid 10-digit mobile number"),
        ("mobile_number", |d, v| d.mobile_number = v.into(), "९८७६५४३२१०", "MALFORMED", "Enter a valid 10-digit mobile number"),
        ("delivery_address", |d, v| d.delivery_address = v.into(), "", "REQUIRED", "Address is required"),
        ("delivery_address", |d, v| d.delivery_address = v.into(), "Ring Road", "TOO_SHORT", "Address should be at least 10 characters long"),
        ("delivery_address", |d, v| d.delivery_address = v.into(), "12 Ring Road\0 Surat", "NOT_ALLOWED_CHARACTERS", "Address holds characters that cannot be printed. Please type it again"),
        ("pincode", |d, v| d.pincode = v.into(), "", "REQUIRED", "Pincode is required"),
        ("pincode", |d, v| d.pincode = v.into(), "39500", "MALFORMED", "Enter a valid 6-digit pincode"),
        ("pincode", |d, v| d.pincode = v.into(), "3950071", "MALFORMED", "Enter a valid 6-digit pincode"),
    ];

    #[test]
    fn every_rule_of_the_form_has_its_own_message() {
        for (field, change, value, code, message) in BROKEN {
            assert_eq!(
                check(|details| change(details, value)),
                [(field.to_owned(), code, message.to_owned())],
                "{value:?}"
            );
        }
    }

    #[test]
    fn violations_come_in_the_order_of_the_form() {
        let fields: Vec<_> = CheckoutRequest::default()
            .check()
            .expect_err("nothing is given")
            .into_iter()
            .map(|v| v.field)
            .collect();
        assert_eq!(
            fields,
            [
                "full_name",
                "email",
                "mobile_number",
                "delivery_address",
                "pincode",
                "lines"
            ]
        );
    }

    proptest! {
        #[test]
        fn nothing_a_client_sends_makes_the_rules_panic(
            texts in prop::collection::vec(".*", 8), quantity: i64, weight_in_grams: i32, total_paise: i64,
        ) {
            let details = CheckoutRequest {
                account_id: texts[6].clone(),
                full_name: texts[0].clone(),
                email: texts[1].clone(),
                mobile_number: texts[2].clone(),
                delivery_address: texts[3].clone(),
                pincode: texts[4].clone(),
                payment_method: None,
                gift_note: texts[7].clone(),
                total_paise,
                lines: vec![CheckoutLine { product_id: texts[5].clone(), weight_in_grams, quantity, ..line() }],
            };
            let _ = details.check();
        }
    }
}
