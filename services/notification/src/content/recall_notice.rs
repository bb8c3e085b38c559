//! The mail that tells a shopper that packs of their order were recalled. Pure.

use mail::{Address, Templates, Value};

use crate::content::{order::Order, unsent_mail::UnsentMail};

const TEMPLATES: Templates = mail::templates!("recall_notice");

/// The recalled packs of an order.
#[derive(Debug, Clone)]
pub(crate) struct RecallNotice {
    /// The order with the packs.
    pub(crate) order: Order,
    pub(crate) product_name: String,
    pub(crate) weight_in_grams: i32,
    /// The batch number printed on the packs.
    pub(crate) batch_number: String,
    /// The number of packs.
    pub(crate) quantity: i32,
    /// The reason, in the shop's own words.
    pub(crate) reason: String,
}

/// Tells the shopper of the recall. Replies go to the shop. Repeats nothing that was typed at checkout.
pub(crate) fn mail(notice: &RecallNotice, shop: &Address) -> UnsentMail {
    let packs = match notice.quantity {
        1 => "1 pack".to_owned(),
        quantity => format!("{quantity} packs"),
    };
    let weight = format!("{} g", notice.weight_in_grams);
    let shop_email = shop.to_string();
    let content = TEMPLATES.fill(&[
        ("order_number", Value::Text(&notice.order.order_number)),
        ("product_name", Value::Text(&notice.product_name)),
        ("weight", Value::Text(&weight)),
        ("batch_number", Value::Text(&notice.batch_number)),
        ("packs", Value::Text(&packs)),
        ("reason", Value::Text(&notice.reason)),
        ("shop_email", Value::Text(&shop_email)),
        ("follow", notice.order.order_link()),
    ]);
    UnsentMail {
        to: notice.order.email.clone(),
        reply_to: Some(shop.clone()),
        content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::order::sample;

    fn notice() -> RecallNotice {
        RecallNotice {
            order: sample(),
            product_name: "Karela & Jamun".to_owned(),
            weight_in_grams: 100,
            batch_number: "K-2611".to_owned(),
            quantity: 2,
            reason: "A stone < 2 mm was found".to_owned(),
        }
    }

    fn shop() -> Address {
        "care@vanmool.example".parse().expect("it is an address")
    }

    #[test]
    fn both_bodies_say_which_packs_what_to_do_and_whom_to_ask() {
        let mail = mail(&notice(), &shop());
        assert_eq!(
            (mail.to.as_str(), mail.reply_to),
            ("asha@example.com", Some(shop()))
        );
        let content = mail.content;
        for part in ["K-2611", "VM-261121-7K3QX", "do not use"] {
            assert!(content.subject.contains(part), "{}", content.subject);
        }
        for body in [&content.text, &content.html] {
            for part in [
                "K-2611",
                "VM-261121-7K3QX",
                "2 packs",
                "100 g",
                "do not use",
                "return it",
                "care@vanmool.example",
                &sample().link,
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
            for typed in ["Asha", "Ring", "9876543210"] {
                assert!(!body.contains(typed), "{typed} is in {body}");
            }
        }
        assert!(content.text.contains("Karela & Jamun") && content.text.contains("A stone < 2 mm was found"));
        assert!(content.html.contains("Karela &amp; Jamun") && content.html.contains("A stone &lt; 2 mm"));
    }

    #[test]
    fn one_pack_is_one() {
        let one = RecallNotice {
            quantity: 1,
            ..notice()
        };
        let text = mail(&one, &shop()).content.text;
        assert!(text.contains("1 pack of it"), "{text}");
    }
}
