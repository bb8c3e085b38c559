//! The mail that tells the shop of an order, with everything needed to send the parcel. Pure.

use mail::{Address, Content, Templates, Value};

use crate::content::{
    india::rupees,
    order::{Order, PaymentMethod},
    unsent_mail::UnsentMail,
};

const TEMPLATES: Templates = mail::templates!("order_notice");

/// Tells the shop of the order. Replies go to the shopper.
pub(crate) fn mail(order: &Order, shop: &Address) -> UnsentMail {
    UnsentMail {
        to: shop.to_string(),
        reply_to: order.email.parse().ok(),
        content: content(order),
    }
}

fn content(order: &Order) -> Content {
    TEMPLATES.fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("placed_at", Value::Text(&order.placed_at)),
        ("full_name", Value::Text(&order.full_name)),
        ("email", Value::Text(&order.email)),
        ("mobile_number", Value::Text(&order.mobile_number)),
        ("delivery_address", Value::Text(&order.delivery_address)),
        ("pincode", Value::Text(&order.pincode)),
        ("lines", order.lines()),
        ("total", Value::Text(&rupees(order.total_paise))),
        ("payment", Value::Text(payment(order))),
    ])
}

/// The action that the shop has to take for the payment.
fn payment(order: &Order) -> &'static str {
    match order.payment {
        PaymentMethod::Unspecified => {
            "All taxes included, delivery charge not included. Write to the shopper how to pay."
        }
        PaymentMethod::Later if order.pay_to.is_some() => {
            "Taxes and delivery included. The confirmation tells the shopper how to pay, by UPI or bank transfer."
        }
        PaymentMethod::Later => {
            "Taxes and delivery included. Write to the shopper how to pay, or enter a UPI id or a bank account under Shop in the office."
        }
        PaymentMethod::CashOnDelivery => "Taxes and delivery included. The carrier collects it in cash.",
        PaymentMethod::Online => {
            "Taxes and delivery included. The shopper pays online: send nothing before the order is confirmed."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::order::sample;

    #[test]
    fn both_bodies_tell_what_goes_where_and_how_to_reach_the_shopper() {
        let Content { text, html, .. } = content(&sample());
        for body in [&text, &html] {
            for part in [
                "VM-261121-7K3QX",
                "21 November 2026, 12:51 pm",
                "Asha Patel",
                "asha@example.com",
                "9876543210",
                "395007",
                "₹822",
                "₹498",
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
        }
        assert!(
            text.contains("12 <b>Ring</b> Road,\nSurat {{total}}\n395007"),
            "{text}"
        );
        assert!(
            html.contains("12 &lt;b&gt;Ring&lt;/b&gt; Road,<br>Surat {{total}}"),
            "{html}"
        );
    }

    #[test]
    fn the_subject_says_which_order_and_how_much() {
        assert_eq!(content(&sample()).subject, "New order VM-261121-7K3QX, ₹822");
    }
}
