//! Stock alerts: shoppers who asked to be told when a pack is back in stock.

use runtime::status::{Rule, Violation, field};
use values::Email;

use crate::pack::{Pack, PackDetails};

/// A stock alert of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertDetails {
    /// The pack.
    pub pack: PackDetails,
    /// The address for the mail.
    pub email: String,
}

/// A stock alert: a pack, and the address for the mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alert {
    /// The pack.
    pub pack: Pack,
    /// The address for the mail.
    pub email: Email,
}

/// Parses a request. Fails with everything that is wrong with it.
pub fn validate(details: &AlertDetails) -> Result<Alert, Vec<Violation>> {
    let mut violations = Vec::new();
    let pack = Pack::parse_fields(&details.pack, "", &mut violations);
    let email = Email::read(&details.email).map_err(|rule| {
        rule.says(match rule {
            Rule::Required => "Email is required",
            _ => "Enter a valid email address",
        })
    });
    let email = field("email", email, &mut violations);
    pack.zip(email)
        .map(|(pack, email)| Alert { pack, email })
        .ok_or(violations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(email: &str, product_id: &str) -> AlertDetails {
        AlertDetails {
            pack: PackDetails {
                product_id: product_id.to_owned(),
                weight_in_grams: 100,
            },
            email: email.to_owned(),
        }
    }

    const KARELA: &str = "0192f3a0-7c00-7000-8000-000000000001";

    #[test]
    fn a_wish_names_a_pack_and_an_address() {
        let alert = validate(&details(" Asha@Example.com", KARELA)).expect("both are right");
        assert_eq!(alert.email.as_str(), "asha@example.com");
        let broken = |details| validate(&details).expect_err("something is wrong");
        let fields = |details| -> Vec<_> {
            let broken = broken(details).into_iter();
            broken.map(|violation| violation.field.into_owned()).collect()
        };
        assert_eq!(fields(details("asha", "karela")), ["product_id", "email"]);
        assert_eq!(broken(details("", KARELA))[0].message(), "Email is required");
    }
}
