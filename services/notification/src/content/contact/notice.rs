//! The mail that gives the shop a message, with everything needed to answer it. Pure.

use mail::{Address, Content, Templates, Value};

use crate::content::{
    message::{Message, quoted},
    unsent_mail::UnsentMail,
};

const TEMPLATES: Templates = mail::templates!("contact_notice");

/// Sends the message to the shop. Replies go to the sender.
pub(crate) fn mail(message: &Message, shop: &Address) -> UnsentMail {
    UnsentMail {
        to: shop.to_string(),
        reply_to: message.email.parse().ok(),
        content: content(message),
    }
}

fn content(message: &Message) -> Content {
    let content = TEMPLATES.fill(&[
        ("received_at", Value::Text(&message.received_at)),
        ("name", Value::Text(&message.name)),
        ("email", Value::Text(&message.email)),
        ("phone", Value::Text(&message.phone)),
        ("subject", Value::Text(&message.subject)),
        ("message", quoted(&message.message)),
    ]);
    // Control characters become spaces, so the subject stays one line and the shop gets even strange
    // messages.
    let subject = content.subject.replace(char::is_control, " ");
    Content { subject, ..content }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::message::sample;

    #[test]
    fn both_bodies_tell_who_wrote_what_and_how_to_answer() {
        let Content { text, html, .. } = content(&sample());
        for body in [&text, &html] {
            for part in [
                "21 November 2026, 12:51 pm",
                "Asha Patel",
                "asha@example.com",
                "9876543210",
                "order status",
                "{{name}}",
            ] {
                assert!(body.contains(part), "{part} is missing in {body}");
            }
        }
        assert!(text.contains("> Where is my <b>parcel</b>?\n"), "{text}");
        assert!(
            html.contains("Where is my &lt;b&gt;parcel&lt;/b&gt;?<br>"),
            "{html}"
        );
    }

    #[test]
    fn the_subject_is_one_line_for_any_input() {
        assert_eq!(
            content(&sample()).subject,
            "Message from Asha Patel: order status"
        );
        let injected = Message {
            name: "Asha\r\nBcc: all@example.com".to_owned(),
            ..sample()
        };
        assert_eq!(
            content(&injected).subject,
            "Message from Asha  Bcc: all@example.com: order status"
        );
    }
}
