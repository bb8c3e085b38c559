//! What a confirmation says. Pure: the same order always gives the same mail.

use mail::{Body, Template, Value};

use crate::{india::rupees, order::Order};

const TEMPLATE: Template = Template {
    text: include_str!("../mails/order_confirmation.txt"),
    html: include_str!("../mails/order_confirmation.html"),
};

pub(crate) fn subject(order: &Order) -> String {
    format!("Order Confirmed! {}", order.order_number)
}

pub(crate) fn body(order: &Order) -> Body {
    TEMPLATE.fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("full_name", Value::Text(&order.full_name)),
        ("delivery_address", Value::Text(&order.delivery_address)),
        ("pincode", Value::Text(&order.pincode)),
        ("lines", order.lines()),
        ("total", Value::Text(&rupees(order.total_paise))),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::sample;

    #[test]
    fn both_bodies_tell_what_was_ordered_and_what_comes_next() {
        let Body { text, html } = body(&sample());
        for body in [&text, &html] {
            for part in [
                "VM-261121-7K3QX",
                "Asha Patel",
                "395007",
                "₹822",
                "₹498",
                "5-7 business days",
                "Payment receipt will be issued after payment.",
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
        }
        assert!(text.contains("2 × Karela & Jamun (100 g)  ₹498"), "{text}");
    }

    #[test]
    fn what_a_shopper_typed_is_text_and_no_template() {
        let Body { html, .. } = body(&sample());
        for part in [
            "12 &lt;b&gt;Ring&lt;/b&gt; Road,<br>Surat {{total}}",
            "Karela &amp; Jamun",
        ] {
            assert!(html.contains(part), "{part} is missing in {html}");
        }
    }
}
