//! The order confirmation. Pure: the same order always gives the same mail.

use mail::{Address, Content, Templates, Value};
use values::Pincode;

use crate::content::{india::rupees, order::Order, unsent_mail::UnsentMail};

const TEMPLATES: Templates = mail::templates!("order_confirmation");

/// The templates for an order that awaits payment.
const TO_BE_PAID: Templates = mail::templates!("order_to_be_paid");

/// Confirms the order to the shopper. Replies go to the shop.
pub(crate) fn mail(order: &Order, shop: &Address) -> UnsentMail {
    UnsentMail {
        to: order.email.clone(),
        reply_to: Some(shop.clone()),
        content: content(order),
    }
}

/// Repeats no name and no address. The mailbox may be a stranger's, and this mail would carry the shopper's
/// words.
fn content(order: &Order) -> Content {
    // An operator may have changed the pincode to any text.
    let pincode = Pincode::read(&order.pincode);
    let pincode = pincode.map_or_else(|_| String::new(), |pincode| format!(", {}", pincode.as_str()));
    let promised = order.promised_by.as_deref();
    let promised = promised.map_or_else(String::new, |day| format!(" At your pincode: by {day}."));
    let templates = if order.payment_due_at.is_some() {
        TO_BE_PAID
    } else {
        TEMPLATES
    };
    templates.fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("pincode", Value::Text(&pincode)),
        ("promised", Value::Text(&promised)),
        ("lines", order.lines()),
        ("total", Value::Text(&rupees(order.total_paise))),
        ("included", Value::Text(order.included())),
        ("payment", Value::Text(&order.payment_words())),
        (
            "due_at",
            Value::Text(order.payment_due_at.as_deref().unwrap_or_default()),
        ),
        ("follow", order.order_link()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{
        order::{Charge, PaymentMethod, sample},
        pay_to,
    };

    #[test]
    fn both_bodies_list_the_order_and_the_next_steps() {
        let Content { subject, text, html } = content(&sample());
        assert_eq!(subject, "Order Confirmed! VM-261121-7K3QX");
        for body in [&text, &html] {
            for part in [
                "VM-261121-7K3QX",
                "395007",
                "₹822",
                "₹498",
                "Delivery arriving in 5-7 business days. At your pincode: by Tuesday, 24 November 2026.",
                "Payment receipt will be issued after payment.",
                "Delivery charge (up to ₹100) is extra.",
                "https://shop.example/track#VM-261121-7K3QX/6a3b-00c0ffee",
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
        }
        assert!(text.contains("2 × Karela & Jamun (100 g)  ₹498"), "{text}");
    }

    #[test]
    fn pay_later_says_how_or_that_it_will() {
        let later = Order {
            payment: PaymentMethod::Later,
            is_to_be_paid_later: true,
            ..sample()
        };
        let told = Order {
            pay_to: Some(pay_to::sample()),
            ..later.clone()
        };
        for (order, how) in [
            (later, "We will email you how to pay."),
            (told, "By UPI to vanmool@okaxis."),
        ] {
            let Content { text, html, .. } = content(&order);
            for body in [&text, &html] {
                for part in [how, "Payment receipt will be issued after payment."] {
                    assert!(body.contains(part), "{part} is missing in {body}");
                }
            }
        }
    }

    #[test]
    fn cash_on_delivery_says_what_to_have_ready() {
        let order = Order {
            payment: PaymentMethod::CashOnDelivery,
            charges: vec![Charge {
                label: "Cash on delivery".to_owned(),
                amount_paise: 5_000,
            }],
            total_paise: 54_800,
            ..sample()
        };
        let Content { text, html, .. } = content(&order);
        assert!(text.contains("Cash on delivery  ₹50"), "{text}");
        for body in [&text, &html] {
            for part in [
                "Please have ₹548 ready in cash",
                "All taxes and delivery included.",
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
            assert!(!body.contains("is extra"), "{body}");
        }
    }

    #[test]
    fn an_order_that_waits_for_its_money_says_how_to_pay_it_and_until_when() {
        let waiting = Order {
            payment: PaymentMethod::Online,
            payment_due_at: Some("21 November 2026, 1:21 pm".to_owned()),
            ..sample()
        };
        let Content { subject, text, html } = content(&waiting);
        assert_eq!(
            subject,
            "Please pay for your order VM-261121-7K3QX by 21 November 2026, 1:21 pm"
        );
        for body in [&text, &html] {
            let body = body.replace("<strong>", "").replace("</strong>", "");
            for part in [
                "Your order waits for your payment. Please pay ₹822 by UPI or card by 21 November 2026, 1:21 pm",
                "cancelled automatically",
                "Pay for your order",
                "Order Confirmed!",
                "5-7 business days",
                "Payment receipt will be issued after payment.",
                &waiting.link,
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
        }
        let paid = Order {
            payment_due_at: None,
            ..waiting
        };
        let Content { subject, text, .. } = content(&paid);
        assert_eq!(subject, "Order Confirmed! VM-261121-7K3QX");
        assert!(
            text.contains("You pay for it online.") && !text.contains("Please pay"),
            "{text}"
        );
    }

    #[test]
    fn neither_body_repeats_what_a_shopper_typed() {
        let order = Order {
            pincode: "39 500".to_owned(),
            ..sample()
        };
        let Content { text, html, .. } = content(&order);
        for body in [text, html] {
            for part in ["Asha", "Ring", "Surat", "39 500", "9876543210"] {
                assert!(!body.contains(part), "{part} is in {body}");
            }
        }
    }
}
