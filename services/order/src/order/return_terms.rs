//! How packs that the shop takes back come to it, as its staff say.

use runtime::status::{Rule, Violation, field};
use serde::{Deserialize, Serialize};
use values::Paragraphs;

/// Characters of an address at most, as of a delivery address.
const MAX_ADDRESS: usize = 500;

/// Characters of an address at least, as of a delivery address.
const MIN_ADDRESS: usize = 10;

/// Who pays for the parcel of a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Payer {
    /// The shopper, as the returns policy says.
    Shopper,
    /// The shop, whose fault it was.
    Shop,
}

impl Payer {
    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shopper => "shopper",
            Self::Shop => "shop",
        }
    }
}

/// How packs come back to the shop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnTerms {
    /// Where the shopper sends them: 10 to 500 characters, with line breaks.
    pub send_to: String,
    /// Who pays for their parcel.
    pub paid_by: Payer,
}

impl ReturnTerms {
    /// Reads what staff typed; what is wrong with it joins `violations`.
    pub fn read(typed: &str, paid_by: Option<Payer>, violations: &mut Vec<Violation>) -> Option<Self> {
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
        let paid_by = paid_by.ok_or(Rule::Required.says("Say who pays for the parcel"));
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
            let terms = ReturnTerms::read(typed, paid_by, &mut violations);
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
