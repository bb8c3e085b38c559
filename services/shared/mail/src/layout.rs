//! The HTML layout of all mails.

use lettre::message::Mailbox;

use crate::{
    signature::Signature,
    template::{Template, Value},
};

/// Tables and inline styles, because mail programs support little else.
const LAYOUT: Template = Template {
    subject: "",
    text: "",
    html: include_str!("layout.html"),
};

/// Builds the page: the fragment between the sender's name and signature.
pub(crate) fn wrap(fragment: &str, from: &Mailbox, subject: &str, signed_by: Option<&Signature>) -> String {
    let sender = from.name.as_deref().unwrap_or_else(|| from.email.domain());
    let content = Value::Made {
        text: String::new(),
        html: fragment.to_owned(),
    };
    let values = [
        ("sender", Value::Text(sender)),
        ("subject", Value::Text(subject)),
        ("content", content),
        ("signature", signed_by.map_or(Value::Text(""), Signature::row)),
    ];
    LAYOUT.fill(&values).html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(from: &str) -> String {
        let from = from.parse().expect("it is a mailbox");
        wrap("<p>Hello {{name}}</p>", &from, "A <b>bold</b> subject", None)
    }

    #[test]
    fn the_content_stands_under_the_senders_name_and_only_the_content_is_html() {
        let page = page("Khadi & Sons <orders@vanmool.example>");
        for part in [
            ">Khadi &amp; Sons</td>",
            "<p>Hello {{name}}</p>",
            "<title>A &lt;b&gt;bold&lt;/b&gt; subject</title>",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
    }

    #[test]
    fn a_sender_without_a_name_is_its_domain() {
        assert!(page("orders@vanmool.example").contains(">vanmool.example</td>"));
    }
}
