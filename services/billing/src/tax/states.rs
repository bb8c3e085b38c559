//! The states and union territories, named as in the list of pincodes, with their GST codes.

use serde::{Deserialize, Serialize};

/// A state or union territory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Two digits, with which GSTINs of the state begin.
    pub code: String,
    /// Such as Gujarat.
    pub name: String,
}

/// The state codes, from the GST portal's list.
const STATES: [(&str, &str); 36] = [
    ("01", "Jammu and Kashmir"),
    ("02", "Himachal Pradesh"),
    ("03", "Punjab"),
    ("04", "Chandigarh"),
    ("05", "Uttarakhand"),
    ("06", "Haryana"),
    ("07", "Delhi"),
    ("08", "Rajasthan"),
    ("09", "Uttar Pradesh"),
    ("10", "Bihar"),
    ("11", "Sikkim"),
    ("12", "Arunachal Pradesh"),
    ("13", "Nagaland"),
    ("14", "Manipur"),
    ("15", "Mizoram"),
    ("16", "Tripura"),
    ("17", "Meghalaya"),
    ("18", "Assam"),
    ("19", "West Bengal"),
    ("20", "Jharkhand"),
    ("21", "Odisha"),
    ("22", "Chhattisgarh"),
    ("23", "Madhya Pradesh"),
    ("24", "Gujarat"),
    ("26", "Dadra and Nagar Haveli and Daman and Diu"),
    ("27", "Maharashtra"),
    ("29", "Karnataka"),
    ("30", "Goa"),
    ("31", "Lakshadweep"),
    ("32", "Kerala"),
    ("33", "Tamil Nadu"),
    ("34", "Puducherry"),
    ("35", "Andaman and Nicobar Islands"),
    ("36", "Telangana"),
    ("37", "Andhra Pradesh"),
    ("38", "Ladakh"),
];

/// Union territories without a legislature. Their half of the tax is UTGST.
const WITHOUT_LEGISLATURE: [&str; 5] = ["04", "26", "31", "35", "38"];

impl State {
    /// The state with this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        let mut known = STATES.iter();
        known
            .find(|(_, known)| known.eq_ignore_ascii_case(name))
            .map(Self::of)
    }

    /// The state of a GSTIN, from its first two digits.
    pub fn of_gstin(gstin: &str) -> Option<Self> {
        let code = gstin.get(..2)?;
        STATES.iter().find(|(known, _)| *known == code).map(Self::of)
    }

    /// The state in an address. The last one if there are several.
    pub fn of_address(lines: &[String]) -> Option<Self> {
        let text = lines.join(" ").to_lowercase();
        let named = STATES.iter().filter_map(|state| {
            let place = text.rfind(&state.1.to_lowercase())?;
            Some((place, state))
        });
        named
            .max_by_key(|(place, _)| *place)
            .map(|(_, state)| Self::of(state))
    }

    /// The name of the state's half of the tax.
    pub fn half_name(&self) -> &'static str {
        if WITHOUT_LEGISLATURE.contains(&&*self.code) {
            "UTGST"
        } else {
            "SGST"
        }
    }

    /// The form in tax returns: 24-Gujarat.
    pub fn place_of_supply(&self) -> String {
        format!("{}-{}", self.code, self.name)
    }

    fn of((code, name): &(&str, &str)) -> Self {
        Self {
            code: (*code).to_owned(),
            name: (*name).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_known_by_its_name_by_a_gstin_and_by_an_address() {
        let code = |state: Option<State>| state.map(|state| state.code);
        assert_eq!(code(State::named(" gujarat ")).as_deref(), Some("24"));
        assert_eq!(code(State::named("Gujarat, India")), None);
        assert_eq!(code(State::of_gstin("27AAPFU0939F1ZV")).as_deref(), Some("27"));
        assert_eq!(code(State::of_gstin("00AAAAA0000A0A0")), None);
        assert_eq!(code(State::of_gstin("")), None);
        let address = ["12 Goa Street".to_owned(), "Surat 395007, Gujarat".to_owned()];
        assert_eq!(code(State::of_address(&address)).as_deref(), Some("24"));
        assert_eq!(code(State::of_address(&[])), None);
    }

    /// The list of pincodes must name the same states, or invoices have the wrong tax.
    #[test]
    fn every_state_of_the_pincodes_is_known() {
        let list = include_str!("../../../order/seed/pincodes.txt");
        let states: std::collections::BTreeSet<_> = list
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split('|').next())
            .collect();
        assert_eq!(states.len(), STATES.len());
        for name in states {
            assert!(State::named(name).is_some(), "{name}");
        }
    }

    #[test]
    fn territories_without_a_legislature_have_a_tax_of_their_own() {
        let half = |name| State::named(name).expect("it is known").half_name();
        assert_eq!(
            [half("Gujarat"), half("Delhi"), half("Ladakh")],
            ["SGST", "SGST", "UTGST"]
        );
    }
}
