//! The shop profile as values for templates, by name, escaped for their place.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use serde_json::{Value, json};

use crate::{
    html::{escape, in_script},
    shop::profile::{ADDRESS_LINES, ShopProfile},
};

/// The shop profile and the shop's address, for all documents.
#[derive(Debug)]
pub(crate) struct ShopFacts {
    profile: ShopProfile,
    origin: String,
    /// By the names in templates.
    values: HashMap<String, String>,
    digest: u64,
}

impl ShopFacts {
    /// The values for a shop at this address, such as `https://shop.example`.
    ///
    /// Templates use `shop.name` etc. for HTML, `json:shop.name` inside a JSON string, `shop` for the whole
    /// profile as JSON, `organization` for search engines, and `site` for the address.
    pub(crate) fn new(profile: ShopProfile, origin: &str) -> Self {
        let tree = serde_json::to_value(&profile).expect("texts and lists of them are JSON");
        let whole = in_script(&tree);
        let mut hasher = DefaultHasher::new();
        (&whole, origin).hash(&mut hasher);
        let mut values = HashMap::from([
            ("site".to_owned(), origin.to_owned()),
            (
                "organization".to_owned(),
                in_script(&organization(&profile, origin)),
            ),
            ("shop".to_owned(), whole),
        ]);
        add(&mut values, "shop", &tree);
        Self {
            profile,
            origin: origin.to_owned(),
            values,
            digest: hasher.finish(),
        }
    }

    /// The shop's name.
    pub(crate) fn name(&self) -> &str {
        &self.profile.name
    }

    /// The shop's address, such as `https://shop.example`.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether these are the facts of this profile.
    pub(crate) fn are(&self, profile: &ShopProfile) -> bool {
        self.profile == *profile
    }

    /// A digest of the content.
    pub(crate) fn digest(&self) -> u64 {
        self.digest
    }

    /// The value of a name; `None` if the name is unknown.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }
}

/// Adds every text below a name, such as `shop.phone.display` below `shop`. Missing address lines are empty.
fn add(values: &mut HashMap<String, String>, name: &str, value: &Value) {
    match value {
        Value::Object(fields) => {
            for (field, inner) in fields {
                add(values, &format!("{name}.{field}"), inner);
            }
        }
        Value::Array(lines) => {
            for index in 0..ADDRESS_LINES {
                let line = lines.get(index).cloned().unwrap_or_else(|| json!(""));
                add(values, &format!("{name}.{index}"), &line);
            }
        }
        text => {
            let quoted = in_script(text);
            let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            values.insert(format!("json:{name}"), inner.unwrap_or_default().to_owned());
            values.insert(name.to_owned(), escape(text.as_str().unwrap_or_default()));
        }
    }
}

/// schema.org's `Organization`.
fn organization(profile: &ShopProfile, origin: &str) -> Value {
    let mut about = json!({
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": profile.name,
        "legalName": profile.legal_name,
        "url": format!("{origin}/"),
        "logo": format!("{origin}/favicon.svg"),
        "address": {
            "@type": "PostalAddress",
            "streetAddress": profile.address_line,
            "addressCountry": "IN",
        },
    });
    let present = [
        ("alternateName", &profile.hindi_name),
        ("email", &profile.mail.display),
        ("telephone", &profile.phone.display),
    ];
    for (name, text) in present.into_iter().filter(|(_, text)| !text.is_empty()) {
        about[name] = json!(text);
    }
    let social = &profile.social;
    let elsewhere = [&social.instagram, &social.facebook, &social.youtube].map(|link| &link.href);
    let elsewhere: Vec<_> = elsewhere.into_iter().filter(|href| !href.is_empty()).collect();
    if !elsewhere.is_empty() {
        about["sameAs"] = json!(elsewhere);
    }
    about
}

#[cfg(test)]
mod tests {
    use proto::catalog::v1;

    use super::*;

    const ODD: &str = r#"Asha & Sons "Herbs" </script>"#;

    fn facts() -> ShopFacts {
        let profile = ShopProfile::from_contract(v1::ShopFacts {
            name: ODD.to_owned(),
            phone: "+919876543210".to_owned(),
            address_lines: vec!["14 Mill Road".to_owned(), "\"Old\" Surat".to_owned()],
            ..v1::ShopFacts::default()
        });
        ShopFacts::new(profile, "https://shop.example")
    }

    #[test]
    fn every_fact_stands_escaped_for_its_place() {
        let facts = facts();
        let expected = [
            ("site", "https://shop.example"),
            ("shop.name", "Asha &amp; Sons &quot;Herbs&quot; &lt;/script&gt;"),
            ("json:shop.name", r#"Asha & Sons \"Herbs\" \u003c/script>"#),
            ("json:shop.address.1", r#"\"Old\" Surat"#),
            ("shop.address.1", "&quot;Old&quot; Surat"),
            ("shop.address.4", ""),
            ("shop.phone.href", "tel:+919876543210"),
            ("shop.chat.href", ""),
        ];
        for (name, value) in expected {
            assert_eq!(facts.value(name), Some(value), "{name}");
        }
        assert_eq!(facts.value("shop.address.5"), None);
        assert_eq!(facts.value("title"), None);
    }

    #[test]
    fn scripts_and_search_engines_read_the_name_as_it_is() {
        let facts = facts();
        for name in ["shop", "organization"] {
            let text = facts.value(name).unwrap();
            assert!(!text.contains("</"), "{text} ends its element");
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(value["name"], ODD, "{name}");
        }
    }

    #[test]
    fn other_facts_have_another_digest() {
        let mut renamed = facts().profile;
        renamed.name = "Asha".to_owned();
        let renamed = ShopFacts::new(renamed, "https://shop.example");
        assert_ne!(renamed.digest(), facts().digest());
        assert_eq!(facts().digest(), facts().digest());
    }
}
