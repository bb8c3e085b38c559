//! A saved address and its validation. The rules are those of checkout, so that it can be chosen there. The
//! error texts are those of the product specification.

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;
use values::{MobileNumber, Paragraphs, PersonName, Pincode};

/// The maximum number of addresses per account: more than a family sends parcels to.
pub const MOST: i64 = 10;

/// The minimum length of an address in characters (product specification).
const MIN_ADDRESS: usize = 10;

/// The maximum length of an address in characters: more than any parcel label holds.
const MAX_ADDRESS: usize = 500;

/// An unvalidated address; [`AddressDetails::validate`] makes an [`Address`] of it.
#[derive(Clone, Default)]
pub struct AddressDetails {
    /// A UUID; empty for a new one.
    pub id: String,
    /// The recipient of the parcel.
    pub full_name: String,
    /// Ten digits, in any notation.
    pub mobile_number: String,
    /// The street address.
    pub delivery_address: String,
    /// Six digits.
    pub pincode: String,
    /// True to make it the default.
    pub is_default: bool,
}

/// A validated address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// A UUID, version 7.
    pub id: Uuid,
    /// The recipient of the parcel.
    pub full_name: String,
    /// Ten digits.
    pub mobile_number: String,
    /// 10 to 500 characters.
    pub delivery_address: String,
    /// Six digits.
    pub pincode: String,
    /// True if it is, or becomes, the account's default.
    pub is_default: bool,
}

impl AddressDetails {
    /// Validates the values. Returns every violation, in the order of the form. A new address gets an id.
    pub fn validate(self) -> Result<Address, Vec<Violation>> {
        let mut violations = Vec::new();
        let id = field("address.address_id", id(&self.id), &mut violations);
        let full_name = PersonName::read(&self.full_name).map_err(|rule| match rule {
            Rule::NotAllowedCharacters => rule
                .says("Enter a valid name (3-30 characters). Use letters and spaces only, such as Dr S Rao."),
            _ => unread("Name", rule, "Enter a valid name (3-30 characters)"),
        });
        let full_name = field("address.full_name", full_name, &mut violations);
        let mobile_number = MobileNumber::read(&self.mobile_number)
            .map_err(|rule| unread("Mobile number", rule, "Enter a valid 10-digit mobile number"));
        let mobile_number = field("address.mobile_number", mobile_number, &mut violations);
        let delivery_address = delivery_address(&self.delivery_address);
        let delivery_address = field("address.delivery_address", delivery_address, &mut violations);
        let pincode = Pincode::read(&self.pincode)
            .map_err(|rule| unread("Pincode", rule, "Enter a valid 6-digit pincode"));
        let pincode = field("address.pincode", pincode, &mut violations);
        match (id, full_name, mobile_number, delivery_address, pincode) {
            (Some(id), Some(full_name), Some(mobile_number), Some(delivery_address), Some(pincode)) => {
                Ok(Address {
                    id,
                    full_name: full_name.into_string(),
                    mobile_number: mobile_number.into_string(),
                    delivery_address: delivery_address.into_string(),
                    pincode: pincode.into_string(),
                    is_default: self.is_default,
                })
            }
            _ => Err(violations),
        }
    }
}

fn id(sent: &str) -> Result<Uuid, Broken> {
    if sent.is_empty() {
        return Ok(Uuid::now_v7());
    }
    Uuid::parse_str(sent).map_err(|_| Rule::Malformed.says("This is not the id of an address"))
}

/// The error text for a missing or invalid value.
fn unread(label: &str, rule: Rule, broken: &'static str) -> Broken {
    if rule == Rule::Required {
        rule.says(format!("{label} is required"))
    } else {
        rule.says(broken)
    }
}

fn delivery_address(typed: &str) -> Result<Paragraphs<MAX_ADDRESS>, Broken> {
    let address = Paragraphs::read(typed).map_err(|broken| broken.of("Address"))?;
    if address.as_str().chars().count() < MIN_ADDRESS {
        let message = format!("Address should be at least {MIN_ADDRESS} characters long");
        return Err(Rule::TooShort { min: MIN_ADDRESS }.says(message));
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> AddressDetails {
        AddressDetails {
            id: String::new(),
            full_name: " Asha Patel ".to_owned(),
            mobile_number: "+91 98765-43210".to_owned(),
            delivery_address: "12 Ring Road,\r\nSurat".to_owned(),
            pincode: " 395007".to_owned(),
            is_default: false,
        }
    }

    #[test]
    fn a_good_address_is_kept_as_a_checkout_keeps_it() {
        let address = details().validate().expect("it keeps every rule");
        assert_eq!(
            (address.full_name.as_str(), address.mobile_number.as_str()),
            ("Asha Patel", "9876543210")
        );
        assert_eq!(
            (address.delivery_address.as_str(), address.pincode.as_str()),
            ("12 Ring Road,\nSurat", "395007")
        );
    }

    #[test]
    fn every_rule_has_its_words() {
        let broken = AddressDetails {
            id: "home".to_owned(),
            ..AddressDetails::default()
        };
        let found = broken.validate().expect_err("every rule is broken");
        let found: Vec<_> = found
            .iter()
            .map(|violation| (violation.field.as_ref(), violation.message()))
            .collect();
        assert_eq!(
            found,
            [
                ("address.address_id", "This is not the id of an address"),
                ("address.full_name", "Name is required"),
                ("address.mobile_number", "Mobile number is required"),
                ("address.delivery_address", "Address is required"),
                ("address.pincode", "Pincode is required"),
            ]
        );
        let dotted = AddressDetails {
            full_name: "Dr. S. O'Brien-Rao".to_owned(),
            ..details()
        };
        let found = dotted.validate().expect_err("a name has letters and spaces only");
        assert_eq!(
            found[0].message(),
            "Enter a valid name (3-30 characters). Use letters and spaces only, such as Dr S Rao."
        );
        let short = AddressDetails {
            full_name: "Al".to_owned(),
            delivery_address: "Surat".to_owned(),
            ..details()
        };
        let found = short.validate().expect_err("two rules are broken");
        let found: Vec<_> = found.iter().map(Violation::message).collect();
        assert_eq!(
            found,
            [
                "Enter a valid name (3-30 characters)",
                "Address should be at least 10 characters long"
            ]
        );
    }
}
