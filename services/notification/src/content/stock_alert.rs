//! The stock alert mail: a sold-out pack is available again. Pure.

use mail::{Address, Content, Templates, Value, escaped};

use crate::content::unsent_mail::UnsentMail;

const TEMPLATES: Templates = mail::templates!("stock_alert");

/// A stock alert for a pack that is available again.
#[derive(Debug, Clone)]
pub(crate) struct StockAlert {
    pub(crate) email: String,
    pub(crate) product_name: String,
    pub(crate) weight_in_grams: i32,
    /// The link to the product page.
    pub(crate) link: String,
}

/// Tells the waiting shopper. The mail contains nothing that a shopper typed, because the address may be a
/// stranger's.
pub(crate) fn mail(alert: &StockAlert, shop: &Address) -> UnsentMail {
    let weight = format!("{} g", alert.weight_in_grams);
    let content: Content = TEMPLATES.fill(&[
        ("product_name", Value::Text(&alert.product_name)),
        ("weight", Value::Text(&weight)),
        ("link", link(&alert.link)),
    ]);
    UnsentMail {
        to: alert.email.clone(),
        reply_to: Some(shop.clone()),
        content,
    }
}

fn link(url: &str) -> Value<'static> {
    let style = "display:inline-block;padding:12px 20px;background:#14203f;color:#fff8ea;text-decoration:none;\
                 border-radius:6px";
    Value::Made {
        text: format!("Buy it: {url}"),
        html: format!("<a href=\"{}\" style=\"{style}\">Buy it</a>", escaped(url)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bodies_name_the_pack_and_the_way_to_it() {
        let alert = StockAlert {
            email: "asha@example.com".to_owned(),
            product_name: "Neem & Tulsi Powder".to_owned(),
            weight_in_grams: 100,
            link: "https://shop.example/product/7".to_owned(),
        };
        let shop: Address = crate::SAMPLE_SHOP_EMAIL.parse().expect("it is an address");
        let mail = mail(&alert, &shop);
        assert_eq!(
            (mail.to.as_str(), mail.reply_to),
            ("asha@example.com", Some(shop))
        );
        let Content { subject, text, html } = mail.content;
        assert_eq!(subject, "Neem & Tulsi Powder is back");
        assert!(
            text.contains("Neem & Tulsi Powder, 100 g, is in stock again."),
            "{text}"
        );
        assert!(html.contains("Neem &amp; Tulsi Powder, 100 g"), "{html}");
        for body in [text, html] {
            for part in [
                "https://shop.example/product/7",
                "one email",
                "We delete your address",
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
        }
    }
}
