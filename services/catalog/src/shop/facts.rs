//! What the shop says of itself. Pure.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

/// The shop and how often it was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shop {
    /// Counts its changes, from 1.
    pub version: i32,
    /// Whether it says what a new shop begins with.
    pub is_sample: bool,
    /// What it says.
    pub facts: Facts,
}

/// What the shop says of itself. It is kept as it stands here, so a field that comes later needs a default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// What it is called.
    pub name: String,
    /// The same in Hindi; may be empty.
    pub hindi_name: String,
    /// One short line below the name; may be empty.
    pub tagline: String,
    /// Who sells, by law.
    pub legal_name: String,
    /// Where.
    pub address_lines: Vec<String>,
    /// Where calls are taken: "+91" and ten digits; empty where mail is taken alone.
    pub phone: String,
    /// Where chats are taken, as phone; may be empty.
    pub whatsapp: String,
    /// Where mail is taken; empty where calls are taken alone.
    pub email: String,
    /// When somebody answers; may be empty.
    pub care_hours: String,
    /// Days on which nothing is packed or sent, beside Sundays, such as 2026-11-01; the earliest first.
    pub holidays: Vec<String>,
    /// Number of the licence of the Food Safety and Standards Authority.
    pub food_licence: String,
    /// The GSTIN; empty for a shop below the threshold.
    pub gstin: String,
    /// Where its goods come from.
    pub country_of_origin: String,
    /// How long its goods keep.
    pub best_before: String,
    /// What the way to a shopper costs where nothing else is decided, in paise.
    pub delivery_paise: i64,
    /// What cash at the door costs where nothing else is decided, in paise.
    pub cod_fee_paise: i64,
    /// Up to which price of the goods cash is taken at the door, in paise; 0 for any.
    pub cod_limit_paise: i64,
    /// Where it is found beside itself.
    pub social_links: Vec<SocialLink>,
    /// Whether every review is shown only once staff have read it.
    #[serde(default)]
    pub holds_reviews: bool,
    /// The UPI id to which shoppers pay who pay later; may be empty.
    #[serde(default)]
    pub upi_id: String,
    /// The bank account to which they pay.
    #[serde(default)]
    pub bank_account: Option<BankAccount>,
}

/// A bank account in India.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccount {
    /// Whose it is.
    pub holder: String,
    /// 9 to 18 digits.
    pub number: String,
    /// The branch's IFSC.
    pub ifsc: String,
}

/// Where the shop is found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocialLink {
    /// One of the networks that the pages have a picture for.
    pub network: String,
    /// The address, https.
    pub url: String,
}

/// A change of the shop.
#[derive(Debug, Clone)]
pub struct ShopChange {
    /// The version that it made.
    pub version: i32,
    /// When.
    pub changed_at: OffsetDateTime,
    /// The id of one of the staff; none when a new shop began with it.
    pub staff_id: Option<Uuid>,
    /// The fields that it changed, as the contract calls them.
    pub fields: Vec<String>,
}

impl Facts {
    /// What a new shop begins with. Numbers and addresses are invented and break the rules, so that nobody can keep them unseen.
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

    /// The fields that differ, as the contract calls them.
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
