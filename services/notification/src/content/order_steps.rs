//! Mails to a shopper about the progress of their order. Pure. They repeat nothing typed at checkout, because
//! the mailbox may be a stranger's. Only the mail about a corrected address shows the address.

use mail::{Address, Content, Templates, Value, escaped};

use crate::content::{
    india::rupees,
    order::{AttachmentKind, Order, Parcel, RefundRoute, paragraph},
    unsent_mail::UnsentMail,
};

/// The shop confirmed the order.
pub(crate) fn confirmed(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_confirmed"))
}

/// The carrier has the parcel.
pub(crate) fn shipped(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_shipped"))
}

/// The parcel was delivered.
pub(crate) fn delivered(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_delivered"))
}

/// The order was cancelled.
pub(crate) fn cancelled(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_cancelled"))
}

/// The shopper requested a return.
pub(crate) fn return_requested(order: &Order, shop: &Address) -> UnsentMail {
    step(
        &order.of_return(),
        shop,
        mail::templates!("order_return_requested"),
    )
}

/// The shop accepted a return; the mail says where to send it and who pays.
pub(crate) fn return_accepted(order: &Order, shop: &Address) -> UnsentMail {
    step(
        &order.of_return(),
        shop,
        mail::templates!("order_return_accepted"),
    )
}

/// The shop received and checked the returned packs.
pub(crate) fn returned(order: &Order, shop: &Address) -> UnsentMail {
    step(&order.of_return(), shop, mail::templates!("order_returned"))
}

/// A credit note was issued, or another invoice that replaces one already sent.
pub(crate) fn document(order: &Order, shop: &Address) -> UnsentMail {
    let is_credit = order
        .attached
        .as_ref()
        .is_none_or(|attached| attached.kind == AttachmentKind::CreditNote);
    let templates = if is_credit {
        mail::templates!("credit_note")
    } else {
        mail::templates!("invoice_again")
    };
    step(order, shop, templates)
}

/// The shop refused a return.
pub(crate) fn return_refused(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_return_refused"))
}

/// The order is not confirmed and is about to expire.
pub(crate) fn expiring(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_expiring"))
}

/// The carrier has lost the parcel.
pub(crate) fn lost(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_lost"))
}

/// Staff corrected the delivery address.
pub(crate) fn address_corrected(order: &Order, shop: &Address) -> UnsentMail {
    let number = &order.mobile_number;
    // Only the last digits are shown, because the whole number gives access to the order's tracking.
    let end = number.get(number.len().saturating_sub(4)..).unwrap_or_default();
    let content = mail::templates!("order_address_corrected").fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("full_name", Value::Text(&order.full_name)),
        ("delivery_address", Value::Text(&order.delivery_address)),
        ("pincode", Value::Text(&order.pincode)),
        ("mobile_number_end", Value::Text(end)),
        ("follow", order.order_link()),
    ]);
    to_shopper(order, shop, content)
}

/// Staff corrected the quantities.
pub(crate) fn lines_corrected(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_lines_corrected"))
}

/// Staff corrected the tracking number.
pub(crate) fn parcel_corrected(order: &Order, shop: &Address) -> UnsentMail {
    step(order, shop, mail::templates!("order_parcel_corrected"))
}

/// The mail about a status change of an order.
fn step(order: &Order, shop: &Address, templates: Templates) -> UnsentMail {
    let total = rupees(order.total_paise);
    let terms = order.return_terms.as_ref();
    let send_to = terms.map_or("", |terms| terms.send_to.as_str());
    let attached = order.attached.as_ref();
    let (kind, number, corrects) = attached.map_or(("", "", ""), |attached| {
        (
            attached.kind.words(),
            attached.number.as_str(),
            attached.corrects.as_str(),
        )
    });
    let document_paise = attached.map_or(0, |attached| attached.total_paise);
    let about = if corrects.is_empty() {
        String::new()
    } else {
        format!(" It corrects {corrects}. Please keep both.")
    };
    let content = templates.fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("lines", order.lines()),
        ("total", Value::Text(&total)),
        ("parcel", shipping(order.parcel.as_ref())),
        ("attached", order.attached_words()),
        ("follow", order.order_link()),
        ("reason", Value::Text(&order.reason)),
        ("note", paragraph(&order.reason)),
        ("send_to", Value::Text(send_to)),
        ("way_back", Value::Text(way_back(order))),
        (
            "cancelled_money",
            Value::Text(cancelled_money(order.refund_route)),
        ),
        (
            "returned_money",
            Value::Text(&returned_money(order.refund_route, &total)),
        ),
        ("document", Value::Text(kind)),
        ("document_number", Value::Text(number)),
        ("document_total", Value::Text(&rupees(document_paise))),
        ("about", Value::Text(&about)),
    ]);
    to_shopper(order, shop, content)
}

/// A sentence about who pays for the parcel of a return.
fn way_back(order: &Order) -> &'static str {
    if order
        .return_terms
        .as_ref()
        .is_some_and(|terms| terms.is_paid_by_shop)
    {
        "We pay for this parcel. If you pay the carrier, keep the receipt and reply to this email with it: we refund that money, too."
    } else {
        "You pay for this parcel, as our returns policy says. Keep the carrier's receipt until we have emailed you again."
    }
}

/// A sentence about the refund of a cancelled order.
fn cancelled_money(refund_route: RefundRoute) -> &'static str {
    match refund_route {
        RefundRoute::NotPaid => "You owe nothing.",
        RefundRoute::Online | RefundRoute::Manual | RefundRoute::WithCarrier => {
            "We will refund your payment, and email you."
        }
    }
}

/// A sentence about the refund for returned packs.
fn returned_money(refund_route: RefundRoute, total: &str) -> String {
    match refund_route {
        RefundRoute::NotPaid => "You do not have to pay for these packs.".to_owned(),
        RefundRoute::Online | RefundRoute::Manual | RefundRoute::WithCarrier => format!(
            "We will refund {total} within 5 to 10 working days, and email you when the refund is on its way."
        ),
    }
}

/// Addresses a mail to the shopper. Replies go to the shop.
fn to_shopper(order: &Order, shop: &Address, content: Content) -> UnsentMail {
    UnsentMail {
        to: order.email.clone(),
        reply_to: Some(shop.clone()),
        content,
    }
}

/// The carrier, tracking number and tracking link.
fn shipping(parcel: Option<&Parcel>) -> Value<'static> {
    let Some(parcel) = parcel else {
        return Value::Made {
            text: String::new(),
            html: String::new(),
        };
    };
    let by = match parcel.tracking_number.as_str() {
        "" => format!("Shipped with {}.", parcel.carrier),
        number => format!("Shipped with {}, tracking number {number}.", parcel.carrier),
    };
    match parcel.tracking_url.as_str() {
        "" => Value::Made {
            html: escaped(&by),
            text: by,
        },
        url => Value::Made {
            text: format!("{by}\nTrack the parcel: {url}"),
            html: format!(
                "{}<br><a href=\"{2}\">{1}</a>",
                escaped(&by),
                "Track the parcel",
                escaped(url)
            ),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::order::{AttachedDocument, OrderLine, ReturnTerms, sample};

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
            (shipped(&sent(), &shop()), "is on its way"),
            (delivered(&sent(), &shop()), "was delivered"),
            (cancelled(&sent(), &shop()), "is cancelled"),
            (return_refused(&sent(), &shop()), "Its seal was broken"),
            (expiring(&sent(), &shop()), "have not confirmed"),
            (lost(&sent(), &shop()), "cannot find the parcel"),
            (lines_corrected(&sent(), &shop()), "Your order is now"),
            (parcel_corrected(&sent(), &shop()), "The tracking number"),
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
    fn a_cancelled_order_says_what_becomes_of_its_money() {
        for (refund_route, words) in [
            (RefundRoute::NotPaid, "You owe nothing."),
            (RefundRoute::Online, "We will refund your payment"),
            (RefundRoute::Manual, "We will refund your payment"),
        ] {
            let content = cancelled(
                &Order {
                    refund_route,
                    ..sample()
                },
                &shop(),
            )
            .content;
            for body in [&content.text, &content.html] {
                assert!(body.contains(words), "{words} is missing in {body}");
            }
        }
    }

    #[test]
    fn a_return_is_known_then_accepted_then_looked_at_and_names_its_packs_alone() {
        let one = OrderLine {
            product_name: "Karela & Jamun".to_owned(),
            weight_in_grams: 100,
            quantity: 1,
            total_paise: 24_900,
        };
        let asked = |is_paid_by_shop, refund_route| Order {
            returned_lines: vec![one.clone()],
            return_terms: Some(ReturnTerms {
                send_to: "7 <Mill> Road\nSurat 395002".to_owned(),
                is_paid_by_shop,
            }),
            refund_route,
            ..sample()
        };
        let by_shopper = asked(false, RefundRoute::WithCarrier);
        let table = [
            (return_requested(&by_shopper, &shop()), "do not send them yet"),
            (return_accepted(&by_shopper, &shop()), "You pay for this parcel"),
            (
                return_accepted(&asked(true, RefundRoute::Online), &shop()),
                "We pay for this parcel",
            ),
            (returned(&by_shopper, &shop()), "We will refund ₹249"),
            (
                returned(&asked(false, RefundRoute::NotPaid), &shop()),
                "You do not have to pay",
            ),
        ];
        for (mail, words) in table {
            assert!(mail.content.subject.contains("VM-261121-7K3QX"), "{mail:?}");
            for body in [&mail.content.text, &mail.content.html] {
                for part in ["VM-261121-7K3QX", words, "₹249", &sample().link] {
                    assert!(body.contains(part), "{part} is missing in {body}");
                }
                for strange in ["₹822", "₹498", "Asha", "Ring", "9876543210", "{{"] {
                    assert!(!body.contains(strange), "{strange} is in {body}");
                }
            }
        }
        let accepted = return_accepted(&by_shopper, &shop()).content;
        assert!(
            accepted.text.contains("7 <Mill> Road\nSurat 395002"),
            "{}",
            accepted.text
        );
        assert!(
            accepted.html.contains("7 &lt;Mill&gt; Road<br>Surat 395002"),
            "{}",
            accepted.html
        );
        for content in [accepted, returned(&by_shopper, &shop()).content] {
            assert!(content.text.contains("Its seal was broken."), "{}", content.text);
        }
    }

    #[test]
    fn a_credit_note_says_what_it_comes_to_and_which_invoice_it_is_about() {
        let with = |kind, corrects: &str| Order {
            attached: Some(AttachedDocument {
                kind,
                number: "CN-2627-000001".to_owned(),
                total_paise: 24_900,
                corrects: corrects.to_owned(),
            }),
            ..sample()
        };
        let content = document(&with(AttachmentKind::CreditNote, "INV-2627-000042"), &shop()).content;
        assert!(
            content.subject.contains("Credit note CN-2627-000001"),
            "{}",
            content.subject
        );
        for body in [&content.text, &content.html] {
            for part in ["CN-2627-000001", "₹249", "INV-2627-000042", "VM-261121-7K3QX"] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
        }
        let content = document(&with(AttachmentKind::BillOfSupply, ""), &shop()).content;
        assert!(
            content.text.contains("bill of supply CN-2627-000001"),
            "{}",
            content.text
        );
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
            for part in ["Asha Patel", "ending in 3210", &sample().link] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
            assert!(!body.contains("9876543210"), "{body}");
        }
    }

    #[test]
    fn a_shipped_order_names_the_document_that_is_attached() {
        for (kind, words) in [
            (AttachmentKind::Invoice, "Its invoice INV/2627/000042 is attached"),
            (
                AttachmentKind::BillOfSupply,
                "Its bill of supply INV/2627/000042 is attached",
            ),
        ] {
            let attached = Some(AttachedDocument {
                kind,
                number: "INV/2627/000042".to_owned(),
                total_paise: 82_200,
                corrects: String::new(),
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
                .contains("Shipped with Post & Sons, tracking number EK123456789IN.")
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
                .contains("Shipped with Ramesh.")
        );
    }
}
