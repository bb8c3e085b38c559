//! The terms of a return, set by staff.

use runtime::status::{Rule, Violation, field};
use serde::{Deserialize, Serialize};
use values::Paragraphs;

/// The maximum length of an address, in characters, as for a delivery address.
const MAX_ADDRESS: usize = 500;

/// The minimum length of an address, in characters, as for a delivery address.
const MIN_ADDRESS: usize = 10;

/// The payer of the return parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Payer {
    /// The shopper, according to the returns policy.
    Shopper,
    /// The shop, because it was at fault.
    Shop,
}

impl Payer {
    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shopper => "shopper",
            Self::Shop => "shop",
        }
    }
}

/// The terms of a return.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnTerms {
    /// The address for the return parcel: 10 to 500 characters, with line breaks.
    pub send_to: String,
    /// The payer of the return parcel.
    pub paid_by: Payer,
}

impl ReturnTerms {
    /// Validates the input of staff. Adds errors to `violations`.
    pub fn parse(typed: &str, paid_by: Option<Payer>, violations: &mut Vec<Violation>) -> Option<Self> {
        let send_to = Paragraphs::<MAX_ADDRESS>::read(typed).map_err(|broken| broken.of("Address"));
        let send_to = send_to.and_then(|address| {
            let address = address.into_string();
            if address.chars().count() < MIN_ADDRESS {
                let rule = Rule::TooShort { min: MIN_ADDRESS };
                return Err(rule.says(format!(
                    "Address should be at least {MIN_ADDRESS} characters long"
                )));
            }
            Ok(address)
        });
        let send_to = field("return_terms.send_to", send_to, violations);
        let paid_by = paid_by.ok_or(Rule::Required.says("Choose who pays for the parcel"));
        let paid_by = field("return_terms.paid_by", paid_by, violations);
        Some(Self {
            send_to: send_to?,
            paid_by: paid_by?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_say_where_to_and_who_pays() {
        let read = |typed: &str, paid_by| {
            let mut violations = Vec::new();
            let terms = ReturnTerms::parse(typed, paid_by, &mut violations);
            let fields = violations
                .into_iter()
                .map(|violation| violation.field.into_owned());
            terms.ok_or(fields.collect::<Vec<_>>())
        };
        let terms = read(" 7 Mill Road\nSurat 395002 ", Some(Payer::Shop)).expect("it is an address");
        assert_eq!(terms.send_to, "7 Mill Road\nSurat 395002");
        assert_eq!(
            read("Surat", None),
            Err(vec![
                "return_terms.send_to".to_owned(),
                "return_terms.paid_by".to_owned()
            ])
        );
    }
}
