//! The shop profile as staff typed it, and its validation. The fields that the law requires on every page are
//! mandatory.

use runtime::status::{Broken, Rule, Violation, field};
use time::{Date, macros::format_description};
use values::{Email, Line, UpiId};

use crate::{
    content::text_fields::{different, line, lines},
    shop::{
        facts::{BankAccount, Facts, SocialLink},
        input_values::{https, number, unspaced, whole_rupees},
        licence::{is_account_number, is_food_licence, is_gstin, is_ifsc},
    },
};

/// The networks for which the front end has an icon; one page on each.
const NETWORKS: [&str; 3] = ["instagram", "facebook", "youtube"];

/// The maximum number of address lines.
const ADDRESS_LINES: usize = 5;

/// The maximum number of holidays.
const HOLIDAYS: usize = 60;

/// The maximum delivery charge or COD fee, in rupees.
const MOST_CHARGED: i64 = 100;

/// The maximum COD amount, in rupees. Cash of two lakh or more is forbidden (Income-tax Act, section 269ST).
const MOST_COLLECTED: i64 = 199_999;

/// The typed profile.
#[derive(Debug)]
pub struct FactsInput(pub Facts);

/// The one-line texts.
struct Texts {
    name: String,
    hindi_name: String,
    tagline: String,
    legal_name: String,
    care_hours: String,
    country_of_origin: String,
    best_before: String,
}

/// The contact data.
struct Contact {
    phone: String,
    whatsapp: String,
    email: String,
}

/// The charges and the COD limit, in paise.
struct Amounts {
    delivery_paise: i64,
    cod_fee_paise: i64,
    cod_limit_paise: i64,
}

impl FactsInput {
    /// Validates the values. Fails with all violations, whose fields are named as in the contract's
    /// `ShopFacts`.
    pub fn validate(&self) -> Result<Facts, Vec<Violation>> {
        let mut violations = Vec::new();
        let texts = self.texts(&mut violations);
        let address_lines = self.address(&mut violations);
        let contact = self.contact(&mut violations);
        let holidays = self.holidays(&mut violations);
        let food_licence = field("food_licence", self.food_licence(), &mut violations);
        let gstin = field("gstin", self.gstin(), &mut violations);
        let amounts = self.amounts(&mut violations);
        let social_links = self.social_links(&mut violations);
        let upi_id = field("upi_id", self.upi_id(), &mut violations);
        let bank_account = self.bank_account(&mut violations);
        let facts = (|| {
            let (texts, contact, amounts) = (texts?, contact?, amounts?);
            Some(Facts {
                name: texts.name,
                hindi_name: texts.hindi_name,
                tagline: texts.tagline,
                legal_name: texts.legal_name,
                address_lines: address_lines?,
                phone: contact.phone,
                whatsapp: contact.whatsapp,
                email: contact.email,
                care_hours: texts.care_hours,
                holidays: holidays?,
                food_licence: food_licence?,
                gstin: gstin?,
                country_of_origin: texts.country_of_origin,
                best_before: texts.best_before,
                delivery_paise: amounts.delivery_paise,
                cod_fee_paise: amounts.cod_fee_paise,
                cod_limit_paise: amounts.cod_limit_paise,
                social_links: social_links?,
                holds_reviews: self.0.holds_reviews,
                upi_id: upi_id?,
                bank_account,
            })
        })();
        facts.filter(|_| violations.is_empty()).ok_or(violations)
    }

    fn texts(&self, violations: &mut Vec<Violation>) -> Option<Texts> {
        let input = &self.0;
        let name = required_line::<40>("name", "Name", &input.name, violations);
        let hindi_name = line::<40>("hindi_name", "Hindi name", &input.hindi_name, violations);
        let tagline = line::<80>("tagline", "The line below the name", &input.tagline, violations);
        let legal_name = required_line::<100>("legal_name", "Legal name", &input.legal_name, violations);
        let care_hours = line::<100>("care_hours", "The text of hours", &input.care_hours, violations);
        let country = &input.country_of_origin;
        let country_of_origin =
            required_line::<60>("country_of_origin", "Country of origin", country, violations);
        let best_before = required_line::<60>("best_before", "Best before", &input.best_before, violations);
        Some(Texts {
            name: name?,
            hindi_name: hindi_name?,
            tagline: tagline?,
            legal_name: legal_name?,
            care_hours: care_hours?,
            country_of_origin: country_of_origin?,
            best_before: best_before?,
        })
    }

    fn address(&self, violations: &mut Vec<Violation>) -> Option<Vec<String>> {
        if self.0.address_lines.is_empty() {
            let broken = Rule::Required.says("Address is required");
            violations.push(Violation::new("address_lines", broken));
            return None;
        }
        lines::<80>("address_lines", ADDRESS_LINES, &self.0.address_lines, violations)
    }

    /// Parses the contact data. A phone number or an email address is required.
    fn contact(&self, violations: &mut Vec<Violation>) -> Option<Contact> {
        let input = &self.0;
        let phone = field("phone", number(&input.phone), violations);
        let whatsapp = field("whatsapp", number(&input.whatsapp), violations);
        let email = match Email::read(&input.email) {
            Ok(email) => Ok(email.into_string()),
            Err(Rule::Required) => Ok(String::new()),
            Err(rule) => Err(rule.says("Enter an email address, such as care@example.in")),
        };
        let email = field("email", email, violations);
        let (phone, email) = (phone?, email?);
        if phone.is_empty() && email.is_empty() {
            let broken = Rule::Required
                .says("Shoppers must be able to reach the shop: give a number or an email address");
            violations.push(Violation::new("phone", broken));
            return None;
        }
        Some(Contact {
            phone,
            whatsapp: whatsapp?,
            email,
        })
    }

    fn holidays(&self, violations: &mut Vec<Violation>) -> Option<Vec<String>> {
        let day = format_description!("[year]-[month]-[day]");
        let mut days = different("holidays", HOLIDAYS, &self.0.holidays, violations, |text| {
            let text = text.trim();
            let malformed = |_| Rule::Malformed.says("Enter a date, such as 2026-11-01");
            Date::parse(text, day).map_err(malformed)?;
            Ok(text.to_owned())
        })?;
        days.sort();
        Some(days)
    }

    fn food_licence(&self) -> Result<String, Broken> {
        let digits = unspaced(&self.0.food_licence);
        match digits.as_str() {
            "" => Err(Rule::Required.says("Enter the food licence. The law requires it on every page")),
            digits if is_food_licence(digits) => Ok(digits.to_owned()),
            _ => Err(Rule::Malformed.says("A food licence has fourteen digits and begins with one or two")),
        }
    }

    fn gstin(&self) -> Result<String, Broken> {
        let gstin = unspaced(&self.0.gstin).to_ascii_uppercase();
        if gstin.is_empty() || is_gstin(&gstin) {
            return Ok(gstin);
        }
        Err(Rule::Malformed.says("This is not a valid GSTIN. Check each character"))
    }

    fn amounts(&self, violations: &mut Vec<Violation>) -> Option<Amounts> {
        let input = &self.0;
        let mut amount =
            |name: &'static str, paise: i64, most: i64| field(name, whole_rupees(paise, most), violations);
        let delivery = amount("delivery_paise", input.delivery_paise, MOST_CHARGED);
        let fee = amount("cod_fee_paise", input.cod_fee_paise, MOST_CHARGED);
        let limit = amount("cod_limit_paise", input.cod_limit_paise, MOST_COLLECTED);
        Some(Amounts {
            delivery_paise: delivery?,
            cod_fee_paise: fee?,
            cod_limit_paise: limit?,
        })
    }

    fn upi_id(&self) -> Result<String, Broken> {
        match UpiId::read(&self.0.upi_id) {
            Ok(id) => Ok(id.as_str().to_owned()),
            Err(Rule::Required) => Ok(String::new()),
            Err(rule) => Err(rule.says("Enter a UPI id, such as shop@bank")),
        }
    }

    /// Parses the bank account; `None` if it is missing or invalid.
    fn bank_account(&self, violations: &mut Vec<Violation>) -> Option<BankAccount> {
        let input = self.0.bank_account.as_ref()?;
        let holder = required_line::<100>("bank_account.holder", "Account holder", &input.holder, violations);
        let number = unspaced(&input.number);
        let malformed = || Rule::Malformed.says("The number of an account has 9 to 18 digits");
        let number = is_account_number(&number).then_some(number).ok_or_else(malformed);
        let number = field("bank_account.number", number, violations);
        let ifsc = unspaced(&input.ifsc).to_uppercase();
        let malformed = || Rule::Malformed.says("An IFSC has 11 characters, such as HDFC0000001");
        let ifsc = is_ifsc(&ifsc).then_some(ifsc).ok_or_else(malformed);
        let ifsc = field("bank_account.ifsc", ifsc, violations);
        Some(BankAccount {
            holder: holder?,
            number: number?,
            ifsc: ifsc?,
        })
    }

    fn social_links(&self, violations: &mut Vec<Violation>) -> Option<Vec<SocialLink>> {
        let links = &self.0.social_links;
        let networks: Vec<_> = links.iter().map(|link| link.network.clone()).collect();
        let networks = different("social_links", NETWORKS.len(), &networks, violations, |network| {
            let unknown = || Rule::Unknown.says(format!("Choose one of these: {}", NETWORKS.join(", ")));
            let is_known = NETWORKS.contains(&network);
            is_known.then(|| network.to_owned()).ok_or_else(unknown)
        })?;
        let read = networks.into_iter().zip(links).enumerate();
        let read = read.map(|(number, (network, link))| {
            let url = field(
                format!("social_links[{number}].url"),
                https(&link.url),
                violations,
            );
            url.map(|url| SocialLink { network, url })
        });
        let read: Vec<_> = read.collect();
        read.into_iter().collect()
    }
}

/// Parses a line that must not be empty.
fn required_line<const MOST: usize>(
    name: &'static str,
    called: &str,
    text: &str,
    violations: &mut Vec<Violation>,
) -> Option<String> {
    let read = Line::<MOST>::read(text).map(Line::into_string);
    field(name, read.map_err(|broken| broken.of(called)), violations)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A valid profile.
    fn good() -> Facts {
        Facts {
            food_licence: "1071 2034 0001 23".to_owned(),
            gstin: " 27aapfu0939f1zv".to_owned(),
            phone: "0261 2345678".to_owned(),
            whatsapp: String::new(),
            ..Facts::samples()
        }
    }

    /// The invalid fields, with their error codes.
    fn wrong(change: impl FnOnce(&mut Facts)) -> Vec<(String, &'static str)> {
        let mut facts = good();
        change(&mut facts);
        let violations = FactsInput(facts).validate().err().unwrap_or_default().into_iter();
        violations
            .map(|violation| (violation.field.into_owned(), violation.broken.rule().code()))
            .collect()
    }

    fn is_wrong(field: &str, code: &'static str, change: impl FnOnce(&mut Facts)) {
        assert_eq!(wrong(change), [(field.to_owned(), code)]);
    }

    #[test]
    fn facts_are_kept_in_one_form() {
        let facts = FactsInput(Facts {
            holidays: vec!["2026-11-08".to_owned(), " 2026-01-26 ".to_owned()],
            ..good()
        });
        let facts = facts.validate().expect("they break no rule");
        assert_eq!(facts.food_licence, "10712034000123");
        assert_eq!(facts.gstin, "27AAPFU0939F1ZV");
        assert_eq!(
            (facts.phone.as_str(), facts.whatsapp.as_str()),
            ("+912612345678", "")
        );
        assert_eq!(facts.holidays, ["2026-01-26", "2026-11-08"]);
        assert_eq!(
            FactsInput(facts.clone()).validate().as_ref(),
            Ok(&facts),
            "it is read as itself"
        );
    }

    #[test]
    fn samples_are_no_shop() {
        let violations = FactsInput(Facts::samples())
            .validate()
            .expect_err("they are samples");
        let fields: Vec<_> = violations
            .iter()
            .map(|violation| violation.field.as_ref())
            .collect();
        assert_eq!(fields, ["phone", "whatsapp", "food_licence", "gstin"]);
    }

    #[test]
    fn facts_that_the_law_requires_on_every_page_are_required() {
        is_wrong("legal_name", "REQUIRED", |facts| {
            facts.legal_name = " ".to_owned();
        });
        is_wrong("address_lines", "REQUIRED", |facts| facts.address_lines.clear());
        is_wrong("address_lines[0]", "REQUIRED", |facts| {
            facts.address_lines = vec![String::new()];
        });
        is_wrong("country_of_origin", "REQUIRED", |facts| {
            facts.country_of_origin.clear();
        });
        is_wrong("food_licence", "REQUIRED", |facts| facts.food_licence.clear());
        is_wrong("phone", "REQUIRED", |facts| {
            facts.phone.clear();
            facts.email.clear();
        });
        assert_eq!(wrong(|facts| facts.phone.clear()), []);
        assert_eq!(wrong(|facts| facts.email.clear()), []);
        assert_eq!(wrong(|facts| facts.gstin.clear()), []);
    }

    #[test]
    fn texts_and_lists_have_bounds() {
        is_wrong("name", "REQUIRED", |facts| facts.name.clear());
        is_wrong("name", "TOO_LONG", |facts| facts.name = "क".repeat(41));
        is_wrong("hindi_name", "TOO_LONG", |facts| {
            facts.hindi_name = "क".repeat(41);
        });
        is_wrong("tagline", "NOT_ALLOWED_CHARACTERS", |facts| {
            facts.tagline = "two\nlines".to_owned();
        });
        is_wrong("tagline", "TOO_LONG", |facts| facts.tagline = "x".repeat(81));
        is_wrong("legal_name", "TOO_LONG", |facts| {
            facts.legal_name = "x".repeat(101);
        });
        is_wrong("care_hours", "TOO_LONG", |facts| {
            facts.care_hours = "x".repeat(101);
        });
        is_wrong("country_of_origin", "TOO_LONG", |facts| {
            facts.country_of_origin = "x".repeat(61);
        });
        is_wrong("best_before", "REQUIRED", |facts| facts.best_before.clear());
        is_wrong("address_lines", "TOO_MANY", |facts| {
            facts.address_lines = vec!["x".to_owned(); 6];
        });
        is_wrong("address_lines[1]", "TOO_LONG", |facts| {
            facts.address_lines = vec!["x".to_owned(), "x".repeat(81)];
        });
        is_wrong("email", "MALFORMED", |facts| {
            facts.email = "care@vanmool".to_owned();
        });
        is_wrong("whatsapp", "MALFORMED", |facts| {
            facts.whatsapp = "+44 20 7946 0000".to_owned();
        });
    }

    #[test]
    fn money_goes_to_an_id_or_an_account_that_can_be() {
        let account = |number: &str, ifsc: &str| {
            Some(BankAccount {
                holder: "Vanmool Herbals".to_owned(),
                number: number.to_owned(),
                ifsc: ifsc.to_owned(),
            })
        };
        let kept = FactsInput(Facts {
            upi_id: " vanmool@okaxis ".to_owned(),
            bank_account: account("1234 5678 9012", "hdfc0001234"),
            ..good()
        });
        let kept = kept.validate().expect("it breaks no rule");
        assert_eq!(kept.upi_id, "vanmool@okaxis");
        assert_eq!(kept.bank_account, account("123456789012", "HDFC0001234"));
        is_wrong("upi_id", "MALFORMED", |facts| facts.upi_id = "vanmool".to_owned());
        is_wrong("bank_account.number", "MALFORMED", |facts| {
            facts.bank_account = account("12345678", "HDFC0001234");
        });
        is_wrong("bank_account.ifsc", "MALFORMED", |facts| {
            facts.bank_account = account("123456789", "HDFC1001234");
        });
        is_wrong("bank_account.holder", "REQUIRED", |facts| {
            facts.bank_account = account("123456789", "HDFC0001234").map(|account| BankAccount {
                holder: " ".to_owned(),
                ..account
            });
        });
    }

    #[test]
    fn holidays_are_days_each_once() {
        let days = |days: &[&str]| -> Vec<_> { days.iter().map(|day| (*day).to_owned()).collect() };
        is_wrong("holidays[1]", "MALFORMED", |facts| {
            facts.holidays = days(&["2026-01-26", "2026-02-30"]);
        });
        is_wrong("holidays[1]", "REPEATED", |facts| {
            facts.holidays = days(&["2026-01-26", "2026-01-26"]);
        });
        is_wrong("holidays", "TOO_MANY", |facts| {
            facts.holidays = days(&["2026-01-26"; 61]);
        });
    }

    #[test]
    fn amounts_are_whole_rupees_in_a_range() {
        assert_eq!(wrong(|facts| facts.cod_fee_paise = 10_000), []);
        is_wrong("cod_fee_paise", "OUT_OF_RANGE", |facts| {
            facts.cod_fee_paise = 10_100;
        });
        is_wrong("delivery_paise", "OUT_OF_RANGE", |facts| {
            facts.delivery_paise = -100;
        });
        is_wrong("delivery_paise", "NOT_WHOLE", |facts| facts.delivery_paise = 50);
        assert_eq!(wrong(|facts| facts.cod_limit_paise = 19_999_900), []);
        is_wrong("cod_limit_paise", "OUT_OF_RANGE", |facts| {
            facts.cod_limit_paise = 20_000_000;
        });
    }

    #[test]
    fn links_are_safe_and_one_a_network() {
        let to = |network: &str, url: &str| SocialLink {
            network: network.to_owned(),
            url: url.to_owned(),
        };
        for url in [
            "http://instagram.example/shop",
            "javascript:alert(1)",
            "https://user@instagram.example/",
            "https://localhost/",
            "//instagram.example",
        ] {
            is_wrong("social_links[0].url", "MALFORMED", |facts| {
                facts.social_links = vec![to("instagram", url)];
            });
        }
        is_wrong("social_links[0].url", "TOO_LONG", |facts| {
            facts.social_links = vec![to("instagram", &format!("https://x.example/{}", "a".repeat(200)))];
        });
        is_wrong("social_links[0]", "UNKNOWN", |facts| {
            facts.social_links = vec![to("orkut", "https://orkut.example/")];
        });
        is_wrong("social_links[1]", "REPEATED", |facts| {
            facts.social_links = vec![
                to("youtube", "https://a.example/"),
                to("youtube", "https://b.example/"),
            ];
        });
    }

    #[test]
    fn the_longest_facts_fit_into_a_header() {
        let line = |most: usize| "𠀀".repeat(most);
        let facts = Facts {
            name: line(40),
            hindi_name: line(40),
            tagline: line(80),
            legal_name: line(100),
            address_lines: vec![line(80); 5],
            care_hours: line(100),
            holidays: (1..=60)
                .map(|day| format!("2026-{:02}-{:02}", day / 28 + 1, day % 28 + 1))
                .collect(),
            country_of_origin: line(60),
            best_before: line(60),
            social_links: NETWORKS.map(to_longest).to_vec(),
            upi_id: format!("{}@{}", "a".repeat(100), "b".repeat(100)),
            bank_account: Some(BankAccount {
                holder: line(100),
                number: "1".repeat(18),
                ifsc: "HDFC0000001".to_owned(),
            }),
            email: format!("{}@{}.example", "a".repeat(64), "b".repeat(60)),
            ..good()
        };
        let facts = FactsInput(facts).validate().expect("they break no rule");
        let bytes = serde_json::to_string(&facts).expect("facts are JSON").len();
        // The database has a higher limit (`shop_size`; its text has a space after each colon and comma).
        assert!(bytes < 8_500, "{bytes}");
    }

    fn to_longest(network: &str) -> SocialLink {
        let head = format!("https://{network}.example/");
        SocialLink {
            network: network.to_owned(),
            url: format!("{head}{}", "a".repeat(200 - head.len())),
        }
    }
}
