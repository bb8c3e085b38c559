//! The acknowledgement of a message to the shop. Pure.

use mail::{Address, Content, Templates};

use crate::content::{message::Message, unsent_mail::UnsentMail};

const TEMPLATES: Templates = mail::templates!("contact_acknowledgement");

/// Tells the sender that the shop has the message. Replies go to the shop.
pub(crate) fn mail(message: &Message, shop: &Address) -> UnsentMail {
    UnsentMail {
        to: message.email.clone(),
        reply_to: Some(shop.clone()),
        content: content(),
    }
}

/// Repeats nothing that the sender typed, not even a name. The address may be a stranger's, and this mail
/// would carry the sender's words.
fn content() -> Content {
    TEMPLATES.fill(&[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bodies_thank_and_say_what_comes_next() {
        let Content { subject, text, html } = content();
        assert_eq!(subject, "We have your message");
        for body in [text, html] {
            for part in ["thank you for writing to us", "answer you soon"] {
                assert!(body.contains(part), "{part:?} is missing in {body}");
            }
        }
    }
}
