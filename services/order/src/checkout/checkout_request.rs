//! An unvalidated checkout, and its validation. The messages come from the product specification.

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;
use values::Email;

use crate::{
    checkout::{
        checkout_lines::{CheckoutLineRequest, check_lines},
        unconfirmed_bounds::network,
        validated_checkout::Checkout,
    },
    order::{payment_method::PaymentMethod, recipient, record::OrderDetails, source::Source},
};

/// An unvalidated checkout. [`CheckoutRequest::validate`] turns it into a [`Checkout`].
#[derive(Debug, Clone, Default)]
pub struct CheckoutRequest {
    /// The account that orders, a UUID. Empty for a guest.
    pub account_id: String,
    /// The recipient's full name.
    pub full_name: String,
    /// The email address for the confirmation. Staff may leave it empty.
    pub email: String,
    /// The mobile number, ten digits in any notation.
    pub mobile_number: String,
    /// The delivery address.
    pub delivery_address: String,
    /// The pincode, six digits.
    pub pincode: String,
    /// The payment method. `None` when none was chosen.
    pub payment_method: Option<PaymentMethod>,
    /// The total that the shopper saw, in paise.
    pub total_paise: i64,
    /// The lines.
    pub lines: Vec<CheckoutLineRequest>,
    /// The source of the order.
    pub source: Source,
    /// The staff member who enters it. `None` when the shopper orders.
    pub staff_id: Option<Uuid>,
    /// The network address of the shopper's client. Empty when unknown.
    pub client_address: String,
}

impl CheckoutRequest {
    /// Validates the values. Returns every violation, in the order of the form.
    pub fn validate(self) -> Result<Checkout, Vec<Violation>> {
        let mut violations = Vec::new();
        let account_id = field("account_id", account_id(&self.account_id), &mut violations);
        let full_name = field(
            "full_name",
            recipient::full_name(&self.full_name),
            &mut violations,
        );
        let email = email(&self.email, self.staff_id.is_some());
        let email = field("email", email, &mut violations);
        let mobile_number = recipient::mobile_number(&self.mobile_number);
        let mobile_number = field("mobile_number", mobile_number, &mut violations);
        let address = recipient::delivery_address(&self.delivery_address);
        let delivery_address = field("delivery_address", address, &mut violations);
        let pincode = field("pincode", recipient::pincode(&self.pincode), &mut violations);
        let lines = check_lines(&self.lines, &mut violations);
        let source = source(self.source, self.staff_id.is_some());
        let source = field("source", source, &mut violations).unwrap_or_default();
        match (full_name, email, mobile_number, delivery_address, pincode) {
            (Some(full_name), Some(email), Some(mobile_number), Some(delivery_address), Some(pincode))
                if violations.is_empty() =>
            {
                let details = OrderDetails {
                    account_id: account_id.flatten(),
                    full_name,
                    email,
                    mobile_number,
                    delivery_address,
                    pincode,
                    payment_method: self.payment_method,
                    source,
                };
                Ok(Checkout {
                    details,
                    total_paise: self.total_paise,
                    lines,
                    staff_id: self.staff_id,
                    network: network(&self.client_address).filter(|_| self.staff_id.is_none()),
                })
            }
            _ => Err(violations),
        }
    }
}

fn account_id(sent: &str) -> Result<Option<Uuid>, Broken> {
    if sent.is_empty() {
        return Ok(None);
    }
    let read = Uuid::parse_str(sent).map(Some);
    read.map_err(|_| Rule::Malformed.says("This is not the id of an account"))
}

/// Validates the email address. Staff may leave it empty, because many callers have none.
fn email(typed: &str, is_by_staff: bool) -> Result<String, Broken> {
    if is_by_staff && typed.trim().is_empty() {
        return Ok(String::new());
    }
    let email =
        Email::read(typed).map_err(|rule| recipient::unread("Email", rule, "Enter a valid email address"))?;
    Ok(email.into_string())
}

/// Validates the source: shoppers order on the website, and staff enter orders from other sources.
fn source(source: Source, is_by_staff: bool) -> Result<Source, Broken> {
    match (source, is_by_staff) {
        (Source::Web, true) => Err(Rule::Required.says("Choose phone or WhatsApp")),
        (Source::Phone | Source::Whatsapp, false) => Err(Rule::NotOffered
            .says("Only staff write down orders that reach the shop otherwise than by its pages")),
        (source, _) => Ok(source),
    }
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
            total_paise: 24_900,
            lines: vec![line()],
            source: Source::Web,
            staff_id: None,
            client_address: String::new(),
        }
    }

    fn line() -> CheckoutLineRequest {
        CheckoutLineRequest {
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
        let violations = details.validate().err().unwrap_or_default();
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
        let checkout = details.validate().expect("every rule is kept");
        assert_eq!(checkout.details.full_name, "Asha Patel");
        assert_eq!(checkout.details.email, "asha.patel@example.co.in");
        assert_eq!(checkout.details.mobile_number, "9876543210");
        assert_eq!(checkout.details.delivery_address, "12 Ring Road,\nSurat");
        assert_eq!(checkout.lines.len(), 1);
    }

    type Change = fn(&mut CheckoutRequest, &str);

    /// The field, how it is set, a value that breaks its rule, the rule, and the message for the shopper.
    #[rustfmt::skip]
    const BROKEN: [(&str, Change, &str, &str, &str); 22] = [
        ("account_id", |d, v| d.account_id = v.into(), "asha", "MALFORMED", "This is not the id of an account"),
        ("full_name", |d, v| d.full_name = v.into(), "  ", "REQUIRED", "Name is required"),
        ("full_name", |d, v| d.full_name = v.into(), "Al", "TOO_SHORT", "Enter a valid name (3-30 characters)"),
        ("full_name", |d, v| d.full_name = v.into(), "R2D2", "NOT_ALLOWED_CHARACTERS", "Enter a valid name (3-30 characters). Use letters and spaces only, such as Dr S Rao."),
        ("full_name", |d, v| d.full_name = v.into(), "Asha\r\nBcc: x", "NOT_ALLOWED_CHARACTERS", "Enter a valid name (3-30 characters). Use letters and spaces only, such as Dr S Rao."),
        ("full_name", |d, v| d.full_name = v.into(), "abcdefghijklmnopqrstuvwxyzabcde", "TOO_LONG", "Enter a valid name (3-30 characters)"),
        ("full_name", |d, v| d.full_name = v.into(), "Asha\u{202e}letaP", "NOT_ALLOWED_CHARACTERS", "Enter a valid name (3-30 characters). Use letters and spaces only, such as Dr S Rao."),
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
        ("delivery_address", |d, v| d.delivery_address = v.into(), "12 Ring Road\0 Surat", "NOT_ALLOWED_CHARACTERS", "Address contains characters that cannot be printed. Please type it again"),
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
    fn only_staff_write_down_what_does_not_come_by_the_pages() {
        let table = [
            (Source::Web, false, None),
            (Source::Phone, true, None),
            (Source::Whatsapp, true, None),
            (Source::Web, true, Some("REQUIRED")),
            (Source::Phone, false, Some("NOT_OFFERED")),
            (Source::Whatsapp, false, Some("NOT_OFFERED")),
        ];
        for (source, is_by_staff, expected) in table {
            let broken = check(|details| {
                details.source = source;
                details.staff_id = is_by_staff.then(Uuid::nil);
            });
            let told = broken.first().map(|(field, code, _)| (field.as_str(), *code));
            assert_eq!(
                told,
                expected.map(|code| ("source", code)),
                "{source:?} {is_by_staff}"
            );
        }
    }

    #[test]
    fn takes_an_order_of_a_caller_without_an_address_from_staff_alone() {
        let by_staff = |email: &str| CheckoutRequest {
            email: email.to_owned(),
            source: Source::Phone,
            staff_id: Some(Uuid::nil()),
            ..details()
        };
        let checkout = by_staff(" ").validate().expect("the caller has none");
        assert_eq!(checkout.details.email, "");
        assert!(
            by_staff("asha").validate().is_err(),
            "a typed address must be valid"
        );
        let of_shopper = check(|details| details.email.clear());
        assert_eq!(of_shopper[0].1, "REQUIRED");
    }

    #[test]
    fn violations_come_in_the_order_of_the_form() {
        let fields: Vec<_> = CheckoutRequest::default()
            .validate()
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
            texts in prop::collection::vec(".*", 7), quantity: i64, weight_in_grams: i32, total_paise: i64,
        ) {
            let details = CheckoutRequest {
                account_id: texts[6].clone(),
                full_name: texts[0].clone(),
                email: texts[1].clone(),
                mobile_number: texts[2].clone(),
                delivery_address: texts[3].clone(),
                pincode: texts[4].clone(),
                payment_method: None,
                total_paise,
                source: Source::Web,
                staff_id: None,
                client_address: texts[5].clone(),
                lines: vec![CheckoutLineRequest { product_id: texts[5].clone(), weight_in_grams, quantity, ..line() }],
            };
            let _ = details.validate();
        }
    }
}
