//! The shop profile in the form that pages show.

use proto::catalog::v1;
use serde::{Deserialize, Serialize};

/// The most lines of an address, a limit of the contract.
pub(crate) const ADDRESS_LINES: usize = 5;

/// The shop profile in the form that pages show; missing texts are empty. The front end uses the same names
/// (`frontend/storefront/src/content/shop_facts.ts`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShopProfile {
    pub(crate) name: String,
    pub(crate) hindi_name: String,
    tagline: String,
    pub(crate) legal_name: String,
    address: Vec<String>,
    /// The address in one line.
    pub(crate) address_line: String,
    pub(crate) phone: ContactLink,
    /// The target of Live Chat.
    chat: ContactLink,
    pub(crate) mail: ContactLink,
    care_hours: String,
    pub(crate) social: SocialLinks,
    /// The number alone, as for the tax number.
    food_licence: String,
    tax_number: String,
    country_of_origin: String,
    best_before: String,
    /// The delivery charge of prepaid orders; empty if delivery is free.
    delivery: String,
    cod_fee: String,
    /// Empty if cash on delivery has no limit.
    cod_limit: String,
    /// Not empty while this is the sample profile.
    sample: String,
}

/// A way to contact the shop: the text to show, and a link.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ContactLink {
    pub(crate) display: String,
    href: String,
}

impl ContactLink {
    /// The contact, formatted by `format`; empty if the address is empty.
    fn at(address: &str, format: impl FnOnce(&str) -> (String, String)) -> Self {
        if address.is_empty() {
            return Self::default();
        }
        let (display, href) = format(address);
        Self { display, href }
    }
}

/// The shop's pages on social networks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SocialLinks {
    pub(crate) instagram: Link,
    pub(crate) facebook: Link,
    pub(crate) youtube: Link,
}

/// A link, or empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) href: String,
}

impl ShopProfile {
    /// Converts the catalog's profile.
    pub(crate) fn from_contract(facts: v1::ShopFacts) -> Self {
        let link = |network| Link {
            href: link_of(&facts.social_links, network),
        };
        Self {
            social: SocialLinks {
                instagram: link("instagram"),
                facebook: link("facebook"),
                youtube: link("youtube"),
            },
            address_line: facts.address_lines.join(", "),
            address: facts.address_lines,
            phone: ContactLink::at(&facts.phone, |number| {
                (grouped_number(number), format!("tel:{number}"))
            }),
            chat: ContactLink::at(&facts.whatsapp, |number| {
                let digits = number.trim_start_matches('+');
                let display = format!("WhatsApp {}", grouped_number(number));
                (display, format!("https://wa.me/{digits}"))
            }),
            mail: ContactLink::at(&facts.email, |email| {
                (email.to_owned(), format!("mailto:{email}"))
            }),
            delivery: unless_nothing(facts.delivery_paise),
            cod_fee: rupees(facts.cod_fee_paise),
            cod_limit: unless_nothing(facts.cod_limit_paise),
            sample: if facts.is_sample { "sample" } else { "" }.to_owned(),
            name: facts.name,
            hindi_name: facts.hindi_name,
            tagline: facts.tagline,
            legal_name: facts.legal_name,
            care_hours: facts.care_hours,
            food_licence: facts.food_licence,
            tax_number: facts.gstin,
            country_of_origin: facts.country_of_origin,
            best_before: facts.best_before,
        }
    }
}

/// The link to the shop's page on a network. Only https, because another scheme could run a script.
fn link_of(links: &[v1::SocialLink], network: &str) -> String {
    let found = links
        .iter()
        .find(|link| link.network == network && link.url.starts_with("https://"));
    found.map(|link| link.url.clone()).unwrap_or_default()
}

/// Formats an Indian number as `+91 98765 43210`.
fn grouped_number(number: &str) -> String {
    let digits = number.strip_prefix("+91").unwrap_or_default();
    match digits.split_at_checked(5) {
        Some((first, last)) if last.len() == 5 => format!("+91 {first} {last}"),
        _ => number.to_owned(),
    }
}

fn unless_nothing(paise: i64) -> String {
    if paise == 0 { String::new() } else { rupees(paise) }
}

/// Formats whole rupees with Indian grouping: `₹1,00,000`.
fn rupees(paise: i64) -> String {
    let digits = (paise / 100).to_string();
    let (thousands, rest) = digits.split_at(digits.len().saturating_sub(3));
    let mut grouped = String::from("₹");
    for (index, digit) in thousands.chars().enumerate() {
        grouped.push(digit);
        if (thousands.len() - index) % 2 == 1 {
            grouped.push(',');
        }
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_and_numbers_are_grouped_as_in_india() {
        let amounts = [0, 5_000, 99_900, 1_000_000, 10_000_000, 123_456_700].map(rupees);
        assert_eq!(
            amounts,
            ["₹0", "₹50", "₹999", "₹10,000", "₹1,00,000", "₹12,34,567"]
        );
        assert_eq!(grouped_number("+919876543210"), "+91 98765 43210");
        assert_eq!(grouped_number("1800"), "1800");
    }

    #[test]
    fn missing_and_unsafe_facts_are_left_out() {
        let profile = ShopProfile::from_contract(v1::ShopFacts {
            phone: "+919876543210".to_owned(),
            social_links: vec![
                v1::SocialLink {
                    network: "facebook".to_owned(),
                    url: "javascript:alert(1)".to_owned(),
                },
                v1::SocialLink {
                    network: "youtube".to_owned(),
                    url: "https://youtube.example/asha".to_owned(),
                },
            ],
            ..v1::ShopFacts::default()
        });
        assert_eq!(
            (&profile.chat, &profile.mail),
            (&ContactLink::default(), &ContactLink::default())
        );
        assert_eq!((profile.delivery.as_str(), profile.cod_limit.as_str()), ("", ""));
        assert_eq!((profile.cod_fee.as_str(), profile.sample.as_str()), ("₹0", ""));
        assert_eq!(profile.phone.href, "tel:+919876543210");
        assert_eq!(profile.social.facebook.href, "");
        assert_eq!(profile.social.youtube.href, "https://youtube.example/asha");
    }
}
