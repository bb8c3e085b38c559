//! An order, as mails tell it.

use mail::{Value, escaped};

use crate::{
    content::{india::rupees, pay_to::PayTo},
    site_url::SiteUrl,
};

/// A placed order.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) order_number: String,
    /// Empty for a guest's.
    pub(crate) account_id: String,
    /// In words.
    pub(crate) placed_at: String,
    pub(crate) full_name: String,
    /// Empty when a caller has none.
    pub(crate) email: String,
    pub(crate) mobile_number: String,
    pub(crate) delivery_address: String,
    pub(crate) pincode: String,
    pub(crate) total_paise: i64,
    pub(crate) lines: Vec<Line>,
    /// What it costs beside its lines.
    pub(crate) charges: Vec<Charge>,
    pub(crate) payment: Payment,
    /// Whether staff wrote it down for who called or wrote.
    pub(crate) is_by_staff: bool,
    /// The last day on which its shopper was told that it may come, in words; none where nobody could say.
    pub(crate) promised_by: Option<String>,
    /// Where its shopper follows it.
    pub(crate) link: String,
    /// What a return is about, or what of it was taken back; empty when that is all of it.
    pub(crate) returned_lines: Vec<Line>,
    /// How the packs of its return come back; none until the shop has accepted one.
    pub(crate) return_terms: Option<ReturnTerms>,
    /// What its shopper said when they cancelled it or asked to send it back, whichever was last; none when staff did.
    pub(crate) shoppers_wish: Option<String>,
    /// Whose its money is, when it ends without its goods at the shopper.
    pub(crate) money: Money,
    /// None until it is shipped.
    pub(crate) parcel: Option<Parcel>,
    /// Why the shop moved it last, in its own words; empty when it did not say.
    pub(crate) reason: String,
    /// Until when it waits for its money, in words; none when it does not, or not any more.
    pub(crate) payment_due_at: Option<String>,
    /// Whether it is to be paid later, and nobody has paid it yet.
    pub(crate) is_to_be_paid_later: bool,
    /// Where the shop takes such money; none while it does not say.
    pub(crate) pay_to: Option<PayTo>,
    /// The money that came, when its shopper gets a receipt of it by mail.
    pub(crate) received: Option<Received>,
    /// What goes along with the mail about its parcel; none when nothing does.
    pub(crate) attached: Option<Attached>,
}

/// How packs come back to the shop.
#[derive(Debug, Clone)]
pub(crate) struct ReturnTerms {
    /// In lines.
    pub(crate) send_to: String,
    /// Whether the shop pays for their parcel, and not the shopper.
    pub(crate) is_paid_by_shop: bool,
}

/// How the money of an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Money {
    /// None came.
    NotPaid,
    /// It came through a provider, which sends it back.
    Online,
    /// It came by another way, by which people send it back.
    ByHand,
    /// The shopper gave it to the carrier, which has not remitted it.
    WithCarrier,
}

/// What was issued for its sale.
#[derive(Debug, Clone)]
pub(crate) struct Attached {
    pub(crate) kind: AttachedKind,
    /// As it stands on the document.
    pub(crate) number: String,
    /// What it comes to, in paise.
    pub(crate) total_paise: i64,
    /// The number of the document that a credit note is about; empty for others.
    pub(crate) corrects: String,
}

/// What the document is by the law, which shoppers need to know it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttachedKind {
    Invoice,
    BillOfSupply,
    CreditNote,
}

impl AttachedKind {
    /// What it is called within a sentence.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::BillOfSupply => "bill of supply",
            Self::CreditNote => "credit note",
        }
    }
}

/// Money that came for it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Received {
    pub(crate) amount_paise: i64,
    /// What the provider or the bank calls it.
    pub(crate) reference: String,
    /// The day, in words.
    pub(crate) received_on: String,
}

/// How it travels, as the carrier or the staff say.
#[derive(Debug, Clone)]
pub(crate) struct Parcel {
    pub(crate) carrier: String,
    /// May be empty.
    pub(crate) tracking_number: String,
    /// An https address, or empty.
    pub(crate) tracking_url: String,
}

/// How it is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Payment {
    /// The order does not say: it costs its lines, and delivery may come on top.
    Unsettled,
    /// Later, when the shop writes how.
    Later,
    /// In cash, to the carrier.
    CashOnDelivery,
    /// At once, by UPI or card.
    Online,
}

/// What it costs beside its lines.
#[derive(Debug, Clone)]
pub(crate) struct Charge {
    pub(crate) label: String,
    pub(crate) amount_paise: i64,
}

/// A line of it.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) product_name: String,
    pub(crate) weight_in_grams: i32,
    pub(crate) quantity: i32,
    pub(crate) total_paise: i64,
}

impl Order {
    /// Lines and charges as text, and as rows of a table with two columns.
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

    /// What the total holds, in a sentence.
    pub(crate) fn included(&self) -> &'static str {
        match self.payment {
            Payment::Unsettled => "All taxes included. Delivery charge (up to ₹100) is extra.",
            Payment::Later | Payment::CashOnDelivery | Payment::Online => "All taxes and delivery included.",
        }
    }

    /// How it is paid, in a sentence.
    pub(crate) fn payment_words(&self) -> String {
        let total = rupees(self.total_paise);
        match self.payment {
            Payment::Later if self.is_to_be_paid_later => {
                let how = self.pay_to.as_ref();
                let how = how.map(|pay_to| pay_to.words(&total, &self.order_number));
                let how = how.unwrap_or_else(|| "We will email you how to pay.".to_owned());
                format!("{how}\nPayment receipt will be issued after payment.")
            }
            Payment::Unsettled | Payment::Later => "Payment receipt will be issued after payment.".to_owned(),
            Payment::Online => "It is paid online.".to_owned(),
            Payment::CashOnDelivery => {
                format!("Please have {total} ready in cash: the carrier collects it at your door.")
            }
        }
    }

    /// What is attached, as a paragraph of its own; nothing when nothing is.
    pub(crate) fn attached_words(&self) -> Value<'static> {
        let Some(attached) = &self.attached else {
            return Value::Made {
                text: String::new(),
                html: String::new(),
            };
        };
        let words = format!(
            "Its {} {} is attached to this mail.",
            attached.kind.words(),
            attached.number
        );
        paragraph(&words)
    }

    /// The order with the packs of its return alone, at what they cost: the way to the shopper is no part of it.
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

    /// The link as it stands in a mail.
    pub(crate) fn follow(&self) -> Value<'static> {
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

/// A paragraph of its own between two others; nothing of nothing.
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

/// Where a shopper follows an order; the token that opens it stands behind the `#`, which browsers never send.
pub(crate) fn link(site_url: &SiteUrl, order_number: &str, token: &str) -> String {
    if token.is_empty() {
        format!("{site_url}/track")
    } else {
        format!("{site_url}/track#{order_number}/{token}")
    }
}

impl Line {
    fn label(&self) -> String {
        format!(
            "{} × {} ({} g)",
            self.quantity, self.product_name, self.weight_in_grams
        )
    }
}

/// An order whose shopper typed what looks like a template and like HTML.
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
        lines: vec![Line {
            product_name: "Karela & Jamun".to_owned(),
            weight_in_grams: 100,
            quantity: 2,
            total_paise: 49_800,
        }],
        parcel: None,
        returned_lines: Vec::new(),
        return_terms: None,
        shoppers_wish: None,
        money: Money::NotPaid,
        reason: "Its seal was broken.".to_owned(),
        charges: Vec::new(),
        payment: Payment::Unsettled,
        is_by_staff: false,
        promised_by: Some("Tuesday, 24 November 2026".to_owned()),
        payment_due_at: None,
        is_to_be_paid_later: false,
        pay_to: None,
        received: None,
        attached: None,
        link: "https://shop.example/track#VM-261121-7K3QX/6a3b-00c0ffee".to_owned(),
    }
}
