//! The shop profile. Pure.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

/// The shop profile with its version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shop {
    /// The version, from 1.
    pub version: i32,
    /// True if it is still the sample profile of a new shop.
    pub is_sample: bool,
    /// The profile.
    pub facts: Facts,
}

/// The shop profile. It is stored in this form, so a new field needs a default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The shop's name.
    pub name: String,
    /// The name in Hindi; may be empty.
    pub hindi_name: String,
    /// A short line below the name; may be empty.
    pub tagline: String,
    /// The legal name of the seller.
    pub legal_name: String,
    /// The address of the seller.
    pub address_lines: Vec<String>,
    /// The phone number: "+91" and ten digits; empty if there is only an email address.
    pub phone: String,
    /// The number for chats, in the format of the phone number; may be empty.
    pub whatsapp: String,
    /// The email address; empty if there is only a phone number.
    pub email: String,
    /// The hours of customer care; may be empty.
    pub care_hours: String,
    /// The days without packing and shipping, in addition to Sundays, for example 2026-11-01; the earliest
    /// first.
    pub holidays: Vec<String>,
    /// The licence number of the Food Safety and Standards Authority.
    pub food_licence: String,
    /// The GSTIN; empty for a shop below the threshold.
    pub gstin: String,
    /// The country of origin of the goods.
    pub country_of_origin: String,
    /// The shelf life of the goods, as text.
    pub best_before: String,
    /// The default delivery charge, in paise.
    pub delivery_paise: i64,
    /// The default fee for COD, in paise.
    pub cod_fee_paise: i64,
    /// The default maximum price of the goods for COD, in paise; 0 for any.
    pub cod_limit_paise: i64,
    /// The shop's pages on social networks.
    pub social_links: Vec<SocialLink>,
    /// True if staff approve each review before it is shown.
    #[serde(default)]
    pub holds_reviews: bool,
    /// The UPI id for shoppers who pay later; may be empty.
    #[serde(default)]
    pub upi_id: String,
    /// The bank account for shoppers who pay later.
    #[serde(default)]
    pub bank_account: Option<BankAccount>,
}

/// A bank account in India.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccount {
    /// The account holder.
    pub holder: String,
    /// The account number, 9 to 18 digits.
    pub number: String,
    /// The branch's IFSC.
    pub ifsc: String,
}

/// A page on a social network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocialLink {
    /// The network; the front end has an icon for it.
    pub network: String,
    /// The URL, https.
    pub url: String,
}

/// A change of the shop profile.
#[derive(Debug, Clone)]
pub struct ShopChange {
    /// The version after the change.
    pub version: i32,
    /// The time.
    pub changed_at: OffsetDateTime,
    /// The staff member's id; `None` for the sample profile.
    pub staff_id: Option<Uuid>,
    /// The changed fields, as named in the contract.
    pub fields: Vec<String>,
}

impl Facts {
    /// The sample profile. Its numbers and addresses are invented and break the rules, so that staff cannot
    /// save them by accident.
    pub fn samples() -> Self {
        let text = str::to_owned;
        let link = |network: &str| SocialLink {
            network: network.to_owned(),
            url: format!("https://{network}.example/vanmool"),
        };
        let address = [
            "14 Sample Mill Compound",
            "Ring Road, Surat 395002",
            "Gujarat, India",
        ];
        Self {
            name: text("Vanmool"),
            hindi_name: text("वनमूल"),
            tagline: text("Herbal powders, stone-milled in Surat"),
            legal_name: text("Vanmool Herbals (sample)"),
            address_lines: address.map(text).to_vec(),
            phone: text("+910000000000"),
            whatsapp: text("+910000000000"),
            email: text("care@vanmool.example"),
            care_hours: text("Monday to Saturday, 10 am to 6 pm"),
            holidays: Vec::new(),
            food_licence: text("00000000000000"),
            gstin: text("00AAAAA0000A0A0"),
            country_of_origin: text("India"),
            best_before: text("12 months from packing"),
            delivery_paise: 0,
            cod_fee_paise: 5_000,
            cod_limit_paise: 1_000_000,
            social_links: ["instagram", "facebook", "youtube"].map(link).to_vec(),
            holds_reviews: false,
            upi_id: String::new(),
            bank_account: None,
        }
    }

    /// Returns the fields that differ, as named in the contract.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let fields = [
            ("name", self.name == other.name),
            ("hindi_name", self.hindi_name == other.hindi_name),
            ("tagline", self.tagline == other.tagline),
            ("legal_name", self.legal_name == other.legal_name),
            ("address_lines", self.address_lines == other.address_lines),
            ("phone", self.phone == other.phone),
            ("whatsapp", self.whatsapp == other.whatsapp),
            ("email", self.email == other.email),
            ("care_hours", self.care_hours == other.care_hours),
            ("holidays", self.holidays == other.holidays),
            ("food_licence", self.food_licence == other.food_licence),
            ("gstin", self.gstin == other.gstin),
            (
                "country_of_origin",
                self.country_of_origin == other.country_of_origin,
            ),
            ("best_before", self.best_before == other.best_before),
            ("delivery_paise", self.delivery_paise == other.delivery_paise),
            ("cod_fee_paise", self.cod_fee_paise == other.cod_fee_paise),
            ("cod_limit_paise", self.cod_limit_paise == other.cod_limit_paise),
            ("social_links", self.social_links == other.social_links),
            ("holds_reviews", self.holds_reviews == other.holds_reviews),
            ("upi_id", self.upi_id == other.upi_id),
            ("bank_account", self.bank_account == other.bank_account),
        ];
        let different = fields.into_iter().filter(|(_, is_same)| !is_same);
        different.map(|(field, _)| field.to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_that_differs_is_named() {
        let samples = Facts::samples();
        assert_eq!(samples.differences(&samples), Vec::<String>::new());
        let mut fields = serde_json::to_value(&samples).expect("facts are JSON");
        let fields = fields.as_object_mut().expect("facts are an object");
        let mut named = samples.differences(&Facts {
            delivery_paise: 100,
            holidays: vec!["2026-11-01".to_owned()],
            holds_reviews: true,
            upi_id: "shop@bank".to_owned(),
            bank_account: Some(BankAccount {
                holder: "Vanmool Herbals".to_owned(),
                number: "123456789".to_owned(),
                ifsc: "HDFC0000001".to_owned(),
            }),
            ..Facts::default()
        });
        named.sort();
        let mut all: Vec<_> = fields.keys().cloned().collect();
        all.sort();
        assert_eq!(named, all);
    }
}
