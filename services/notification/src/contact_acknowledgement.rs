//! What somebody who wrote to the shop is told. Pure.

use mail::{Body, Template, Value};

use crate::message::Message;

const TEMPLATE: Template = Template {
    text: include_str!("../mails/contact_acknowledgement.txt"),
    html: include_str!("../mails/contact_acknowledgement.html"),
};

/// Says nothing that somebody typed.
pub(crate) const SUBJECT: &str = "We have your message";

/// Repeats nothing of the message: whoever writes may name a stranger's address, and this mail would carry their words.
pub(crate) fn body(message: &Message) -> Body {
    TEMPLATE.fill(&[
        ("name", Value::Text(&message.name)),
        ("subject", Value::Text(&message.subject)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::sample;

    #[test]
    fn both_bodies_name_the_subject_and_repeat_nothing_else() {
        let Body { text, html } = body(&sample());
        for (body, parts) in [
            (
                &text,
                ["Namaste Asha Patel,", "writing to us about order status."],
            ),
            (&html, ["Namaste Asha Patel,", "<strong>order status</strong>"]),
        ] {
            for part in parts {
                assert!(body.contains(part), "{part:?} is missing in {body}");
            }
            assert!(!body.contains("parcel"), "{body}");
        }
    }
}
