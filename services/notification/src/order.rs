//! An order, as mails tell it.

use mail::{Value, escaped};

use crate::india::rupees;

/// A placed order.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) order_number: String,
    /// In words.
    pub(crate) placed_at: String,
    pub(crate) full_name: String,
    pub(crate) email: String,
    pub(crate) mobile_number: String,
    pub(crate) delivery_address: String,
    pub(crate) pincode: String,
    pub(crate) total_paise: i64,
    pub(crate) lines: Vec<Line>,
    /// None until it is shipped.
    pub(crate) parcel: Option<Parcel>,
}

/// How it travels, as the carrier or somebody of the shop says.
#[derive(Debug, Clone)]
pub(crate) struct Parcel {
    pub(crate) carrier: String,
    /// May be empty.
    pub(crate) tracking_number: String,
    /// An https address, or empty.
    pub(crate) tracking_url: String,
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
    /// The lines as text, and as rows of a table with two columns.
    pub(crate) fn lines(&self) -> Value<'static> {
        let text = |line: &Line| format!("{}  {}", line.label(), rupees(line.total_paise));
        let row = |line: &Line| {
            format!(
                "<tr><td style=\"padding:6px 0\">{}</td>\
                 <td align=\"right\" style=\"padding:6px 0 6px 12px;white-space:nowrap\">{}</td></tr>",
                escaped(&line.label()),
                rupees(line.total_paise)
            )
        };
        let texts: Vec<_> = self.lines.iter().map(text).collect();
        Value::Made {
            text: texts.join("\n"),
            html: self.lines.iter().map(row).collect(),
        }
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
    }
}
