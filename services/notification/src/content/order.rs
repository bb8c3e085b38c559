//! An order, as shown in mails.

use mail::{Value, escaped};

use crate::{
    content::{india::rupees, pay_to::PayTo},
    site_url::SiteUrl,
};

/// A placed order.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) order_number: String,
    /// Empty for a guest order.
    pub(crate) account_id: String,
    /// When it was placed, in words.
    pub(crate) placed_at: String,
    pub(crate) full_name: String,
    /// Empty for a phone order without an email address.
    pub(crate) email: String,
    pub(crate) mobile_number: String,
    pub(crate) delivery_address: String,
    pub(crate) pincode: String,
    pub(crate) total_paise: i64,
    pub(crate) lines: Vec<OrderLine>,
    /// Charges in addition to the lines.
    pub(crate) charges: Vec<Charge>,
    pub(crate) payment: PaymentMethod,
    /// True if staff entered the order for a shopper.
    pub(crate) is_by_staff: bool,
    /// The promised latest delivery day, in words; `None` if the shopper was shown none.
    pub(crate) promised_by: Option<String>,
    /// The link to its order page.
    pub(crate) link: String,
    /// The lines of a return request, or the lines taken back; empty if these are all lines.
    pub(crate) returned_lines: Vec<OrderLine>,
    /// The terms of its return; `None` until the shop has accepted one.
    pub(crate) return_terms: Option<ReturnTerms>,
    /// The shopper's reason for the latest cancellation or return request; `None` if staff made it.
    pub(crate) shopper_request: Option<String>,
    /// The payment so far, for mails about a cancellation or a return.
    pub(crate) refund_route: RefundRoute,
    /// `None` until it is shipped.
    pub(crate) parcel: Option<Parcel>,
    /// The reason of the latest status change by staff; empty if they gave none.
    pub(crate) reason: String,
    /// The payment deadline, in words; `None` if it awaits no online payment.
    pub(crate) payment_due_at: Option<String>,
    /// True if it is a pay-later order that is not paid yet.
    pub(crate) is_to_be_paid_later: bool,
    /// Where shoppers pay for pay-later orders; `None` if the shop has set nothing.
    pub(crate) pay_to: Option<PayTo>,
    /// The payment, if its shopper gets a receipt by mail.
    pub(crate) receipt: Option<PaymentReceipt>,
    /// The document attached to its mail, if any.
    pub(crate) attached: Option<AttachedDocument>,
}

/// The terms of a return.
#[derive(Debug, Clone)]
pub(crate) struct ReturnTerms {
    /// The address for the parcel, in lines.
    pub(crate) send_to: String,
    /// True if the shop pays for the parcel, false if the shopper does.
    pub(crate) is_paid_by_shop: bool,
}

/// The payment of an order, and who sends it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefundRoute {
    /// No payment was received.
    NotPaid,
    /// Paid through a payment provider, which sends refunds.
    Online,
    /// Paid in another way; staff send refunds.
    Manual,
    /// The shopper paid the carrier, which has not remitted the cash yet.
    WithCarrier,
}

/// A document attached to a mail.
#[derive(Debug, Clone)]
pub(crate) struct AttachedDocument {
    pub(crate) kind: AttachmentKind,
    /// The number printed on the document.
    pub(crate) number: String,
    /// The total of the document, in paise.
    pub(crate) total_paise: i64,
    /// The number of the document that a credit note corrects; empty for other documents.
    pub(crate) corrects: String,
}

/// The legal kind of the document, named to the shopper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttachmentKind {
    Invoice,
    BillOfSupply,
    CreditNote,
}

impl AttachmentKind {
    /// The name of the kind within a sentence.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::BillOfSupply => "bill of supply",
            Self::CreditNote => "credit note",
        }
    }
}

/// A payment for an order.
#[derive(Debug, Clone, Default)]
pub(crate) struct PaymentReceipt {
    pub(crate) amount_paise: i64,
    /// The reference of the provider or the bank.
    pub(crate) reference: String,
    /// The day of the payment, in words.
    pub(crate) received_on: String,
}

/// The parcel of an order.
#[derive(Debug, Clone)]
pub(crate) struct Parcel {
    pub(crate) carrier: String,
    /// May be empty.
    pub(crate) tracking_number: String,
    /// An https URL, or empty.
    pub(crate) tracking_url: String,
}

/// How an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaymentMethod {
    /// The order has no payment method: its total excludes delivery, which may be extra.
    Unspecified,
    /// Later, as the shop tells by mail.
    Later,
    /// Cash to the carrier on delivery.
    CashOnDelivery,
    /// Immediately, by UPI or card.
    Online,
}

/// A charge in addition to the lines.
#[derive(Debug, Clone)]
pub(crate) struct Charge {
    pub(crate) label: String,
    pub(crate) amount_paise: i64,
}

/// A line of an order.
#[derive(Debug, Clone)]
pub(crate) struct OrderLine {
    pub(crate) product_name: String,
    pub(crate) weight_in_grams: i32,
    pub(crate) quantity: i32,
    pub(crate) total_paise: i64,
}

impl Order {
    /// The lines and charges as text, and as rows of a table with two columns.
    pub(crate) fn lines(&self) -> Value<'static> {
        let lines = self.lines.iter().map(|line| (line.label(), line.total_paise));
        let charges = self
            .charges
            .iter()
            .map(|charge| (charge.label.clone(), charge.amount_paise));
        let parts: Vec<_> = lines.chain(charges).collect();
        let text = |(label, paise): &(String, i64)| format!("{label}  {}", rupees(*paise));
        let row = |(label, paise): &(String, i64)| {
            format!(
                "<tr><td style=\"padding:6px 0\">{}</td>\
                 <td align=\"right\" style=\"padding:6px 0 6px 12px;white-space:nowrap\">{}</td></tr>",
                escaped(label),
                rupees(*paise)
            )
        };
        let texts: Vec<_> = parts.iter().map(text).collect();
        Value::Made {
            text: texts.join("\n"),
            html: parts.iter().map(row).collect(),
        }
    }

    /// A sentence about what the total includes.
    pub(crate) fn included(&self) -> &'static str {
        match self.payment {
            PaymentMethod::Unspecified => "All taxes included. Delivery charge (up to ₹100) is extra.",
            PaymentMethod::Later | PaymentMethod::CashOnDelivery | PaymentMethod::Online => {
                "All taxes and delivery included."
            }
        }
    }

    /// A sentence about how the order is paid.
    pub(crate) fn payment_words(&self) -> String {
        let total = rupees(self.total_paise);
        match self.payment {
            PaymentMethod::Later if self.is_to_be_paid_later => {
                let how = self.pay_to.as_ref();
                let how = how.map(|pay_to| pay_to.words(&total, &self.order_number));
                let how = how.unwrap_or_else(|| "We will email you how to pay.".to_owned());
                format!("{how}\nPayment receipt will be issued after payment.")
            }
            PaymentMethod::Unspecified | PaymentMethod::Later => {
                "Payment receipt will be issued after payment.".to_owned()
            }
            PaymentMethod::Online => "You pay for it online.".to_owned(),
            PaymentMethod::CashOnDelivery => {
                format!("Please have {total} ready in cash: the carrier collects it at your door.")
            }
        }
    }

    /// A paragraph about the attachment; empty if there is none.
    pub(crate) fn attached_words(&self) -> Value<'static> {
        let Some(attached) = &self.attached else {
            return Value::Made {
                text: String::new(),
                html: String::new(),
            };
        };
        let words = format!(
            "Its {} {} is attached to this email.",
            attached.kind.words(),
            attached.number
        );
        paragraph(&words)
    }

    /// The order reduced to its returned lines and their prices, without charges.
    pub(crate) fn of_return(&self) -> Self {
        let lines = if self.returned_lines.is_empty() {
            self.lines.clone()
        } else {
            self.returned_lines.clone()
        };
        Self {
            total_paise: lines.iter().map(|line| line.total_paise).sum(),
            lines,
            charges: Vec::new(),
            ..self.clone()
        }
    }

    /// The link to the order page, as text and as a button.
    pub(crate) fn order_link(&self) -> Value<'static> {
        let style = "display:inline-block;padding:12px 20px;background:#14203f;color:#fff8ea;text-decoration:none;\
                     border-radius:6px";
        let words = if self.payment_due_at.is_some() {
            "Pay for your order"
        } else {
            "Follow your order"
        };
        Value::Made {
            text: format!("{words}: {}", self.link),
            html: format!(
                "<a href=\"{}\" style=\"{style}\">{words}</a>",
                escaped(&self.link)
            ),
        }
    }
}

/// A separate paragraph; empty if `words` is empty.
pub(crate) fn paragraph(words: &str) -> Value<'static> {
    if words.is_empty() {
        return Value::Made {
            text: String::new(),
            html: String::new(),
        };
    }
    Value::Made {
        html: format!("<p style=\"margin:16px 0 0\">{}</p>", escaped(words)),
        text: format!("\n{words}\n"),
    }
}

/// The URL of an order page. The token is after the `#`, which browsers never send.
pub(crate) fn link(site_url: &SiteUrl, order_number: &str, token: &str) -> String {
    if token.is_empty() {
        format!("{site_url}/track")
    } else {
        format!("{site_url}/track#{order_number}/{token}")
    }
}

impl OrderLine {
    fn label(&self) -> String {
        format!(
            "{} × {} ({} g)",
            self.quantity, self.product_name, self.weight_in_grams
        )
    }
}

/// An order that contains text like a template and like HTML.
#[cfg(test)]
pub(crate) fn sample() -> Order {
    Order {
        order_number: "VM-261121-7K3QX".to_owned(),
        account_id: String::new(),
        placed_at: "21 November 2026, 12:51 pm".to_owned(),
        full_name: "Asha Patel".to_owned(),
        email: "asha@example.com".to_owned(),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 <b>Ring</b> Road,\nSurat {{total}}".to_owned(),
        pincode: "395007".to_owned(),
        total_paise: 82_200,
        lines: vec![OrderLine {
            product_name: "Karela & Jamun".to_owned(),
            weight_in_grams: 100,
            quantity: 2,
            total_paise: 49_800,
        }],
        parcel: None,
        returned_lines: Vec::new(),
        return_terms: None,
        shopper_request: None,
        refund_route: RefundRoute::NotPaid,
        reason: "Its seal was broken.".to_owned(),
        charges: Vec::new(),
        payment: PaymentMethod::Unspecified,
        is_by_staff: false,
        promised_by: Some("Tuesday, 24 November 2026".to_owned()),
        payment_due_at: None,
        is_to_be_paid_later: false,
        pay_to: None,
        receipt: None,
        attached: None,
        link: "https://shop.example/track#VM-261121-7K3QX/6a3b-00c0ffee".to_owned(),
    }
}
