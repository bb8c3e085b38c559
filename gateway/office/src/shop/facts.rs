//! What the shop says of itself.

use proto::catalog::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Error, answer::money::Rupees};

/// What the shop says of itself. What the law wants on every page must be there.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ShopFacts {
    /// What it is called.
    #[schema(min_length = 1, max_length = 40, example = "Vanmool")]
    name: String,
    /// The same in Hindi.
    #[schema(max_length = 40)]
    hindi_name: String,
    /// One short line below the name.
    #[schema(max_length = 80)]
    tagline: String,
    /// Who sells, by law.
    #[schema(min_length = 1, max_length = 100)]
    legal_name: String,
    /// Where, in lines of at most 80 characters.
    #[schema(min_items = 1, max_items = 5)]
    address_lines: Vec<String>,
    /// Where calls are taken: an Indian number. This or `email` must be there.
    #[schema(example = "+912612345678")]
    phone: String,
    /// Where chats are taken, as `phone`; empty for nowhere.
    whatsapp: String,
    /// Where mail is taken. This or `phone` must be there.
    email: String,
    /// When somebody answers.
    #[schema(max_length = 100, example = "Monday to Saturday, 10 am to 6 pm")]
    care_hours: String,
    /// Days on which nothing is packed or sent, beside Sundays.
    #[schema(max_items = 60, example = json!(["2026-11-01"]))]
    holidays: Vec<String>,
    /// Number of the licence of the Food Safety and Standards Authority.
    #[schema(example = "10712034000123")]
    food_licence: String,
    /// The GSTIN; empty for a shop below the threshold.
    gstin: String,
    /// Where its goods come from.
    #[schema(min_length = 1, max_length = 60, example = "India")]
    country_of_origin: String,
    /// How long its goods keep.
    #[schema(min_length = 1, max_length = 60, example = "12 months from packing")]
    best_before: String,
    /// What the way to a shopper costs where nothing else is decided for a pincode, whole rupees up to 100.
    delivery: Rupees,
    /// What cash at the door costs where nothing else is decided, whole rupees up to 100.
    cod_fee: Rupees,
    /// Up to which price of the goods cash is taken at the door, whole rupees up to 199,999; 0 for any.
    cod_limit: Rupees,
    /// Where it is found beside itself, once a network.
    #[schema(max_items = 3)]
    social_links: Vec<SocialLink>,
    /// Whether every review is shown only once staff have read it; else only those that may hold a forbidden claim or contact details
    /// are held.
    holds_reviews: bool,
    /// The UPI id to which shoppers pay who pay later; empty for none.
    #[schema(example = "shop@bank")]
    upi_id: String,
    /// The bank account to which they pay; null for none.
    #[schema(required)]
    bank_account: Option<BankAccount>,
}

/// A bank account in India.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
struct BankAccount {
    /// Whose it is.
    #[schema(min_length = 1, max_length = 100)]
    holder: String,
    /// 9 to 18 digits.
    #[schema(example = "123456789012")]
    number: String,
    /// The branch's IFSC.
    #[schema(example = "HDFC0000001")]
    ifsc: String,
}

/// Where the shop is found.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
struct SocialLink {
    /// Which.
    network: SocialNetwork,
    /// The address, https.
    #[schema(max_length = 200)]
    url: String,
}

/// A network on which the shop is found.
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

    fn read(name: &str) -> Option<Self> {
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
    /// Reads what the catalog says of the shop.
    pub(super) fn read(told: contract::ShopFacts) -> Result<Self, Error> {
        let unknown = || Error::internal("the catalog tells of a network that nobody knows");
        let links = told.social_links.into_iter().map(|link| {
            let network = SocialNetwork::read(&link.network).ok_or_else(unknown)?;
            let url = link.url;
            Ok::<_, Error>(SocialLink { network, url })
        });
        Ok(Self {
            name: told.name,
            hindi_name: told.hindi_name,
            tagline: told.tagline,
            legal_name: told.legal_name,
            address_lines: told.address_lines,
            phone: told.phone,
            whatsapp: told.whatsapp,
            email: told.email,
            care_hours: told.care_hours,
            holidays: told.holidays,
            food_licence: told.food_licence,
            gstin: told.gstin,
            country_of_origin: told.country_of_origin,
            best_before: told.best_before,
            delivery: Rupees::from_paise(told.delivery_paise),
            cod_fee: Rupees::from_paise(told.cod_fee_paise),
            cod_limit: Rupees::from_paise(told.cod_limit_paise),
            social_links: links.collect::<Result<_, _>>()?,
            holds_reviews: told.holds_reviews,
            upi_id: told.upi_id,
            bank_account: told.bank_account.map(|account| BankAccount {
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
