//! What a confirmation says. Pure: the same order always gives the same mail.

/// An order, as its confirmation tells it.
#[derive(Debug, Clone)]
pub(crate) struct Confirmation {
    pub(crate) order_number: String,
    pub(crate) full_name: String,
    pub(crate) delivery_address: String,
    pub(crate) pincode: String,
    pub(crate) total_paise: i64,
    pub(crate) lines: Vec<Line>,
}

/// A line of it.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) product_name: String,
    pub(crate) weight_in_grams: i32,
    pub(crate) quantity: i32,
    pub(crate) total_paise: i64,
}

const TEXT: &str = include_str!("../mails/order_confirmation.txt");
const HTML: &str = include_str!("../mails/order_confirmation.html");

impl Confirmation {
    pub(crate) fn subject(&self) -> String {
        format!("Order Confirmed! {}", self.order_number)
    }

    pub(crate) fn text(&self) -> String {
        let line = |line: &Line| format!("{}  {}", line.label(), rupees(line.total_paise));
        let lines: Vec<_> = self.lines.iter().map(line).collect();
        self.fill(TEXT, &lines.join("\n"), str::to_owned)
    }

    pub(crate) fn html(&self) -> String {
        let row = |line: &Line| {
            format!(
                "<tr><td>{}</td><td align=\"right\">{}</td></tr>",
                escaped(&line.label()),
                rupees(line.total_paise)
            )
        };
        let rows: String = self.lines.iter().map(row).collect();
        self.fill(HTML, &rows, |value| escaped(value).replace('\n', "<br>"))
    }

    /// The template is split at its placeholders, so that a value which looks like one stays a value.
    fn fill(&self, template: &str, lines: &str, write: fn(&str) -> String) -> String {
        let mut filled = String::with_capacity(template.len() + lines.len());
        let mut parts = template.split("{{");
        filled.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (name, rest) = part
                .split_once("}}")
                .expect("our templates close their placeholders");
            filled.push_str(&match name {
                "order_number" => write(&self.order_number),
                "full_name" => write(&self.full_name),
                "delivery_address" => write(&self.delivery_address),
                "pincode" => write(&self.pincode),
                "total" => rupees(self.total_paise),
                "lines" => lines.to_owned(),
                other => panic!("our templates do not ask for {other}"),
            });
            filled.push_str(rest);
        }
        filled
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Rupees grouped as in India, ₹1,23,456; paise only where there are some.
fn rupees(paise: i64) -> String {
    let digits = (paise / 100).to_string();
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    let mut grouped = String::new();
    for (index, digit) in head.chars().enumerate() {
        grouped.push(digit);
        if (head.len() - index) % 2 == 1 {
            grouped.push(',');
        }
    }
    let fraction = if paise % 100 == 0 {
        String::new()
    } else {
        format!(".{:02}", paise % 100)
    };
    format!("₹{grouped}{tail}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confirmation() -> Confirmation {
        Confirmation {
            order_number: "VM-261121-7K3QX".to_owned(),
            full_name: "Asha Patel".to_owned(),
            delivery_address: "12 <b>Ring</b> Road,\nSurat {{total}}".to_owned(),
            pincode: "395007".to_owned(),
            total_paise: 82_200,
            lines: vec![Line {
                product_name: "Karela & Jamun".to_owned(),
                weight_in_grams: 100,
                quantity: 2,
                total_paise: 49_800,
            }],
        }
    }

    #[test]
    fn both_bodies_tell_what_was_ordered_and_what_comes_next() {
        let (text, html) = (confirmation().text(), confirmation().html());
        for body in [&text, &html] {
            for part in [
                "VM-261121-7K3QX",
                "Asha Patel",
                "395007",
                "₹822",
                "₹498",
                "5-7 business days",
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
        }
        assert!(text.contains("2 × Karela & Jamun (100 g)  ₹498"), "{text}");
    }

    #[test]
    fn what_a_shopper_typed_is_text_and_no_template() {
        let html = confirmation().html();
        assert!(
            html.contains("12 &lt;b&gt;Ring&lt;/b&gt; Road,<br>Surat {{total}}"),
            "{html}"
        );
        assert!(html.contains("Karela &amp; Jamun"), "{html}");
    }

    #[test]
    fn rupees_are_grouped_as_in_india() {
        let table = [
            (100, "₹1"),
            (99_900, "₹999"),
            (100_000, "₹1,000"),
            (1_234_550, "₹12,345.50"),
            (12_345_600, "₹1,23,456"),
            (1_234_567_800, "₹1,23,45,678"),
        ];
        for (paise, expected) in table {
            assert_eq!(rupees(paise), expected);
        }
    }
}
