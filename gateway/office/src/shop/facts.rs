//! The content of the shop profile.

use proto::catalog::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Error, answer::money::Rupees};

/// The content of the shop profile. The fields that the law requires on every page are required.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ShopFacts {
    /// The shop's name.
    #[schema(min_length = 1, max_length = 40, example = "Vanmool")]
    name: String,
    /// The shop's name in Hindi.
    #[schema(max_length = 40)]
    hindi_name: String,
    /// One short line below the name.
    #[schema(max_length = 80)]
    tagline: String,
    /// The legal name of the seller.
    #[schema(min_length = 1, max_length = 100)]
    legal_name: String,
    /// The address, in lines of at most 80 characters.
    #[schema(min_items = 1, max_items = 5)]
    address_lines: Vec<String>,
    /// The Indian phone number for calls. This or `email` is required.
    #[schema(example = "+912612345678")]
    phone: String,
    /// The `WhatsApp` number, in the format of `phone`; empty if there is none.
    whatsapp: String,
    /// The email address. This or `phone` is required.
    email: String,
    /// The hours of customer care.
    #[schema(max_length = 100, example = "Monday to Saturday, 10 am to 6 pm")]
    care_hours: String,
    /// Days without packing and shipping, beside Sundays.
    #[schema(max_items = 60, example = json!(["2026-11-01"]))]
    holidays: Vec<String>,
    /// The FSSAI licence number.
    #[schema(example = "10712034000123")]
    food_licence: String,
    /// The GSTIN; empty for a shop below the threshold.
    gstin: String,
    /// The country of origin of the goods.
    #[schema(min_length = 1, max_length = 60, example = "India")]
    country_of_origin: String,
    /// The shelf life of the goods.
    #[schema(min_length = 1, max_length = 60, example = "12 months from packing")]
    best_before: String,
    /// The default delivery charge, in whole rupees up to 100. Pincodes may have their own.
    delivery: Rupees,
    /// The default COD fee, in whole rupees up to 100. Pincodes may have their own.
    cod_fee: Rupees,
    /// The highest price of the goods for cash on delivery, in whole rupees up to 199,999; 0 for no limit.
    cod_limit: Rupees,
    /// The shop's pages on social networks, one per network.
    #[schema(max_items = 3)]
    social_links: Vec<SocialLink>,
    /// True to hold every review until staff have read it. If false, only reviews with possible forbidden
    /// claims or contact details are held.
    holds_reviews: bool,
    /// The UPI id for pay-later orders; empty if there is none.
    #[schema(example = "shop@bank")]
    upi_id: String,
    /// The bank account for pay-later orders; null if there is none.
    #[schema(required)]
    bank_account: Option<BankAccount>,
}

/// A bank account in India.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
struct BankAccount {
    /// The account holder.
    #[schema(min_length = 1, max_length = 100)]
    holder: String,
    /// 9 to 18 digits.
    #[schema(example = "123456789012")]
    number: String,
    /// The branch's IFSC.
    #[schema(example = "HDFC0000001")]
    ifsc: String,
}

/// A page of the shop on a social network.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
struct SocialLink {
    /// The network.
    network: SocialNetwork,
    /// The https address of the page.
    #[schema(max_length = 200)]
    url: String,
}

/// A social network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SocialNetwork {
    /// Instagram.
    Instagram,
    /// Facebook.
    Facebook,
    /// `YouTube`.
    Youtube,
}

impl SocialNetwork {
    const ALL: [(Self, &str); 3] = [
        (Self::Instagram, "instagram"),
        (Self::Facebook, "facebook"),
        (Self::Youtube, "youtube"),
    ];

    fn parse(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, known)| *known == name).map(|(network, _)| network)
    }

    fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(network, _)| *network == self)
            .map_or("", |(_, name)| name)
    }
}

impl ShopFacts {
    /// Converts the catalog's shop profile.
    pub(super) fn from_contract(message: contract::ShopFacts) -> Result<Self, Error> {
        let unknown = || Error::internal("the catalog tells of an unknown network");
        let links = message.social_links.into_iter().map(|link| {
            let network = SocialNetwork::parse(&link.network).ok_or_else(unknown)?;
            let url = link.url;
            Ok::<_, Error>(SocialLink { network, url })
        });
        Ok(Self {
            name: message.name,
            hindi_name: message.hindi_name,
            tagline: message.tagline,
            legal_name: message.legal_name,
            address_lines: message.address_lines,
            phone: message.phone,
            whatsapp: message.whatsapp,
            email: message.email,
            care_hours: message.care_hours,
            holidays: message.holidays,
            food_licence: message.food_licence,
            gstin: message.gstin,
            country_of_origin: message.country_of_origin,
            best_before: message.best_before,
            delivery: Rupees::from_paise(message.delivery_paise),
            cod_fee: Rupees::from_paise(message.cod_fee_paise),
            cod_limit: Rupees::from_paise(message.cod_limit_paise),
            social_links: links.collect::<Result<_, _>>()?,
            holds_reviews: message.holds_reviews,
            upi_id: message.upi_id,
            bank_account: message.bank_account.map(|account| BankAccount {
                holder: account.holder,
                number: account.number,
                ifsc: account.ifsc,
            }),
        })
    }
}

impl From<ShopFacts> for contract::ShopFacts {
    fn from(facts: ShopFacts) -> Self {
        let links = facts.social_links.into_iter().map(|link| contract::SocialLink {
            network: link.network.name().to_owned(),
            url: link.url,
        });
        Self {
            name: facts.name,
            hindi_name: facts.hindi_name,
            tagline: facts.tagline,
            legal_name: facts.legal_name,
            address_lines: facts.address_lines,
            phone: facts.phone,
            whatsapp: facts.whatsapp,
            email: facts.email,
            care_hours: facts.care_hours,
            holidays: facts.holidays,
            food_licence: facts.food_licence,
            gstin: facts.gstin,
            country_of_origin: facts.country_of_origin,
            best_before: facts.best_before,
            delivery_paise: facts.delivery.paise,
            cod_fee_paise: facts.cod_fee.paise,
            cod_limit_paise: facts.cod_limit.paise,
            social_links: links.collect(),
            is_sample: false,
            holds_reviews: facts.holds_reviews,
            upi_id: facts.upi_id,
            bank_account: facts.bank_account.map(|account| contract::BankAccount {
                holder: account.holder,
                number: account.number,
                ifsc: account.ifsc,
            }),
        }
    }
}
