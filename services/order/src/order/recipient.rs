//! The recipient and address of an order, and their validation. The messages come from the product
//! specification.

use runtime::status::{Broken, Rule, Violation, field};
use values::{MobileNumber, Paragraphs, PersonName, Pincode};

use crate::order::record::OrderDetails;

/// The minimum length of an address, in characters (product specification).
const MIN_ADDRESS: usize = 10;

/// The maximum length of an address, in characters. It exceeds any parcel label.
const MAX_ADDRESS: usize = 500;

/// The recipient and address of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// The full name: letters and spaces, 3 to 30 characters.
    pub full_name: String,
    /// The mobile number, ten digits.
    pub mobile_number: String,
    /// The delivery address, 10 to 500 characters.
    pub delivery_address: String,
    /// The pincode, six digits.
    pub pincode: String,
}

impl Recipient {
    /// Validates the input. Adds errors to `violations`, in the order of the form.
    pub fn parse(typed: &Self, violations: &mut Vec<Violation>) -> Option<Self> {
        let name = field("full_name", full_name(&typed.full_name), violations);
        let number = field("mobile_number", mobile_number(&typed.mobile_number), violations);
        let address = delivery_address(&typed.delivery_address);
        let address = field("delivery_address", address, violations);
        let pincode = field("pincode", pincode(&typed.pincode), violations);
        Some(Self {
            full_name: name?,
            mobile_number: number?,
            delivery_address: address?,
            pincode: pincode?,
        })
    }

    /// Returns true if the order already has this recipient and address.
    pub fn is_of(&self, details: &OrderDetails) -> bool {
        let of_order = (
            &details.full_name,
            &details.mobile_number,
            &details.delivery_address,
            &details.pincode,
        );
        of_order
            == (
                &self.full_name,
                &self.mobile_number,
                &self.delivery_address,
                &self.pincode,
            )
    }
}

/// Validates a name.
pub fn full_name(typed: &str) -> Result<String, Broken> {
    let name = PersonName::read(typed).map_err(|rule| match rule {
        Rule::NotAllowedCharacters => {
            rule.says("Enter a valid name (3-30 characters). Use letters and spaces only, such as Dr S Rao.")
        }
        _ => unread("Name", rule, "Enter a valid name (3-30 characters)"),
    })?;
    Ok(name.into_string())
}

/// Validates a mobile number, in any notation.
pub fn mobile_number(typed: &str) -> Result<String, Broken> {
    let number = MobileNumber::read(typed)
        .map_err(|rule| unread("Mobile number", rule, "Enter a valid 10-digit mobile number"))?;
    Ok(number.into_string())
}

/// Validates a delivery address.
pub fn delivery_address(typed: &str) -> Result<String, Broken> {
    let address = Paragraphs::<MAX_ADDRESS>::read(typed).map_err(|broken| broken.of("Address"))?;
    if address.as_str().chars().count() < MIN_ADDRESS {
        let message = format!("Address should be at least {MIN_ADDRESS} characters long");
        return Err(Rule::TooShort { min: MIN_ADDRESS }.says(message));
    }
    Ok(address.into_string())
}

/// Validates the form of a pincode, not its existence.
pub fn pincode(typed: &str) -> Result<String, Broken> {
    let pincode =
        Pincode::read(typed).map_err(|rule| unread("Pincode", rule, "Enter a valid 6-digit pincode"))?;
    Ok(pincode.into_string())
}

/// Returns the message for a missing or invalid value.
pub fn unread(label: &str, rule: Rule, broken: &'static str) -> Broken {
    if rule == Rule::Required {
        rule.says(format!("{label} is required"))
    } else {
        rule.says(broken)
    }
}
