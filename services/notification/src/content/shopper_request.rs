//! Mails that tell the shop of a cancellation or a return request by a shopper. Pure.

use mail::{Address, Templates, Value};

use crate::content::{
    india::rupees,
    order::{Order, RefundRoute, paragraph},
    unsent_mail::UnsentMail,
};

/// The shopper cancelled the order.
pub(crate) fn cancelled(order: &Order, shop: &Address) -> UnsentMail {
    to_shop(order, shop, mail::templates!("cancellation_notice"))
}

/// The shopper requested a return.
pub(crate) fn return_requested(order: &Order, shop: &Address) -> UnsentMail {
    to_shop(&order.of_return(), shop, mail::templates!("return_notice"))
}

/// Addresses the mail to the shop. Replies go to the shopper.
fn to_shop(order: &Order, shop: &Address, templates: Templates) -> UnsentMail {
    let reason = order.shopper_request.as_deref().unwrap_or_default();
    let why = if reason.is_empty() {
        String::new()
    } else {
        format!("The shopper says: {reason}")
    };
    let content = templates.fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("lines", order.lines()),
        ("total", Value::Text(&rupees(order.total_paise))),
        ("why", paragraph(&why)),
        ("money", Value::Text(refund_route(order.refund_route))),
        ("full_name", Value::Text(&order.full_name)),
        ("mobile_number", Value::Text(&order.mobile_number)),
        ("email", Value::Text(&order.email)),
    ]);
    UnsentMail {
        to: shop.to_string(),
        reply_to: order.email.parse().ok(),
        content,
    }
}

/// The action that the shop has to take for the payment of a cancelled order.
fn refund_route(refund_route: RefundRoute) -> &'static str {
    match refund_route {
        RefundRoute::NotPaid => "It was not paid: there is nothing to refund.",
        RefundRoute::Online => "It was paid online: the money is refunded automatically.",
        RefundRoute::Manual | RefundRoute::WithCarrier => {
            "It was paid: send the money back, and record the refund in the office."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::order::sample;

    #[test]
    fn the_shop_reads_who_wants_what_and_why() {
        let shop: Address = "care@vanmool.example".parse().expect("it is an address");
        let order = Order {
            shopper_request: Some("Wrong <b>weight</b>".to_owned()),
            refund_route: RefundRoute::Manual,
            ..sample()
        };
        for (mail, words) in [
            (cancelled(&order, &shop), "send the money back"),
            (return_requested(&order, &shop), "Accept or refuse"),
        ] {
            assert_eq!(mail.to, "care@vanmool.example");
            assert_eq!(
                mail.reply_to.map(|to| to.to_string()).as_deref(),
                Some("asha@example.com")
            );
            assert!(mail.content.subject.contains("VM-261121-7K3QX"));
            for body in [&mail.content.text, &mail.content.html] {
                for part in [words, "VM-261121-7K3QX", "₹498", "Asha Patel", "9876543210"] {
                    assert!(body.contains(part), "{part} is missing in {body}");
                }
                assert!(!body.contains("{{"), "{body}");
            }
            assert!(
                mail.content
                    .text
                    .contains("The shopper says: Wrong <b>weight</b>")
            );
            assert!(mail.content.html.contains("Wrong &lt;b&gt;weight&lt;/b&gt;"));
        }
    }
}
