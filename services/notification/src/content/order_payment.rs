//! Mails to a shopper about payments and refunds. Pure. They repeat nothing that was typed at checkout.

use mail::{Address, Content, Value};

use crate::content::{
    india::rupees,
    order::{Order, PaymentReceipt},
    unsent_mail::UnsentMail,
};

/// How long a refund takes after the provider sent it: Razorpay says 5 to 7 working days at
/// <https://razorpay.com/docs/payments/refunds/>, and 5 to 10, depending on the bank, at
/// <https://razorpay.com/docs/payments/refunds/normal> (read in November 2026).
const BACK_WITHIN: &str =
    "It is usually in your account within 5 to 7 working days; some banks take up to 10.";

/// A refund to a shopper.
#[derive(Debug, Clone)]
pub(crate) struct Refund {
    /// The order that was paid.
    pub(crate) order: Order,
    /// The amount, in paise.
    pub(crate) amount_paise: i64,
    /// The reason of the refund.
    pub(crate) reason: RefundReason,
    /// True if it was sent, false if it is about to be sent.
    pub(crate) is_processed: bool,
    /// How staff sent it; `None` if a provider sends it the way the payment came.
    pub(crate) manual_method: Option<ManualRefundMethod>,
}

/// How staff send a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ManualRefundMethod {
    /// To a UPI address.
    Upi,
    /// To a bank account.
    BankTransfer,
    /// In cash to the shopper.
    Cash,
}

/// The reason of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefundReason {
    /// The payment came after the order was cancelled.
    TooLate,
    /// The order was already paid.
    PaidTwice,
    /// The order was cancelled after it was paid.
    Cancelled,
    /// Packs were returned.
    Returned,
    /// The payment differed from the order's total.
    WrongAmount,
    /// Requested by the shop, or unknown here.
    Other,
}

impl ManualRefundMethod {
    /// Parses the word in an event. Unknown words, e.g. of a later release, give `None`.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        match word {
            "upi" => Some(Self::Upi),
            "bank_transfer" => Some(Self::BankTransfer),
            "cash" => Some(Self::Cash),
            _ => None,
        }
    }

    /// How it was sent, and when it arrives.
    fn words(self) -> (&'static str, &'static str) {
        const SOON: &str = "It is usually in your account on the same or the next working day.";
        match self {
            Self::Upi => ("by UPI", SOON),
            Self::BankTransfer => ("by bank transfer", SOON),
            Self::Cash => ("in cash", "You should have it already."),
        }
    }
}

impl RefundReason {
    /// Parses the word in a payment event. Unknown words, e.g. of a later release, give `Other`.
    pub(crate) fn parse(word: &str) -> Self {
        match word {
            "too_late" => Self::TooLate,
            "paid_twice" => Self::PaidTwice,
            "cancelled" => Self::Cancelled,
            "returned" => Self::Returned,
            "wrong_amount" => Self::WrongAmount,
            _ => Self::Other,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::TooLate => "Your payment arrived after the order was cancelled, so nothing will be sent.",
            Self::PaidTwice => "You paid for the order twice.",
            Self::Cancelled => "The order was cancelled after you had paid it.",
            Self::Returned => "We received the packs that you returned.",
            Self::WrongAmount => "Your payment differs from the order total, so the order is not paid.",
            Self::Other => "It is part of what you paid for the order.",
        }
    }
}

/// Reminds the shopper of a missing payment; a pay-later order gets payment instructions.
pub(crate) fn due(order: &Order, shop: &Address) -> UnsentMail {
    if order.is_to_be_paid_later {
        return to_shopper(order, shop, how_to_pay(order));
    }
    let due_at = order.payment_due_at.as_deref().unwrap_or_default();
    let content = mail::templates!("order_payment_due").fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("lines", order.lines()),
        ("total", Value::Text(&rupees(order.total_paise))),
        ("due_at", Value::Text(due_at)),
        ("follow", order.order_link()),
    ]);
    to_shopper(order, shop, content)
}

fn how_to_pay(order: &Order) -> Content {
    mail::templates!("order_how_to_pay").fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("lines", order.lines()),
        ("total", Value::Text(&rupees(order.total_paise))),
        ("payment", Value::Text(&order.payment_words())),
        ("follow", order.order_link()),
    ])
}

/// The receipt for a payment.
pub(crate) fn paid(order: &Order, shop: &Address) -> UnsentMail {
    let nothing = PaymentReceipt::default();
    let receipt = order.receipt.as_ref().unwrap_or(&nothing);
    let content = mail::templates!("order_paid").fill(&[
        ("order_number", Value::Text(&order.order_number)),
        ("lines", order.lines()),
        ("total", Value::Text(&rupees(order.total_paise))),
        ("amount", Value::Text(&rupees(receipt.amount_paise))),
        ("received_on", Value::Text(&receipt.received_on)),
        ("reference", Value::Text(&receipt.reference)),
        ("follow", order.order_link()),
    ]);
    to_shopper(order, shop, content)
}

/// Tells that a refund is about to be sent, or was sent.
pub(crate) fn refund(refund: &Refund, shop: &Address) -> UnsentMail {
    let templates = if refund.is_processed {
        mail::templates!("refund_processed")
    } else {
        mail::templates!("refund_wanted")
    };
    let (way, within) = refund.manual_method.map_or(
        ("to the account you paid from", BACK_WITHIN),
        ManualRefundMethod::words,
    );
    let content = templates.fill(&[
        ("order_number", Value::Text(&refund.order.order_number)),
        ("amount", Value::Text(&rupees(refund.amount_paise))),
        ("reason", Value::Text(refund.reason.words())),
        ("way", Value::Text(way)),
        ("within", Value::Text(within)),
        ("follow", refund.order.order_link()),
    ]);
    to_shopper(&refund.order, shop, content)
}

fn to_shopper(order: &Order, shop: &Address, content: Content) -> UnsentMail {
    UnsentMail {
        to: order.email.clone(),
        reply_to: Some(shop.clone()),
        content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{
        order::{PaymentMethod, sample},
        pay_to,
    };

    fn shop() -> Address {
        "care@vanmool.example".parse().expect("it is an address")
    }

    fn refunded(reason: &str, is_processed: bool) -> Refund {
        Refund {
            order: sample(),
            amount_paise: 41_150,
            reason: RefundReason::parse(reason),
            is_processed,
            manual_method: None,
        }
    }

    /// Checks that both bodies of a mail to the shopper contain these parts.
    #[track_caller]
    fn assert_says(mail: &UnsentMail, parts: &[&str]) {
        assert_eq!(
            (mail.to.as_str(), &mail.reply_to),
            ("asha@example.com", &Some(shop()))
        );
        assert!(mail.content.subject.contains("VM-261121-7K3QX"), "{mail:?}");
        let link = sample().link;
        for body in [&mail.content.text, &mail.content.html] {
            for part in parts.iter().copied().chain([link.as_str(), "VM-261121-7K3QX"]) {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
            for strange in ["Asha", "Ring", "9876543210", "{{"] {
                assert!(!body.contains(strange), "{strange} is in {body}");
            }
        }
    }

    #[test]
    fn a_reminder_says_how_much_until_when_and_where_to_pay() {
        let order = Order {
            payment: PaymentMethod::Online,
            payment_due_at: Some("21 November 2026, 1:21 pm".to_owned()),
            ..sample()
        };
        let mail = due(&order, &shop());
        assert_says(
            &mail,
            &["₹822", "21 November 2026, 1:21 pm", "Pay for your order"],
        );
    }

    #[test]
    fn an_order_that_is_paid_later_says_how() {
        let order = Order {
            payment: PaymentMethod::Later,
            is_to_be_paid_later: true,
            pay_to: Some(pay_to::sample()),
            ..sample()
        };
        let mail = due(&order, &shop());
        assert_says(
            &mail,
            &[
                "Please pay ₹822 and give VM-261121-7K3QX as the note",
                "By UPI to vanmool@okaxis.",
                "Vanmool Herbals LLP, account number 123456789012, IFSC HDFC0000001.",
                "Payment receipt will be issued after payment.",
            ],
        );
    }

    #[test]
    fn a_receipt_says_what_came_when_and_what_the_bank_calls_it() {
        let order = Order {
            payment: PaymentMethod::Online,
            receipt: Some(PaymentReceipt {
                amount_paise: 82_200,
                reference: "pay_29QQoUBi66xm2f".to_owned(),
                received_on: "21 November 2026".to_owned(),
            }),
            ..sample()
        };
        let mail = paid(&order, &shop());
        assert_says(&mail, &["₹822", "pay_29QQoUBi66xm2f", "21 November 2026", "₹498"]);
        assert!(!mail.content.text.contains("Pay for your order"), "{mail:?}");
    }

    #[test]
    fn money_that_people_sent_says_by_which_way_and_names_no_provider() {
        for (word, parts) in [
            ("upi", [", by UPI.", "the same or the next working day"]),
            (
                "bank_transfer",
                ["by bank transfer", "the same or the next working day"],
            ),
            ("cash", ["in cash", "You should have it already"]),
        ] {
            let by_hand = Refund {
                manual_method: ManualRefundMethod::parse(word),
                ..refunded("goodwill", true)
            };
            let mail = refund(&by_hand, &shop());
            assert_says(&mail, &parts);
            assert!(
                !mail.content.text.contains("to the account you paid from"),
                "{mail:?}"
            );
        }
    }

    #[test]
    fn money_that_goes_back_says_how_much_why_and_how_long_it_takes() {
        for (reason, words) in [
            ("too_late", "after the order was cancelled"),
            ("paid_twice", "paid for the order twice"),
            ("cancelled", "was cancelled after you had paid"),
            ("returned", "packs that you returned"),
            ("wrong_amount", "differs from the order total"),
            ("goodwill", "part of what you paid"),
        ] {
            for is_processed in [false, true] {
                let mail = refund(&refunded(reason, is_processed), &shop());
                assert_says(&mail, &["₹411.50", words, "5 to 7 working days"]);
            }
        }
        let [wanted, processed] =
            [false, true].map(|is_processed| refund(&refunded("cancelled", is_processed), &shop()));
        assert_ne!(wanted.content.subject, processed.content.subject);
    }
}
