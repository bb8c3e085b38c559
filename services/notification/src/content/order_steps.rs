//! What a shopper is told when their order goes on. Pure. Nothing that was typed at checkout is repeated, for a shopper may
//! name a stranger's mailbox; where it goes is told only when staff have corrected it.

use mail::{Address, Content, Templates, Value, escaped};

use crate::content::{
    india::rupees,
    order::{Order, Parcel},
    unsent_mail::UnsentMail,
};

/// The shop will deliver.
pub(crate) fn confirmed(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_confirmed"))
}

/// The carrier has it.
pub(crate) fn shipped(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_shipped"))
}

/// The shopper has it.
pub(crate) fn delivered(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_delivered"))
}

/// It never left.
pub(crate) fn cancelled(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_cancelled"))
}

/// The shop has it back from the shopper.
pub(crate) fn returned(order: &Order, shop: &Address) -> UnsentMail {
    let templates = mail::templates!("order_returned");
    if order.returned_lines.is_empty() {
        return step(order, shop, templates);
    }
    let returned = Order {
        total_paise: order.returned_lines.iter().map(|line| line.total_paise).sum(),
        lines: order.returned_lines.clone(),
        charges: Vec::new(),
        ..order.clone()
    };
    step(&returned, shop, templates)
}

/// The shop does not take back what the shopper wanted to return.
pub(crate) fn return_refused(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_return_refused"))
}

/// Nobody has confirmed it, and it is about to end.
pub(crate) fn expiring(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_expiring"))
}

/// The carrier cannot say where it is.
pub(crate) fn lost(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_lost"))
}

/// It goes elsewhere, as staff wrote it down.
pub(crate) fn address_corrected(order: &Order, shop: &Address) -> UnsentMail {
    let number = &order.mobile_number;
    // Whoever knows the whole number of an order can follow it: its end tells its owner enough.
    let end = number.get(number.len().saturating_sub(4)..).unwrap_or_default();
    let content = mail::templates!("order_address_corrected").fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("full_name", Value::Text(&order.full_name)),
        ("delivery_address", Value::Text(&order.delivery_address)),
        ("pincode", Value::Text(&order.pincode)),
        ("mobile_number_end", Value::Text(end)),
        ("follow", order.follow()),
    ]);
    to_shopper(order, shop, content)
}

/// It has other quantities, as staff wrote them down.
pub(crate) fn lines_corrected(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_lines_corrected"))
}

/// It travels under another number than was told.
pub(crate) fn parcel_corrected(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_parcel_corrected"))
}

/// The mail about a step of an order.
fn step(order: &Order, shop: &Address, templates: Templates) -> UnsentMail {
    let content = templates.fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("lines", order.lines()),
        ("total", Value::Text(&rupees(order.total_paise))),
        ("parcel", shipping(order.parcel.as_ref())),
        ("attached", order.attached_words()),
        ("follow", order.follow()),
        ("reason", Value::Text(&order.reason)),
    ]);
    to_shopper(order, shop, content)
}

/// The mail with this content; an answer goes to the shop.
fn to_shopper(order: &Order, shop: &Address, content: Content) -> UnsentMail {
    UnsentMail {
        to: order.email.clone(),
        reply_to: Some(shop.clone()),
        content,
    }
}

/// How it travels, in a line or two.
fn shipping(parcel: Option<&Parcel>) -> Value<'static> {
    let Some(parcel) = parcel else {
        return Value::Made {
            text: String::new(),
            html: String::new(),
        };
    };
    let by = match parcel.tracking_number.as_str() {
        "" => format!("{} carries it.", parcel.carrier),
        number => format!("{} carries it, under the number {number}.", parcel.carrier),
    };
    match parcel.tracking_url.as_str() {
        "" => Value::Made {
            html: escaped(&by),
            text: by,
        },
        url => Value::Made {
            text: format!("{by}\nWhere it is: {url}"),
            html: format!(
                "{}<br><a href=\"{2}\">{1}</a>",
                escaped(&by),
                "Where it is",
                escaped(url)
            ),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::order::{Attached, AttachedKind, sample};

    fn shop() -> Address {
        "care@vanmool.example".parse().expect("it is an address")
    }

    fn sent() -> Order {
        Order {
            parcel: Some(Parcel {
                carrier: "Post & Sons".to_owned(),
                tracking_number: "EK123456789IN".to_owned(),
                tracking_url: "https://post.example/?a=1&b=2".to_owned(),
            }),
            ..sample()
        }
    }

    #[test]
    fn each_step_says_what_happened_to_which_order() {
        let table = [
            (confirmed(&sent(), &shop()), "is confirmed"),
            (shipped(&sent(), &shop()), "has left our house"),
            (delivered(&sent(), &shop()), "was delivered"),
            (cancelled(&sent(), &shop()), "is cancelled"),
            (returned(&sent(), &shop()), "has reached us"),
            (return_refused(&sent(), &shop()), "Its seal was broken"),
            (expiring(&sent(), &shop()), "have not confirmed"),
            (lost(&sent(), &shop()), "cannot say where"),
            (lines_corrected(&sent(), &shop()), "It is now"),
            (parcel_corrected(&sent(), &shop()), "another number"),
        ];
        for (mail, words) in table {
            assert_eq!(mail.to, "asha@example.com");
            assert!(mail.content.subject.contains("VM-261121-7K3QX"), "{mail:?}");
            for body in [&mail.content.text, &mail.content.html] {
                for part in ["VM-261121-7K3QX", words, "₹822", "₹498", &sent().link] {
                    assert!(body.contains(part), "{part} is missing in {body}");
                }
                for typed in ["Asha", "Ring", "9876543210"] {
                    assert!(!body.contains(typed), "{typed} is in {body}");
                }
            }
        }
    }

    #[test]
    fn a_corrected_address_is_told_whole_and_the_mobile_number_by_its_end() {
        let mail = address_corrected(&sample(), &shop());
        assert_eq!(mail.to, "asha@example.com");
        let content = mail.content;
        assert!(content.subject.contains("VM-261121-7K3QX"), "{}", content.subject);
        assert!(
            content
                .text
                .contains("12 <b>Ring</b> Road,\nSurat {{total}}\n395007")
        );
        assert!(
            content
                .html
                .contains("12 &lt;b&gt;Ring&lt;/b&gt; Road,<br>Surat {{total}}<br>395007")
        );
        for body in [&content.text, &content.html] {
            for part in ["Asha Patel", "ends in 3210", &sample().link] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
            assert!(!body.contains("9876543210"), "{body}");
        }
    }

    #[test]
    fn a_shipped_order_names_the_document_that_is_attached() {
        for (kind, words) in [
            (AttachedKind::Invoice, "Its invoice INV/2627/000042 is attached"),
            (
                AttachedKind::BillOfSupply,
                "Its bill of supply INV/2627/000042 is attached",
            ),
        ] {
            let attached = Some(Attached {
                kind,
                number: "INV/2627/000042".to_owned(),
            });
            let content = shipped(&Order { attached, ..sent() }, &shop()).content;
            for body in [&content.text, &content.html] {
                assert!(body.contains(words), "{words} is missing in {body}");
            }
        }
        let without = shipped(&sent(), &shop()).content;
        for body in [&without.text, &without.html] {
            assert!(!body.contains("attached"), "{body}");
        }
    }

    #[test]
    fn a_shipped_order_says_how_it_travels() {
        let content = shipped(&sent(), &shop()).content;
        assert!(
            content
                .text
                .contains("Post & Sons carries it, under the number EK123456789IN.")
        );
        assert!(content.text.contains("https://post.example/?a=1&b=2"));
        assert!(content.html.contains("Post &amp; Sons"), "{}", content.html);
        assert!(
            content
                .html
                .contains("href=\"https://post.example/?a=1&amp;b=2\"")
        );
        let by_hand = Order {
            parcel: Some(Parcel {
                carrier: "Ramesh".to_owned(),
                tracking_number: String::new(),
                tracking_url: String::new(),
            }),
            ..sample()
        };
        assert!(
            shipped(&by_hand, &shop())
                .content
                .text
                .contains("Ramesh carries it.")
        );
    }
}
