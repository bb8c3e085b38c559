//! The services' validation rules for shoppers' input, as far as a schema can express them. They serve
//! readers of the document and programs that build requests. Other rules (a common password, an expired code,
//! an invisible character) still fail with 422.

use utoipa::{
    Modify,
    openapi::{
        OpenApi, RefOr, Schema,
        schema::{Object, SchemaType},
    },
};

/// A property of a request, its lengths in characters, and its pattern.
type PropertyRule = (&'static str, &'static str, usize, usize, Option<&'static str>);

const EMAIL: &str = r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$";
/// The stored form. The services also accept `+91`, a leading 0, spaces and hyphens.
const MOBILE_NUMBER: &str = "^[1-9][0-9]{9}$";
const SIX_DIGITS: &str = "^[0-9]{6}$";
const NAME: &str = r"^\p{L}[\p{L}\p{M}]*( +\p{L}[\p{L}\p{M}]*)*$";
/// At least one character that is not a space.
const WRITTEN: &str = r"\S";
/// No space at either end, because it would be trimmed.
const TRIMMED: &str = r"^\S[\s\S]*\S$";
const SUBJECT: &str = "^(general inquiry|product information|order status|other)$";

const RULES: [PropertyRule; 37] = [
    ("Account", "email", 6, 254, Some(EMAIL)),
    ("Account", "mobileNumber", 10, 10, Some(MOBILE_NUMBER)),
    ("Account", "password", 6, 1_024, None),
    ("AccountChange", "mobileNumber", 10, 10, Some(MOBILE_NUMBER)),
    ("AccountChange", "password", 6, 1_024, None),
    ("AccountCode", "code", 6, 6, Some(SIX_DIGITS)),
    ("AddressDetails", "deliveryAddress", 10, 500, Some(TRIMMED)),
    ("AddressDetails", "fullname", 3, 30, Some(NAME)),
    ("AddressDetails", "mobilenumber", 10, 10, Some(MOBILE_NUMBER)),
    ("AddressDetails", "pincode", 6, 6, Some(SIX_DIGITS)),
    ("Checkout", "deliveryAddress", 10, 500, Some(TRIMMED)),
    ("Checkout", "email", 6, 254, Some(EMAIL)),
    ("Checkout", "fullname", 3, 30, Some(NAME)),
    ("Checkout", "mobilenumber", 10, 10, Some(MOBILE_NUMBER)),
    ("Checkout", "pincode", 6, 6, Some(SIX_DIGITS)),
    ("ContactMessage", "email", 6, 254, Some(EMAIL)),
    ("ContactMessage", "message", 1, 5_000, Some(WRITTEN)),
    ("ContactMessage", "name", 1, 100, Some(WRITTEN)),
    ("ContactMessage", "phone", 10, 10, Some(MOBILE_NUMBER)),
    ("ContactMessage", "subject", 5, 19, Some(SUBJECT)),
    ("Credentials", "email", 6, 254, Some(EMAIL)),
    ("Credentials", "password", 6, 1_024, None),
    ("EmailChange", "email", 6, 254, Some(EMAIL)),
    ("EmailChange", "password", 6, 1_024, None),
    ("EmailChangeCode", "code", 6, 6, Some(SIX_DIGITS)),
    ("ForgottenPassword", "email", 6, 254, Some(EMAIL)),
    ("NewPassword", "code", 6, 6, Some(SIX_DIGITS)),
    ("NewPassword", "email", 6, 254, Some(EMAIL)),
    ("NewPassword", "newPassword", 6, 1_024, None),
    ("OneTimeCode", "code", 6, 6, Some(SIX_DIGITS)),
    ("OneTimeCode", "email", 6, 254, Some(EMAIL)),
    ("PasswordChange", "newPassword", 6, 1_024, None),
    ("PasswordChange", "password", 6, 1_024, None),
    ("ReviewForm", "name", 1, 60, Some(WRITTEN)),
    ("ReviewForm", "review", 1, 2_000, Some(WRITTEN)),
    ("SessionsEnd", "password", 6, 1_024, None),
    ("StockAlert", "email", 6, 254, Some(EMAIL)),
];

/// Adds the rules to the document.
pub(crate) struct ValueRules;

impl Modify for ValueRules {
    fn modify(&self, document: &mut OpenApi) {
        for (schema, property, least, most, pattern) in RULES {
            let property = text(document, schema, property).expect("the rule names a text of the document");
            property.min_length = Some(least);
            property.max_length = Some(most);
            property.pattern = pattern.map(str::to_owned);
        }
    }
}

fn text<'a>(document: &'a mut OpenApi, schema: &str, property: &str) -> Option<&'a mut Object> {
    let schemas = &mut document.components.as_mut()?.schemas;
    let RefOr::T(Schema::Object(schema)) = schemas.get_mut(schema)? else {
        return None;
    };
    match schema.properties.get_mut(property)? {
        RefOr::T(Schema::Object(property)) if matches!(property.schema_type, SchemaType::Type(_)) => {
            Some(property)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use regex::Regex;
    use values::{Email, MobileNumber, PersonName, Pincode};

    use super::*;

    /// Checks that a rule's pattern accepts what the services accept, and nothing else.
    #[track_caller]
    fn check(pattern: &str, is_taken: impl Fn(&str) -> bool, samples: &[&str]) {
        let pattern = Regex::new(pattern).unwrap();
        for sample in samples {
            assert_eq!(pattern.is_match(sample), is_taken(sample), "{sample:?}");
        }
    }

    #[test]
    fn the_patterns_say_what_the_services_take() {
        let emails = [
            "",
            "asha",
            "asha@gmail.com",
            "Asha.Patel+shop@mail.example.co.in",
            "asha@localhost",
            "asha@127.0.0.1",
            "asha..patel@gmail.com",
            ".asha@gmail.com",
            "asha@-gmail.com",
            "asha@gmail-.com",
            "\"asha\"@gmail.com",
            "asha@gmail.com\nBcc: all@example.com",
            "vıctim@gmail.com",
        ];
        check(EMAIL, |text| Email::read(text).is_ok(), &emails);
        let numbers = [
            "",
            "9876543210",
            "987654321",
            "98765432101",
            "९८७६५४३२१०",
            "1234567890",
            "asha",
        ];
        check(MOBILE_NUMBER, |text| MobileNumber::read(text).is_ok(), &numbers);
        let pincodes = ["", "395007", "39500", "3950071", "३९५००७", "39500x"];
        check(SIX_DIGITS, |text| Pincode::read(text).is_ok(), &pincodes);
        let names = ["Asha Patel", "आशा पटेल", "Asha-Patel", "Asha 2", "Asha's", "O<b>"];
        check(NAME, |text| PersonName::read(text).is_ok(), &names);
    }
}
