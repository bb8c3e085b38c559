//! What somebody who wrote to the shop is told. Pure.

use mail::{Address, Body, Template};

use crate::{letter::Letter, message::Message};

const TEMPLATE: Template = Template {
    text: include_str!("../mails/contact_acknowledgement.txt"),
    html: include_str!("../mails/contact_acknowledgement.html"),
};

/// Tells who wrote that the shop has the message; an answer goes to the shop.
pub(crate) fn letter(message: &Message, shop: &Address) -> Letter {
    Letter {
        to: message.email.clone(),
        reply_to: Some(shop.clone()),
        subject: SUBJECT.to_owned(),
        body: body(),
    }
}

/// Says nothing that somebody typed.
const SUBJECT: &str = "We have your message";

/// Repeats nothing that somebody typed, not even a name: whoever writes may name a stranger's address, and this mail would
/// carry their words.
fn body() -> Body {
    TEMPLATE.fill(&[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bodies_thank_and_say_what_comes_next() {
        let Body { text, html } = body();
        for body in [text, html] {
            for part in ["thank you for writing to us", "answer you soon"] {
                assert!(body.contains(part), "{part:?} is missing in {body}");
            }
        }
    }
}
