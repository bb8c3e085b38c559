//! What the mails say. Pure.

use mail::{Content, Mail, Templates, Value};
use uuid::Uuid;
use values::Email;

const CODE: Templates = mail::templates!("one_time_code");

const CHANGED: Templates = mail::templates!("password_changed");

/// A one-time code, in the mail with this id.
pub fn code(id: Uuid, email: &Email, code: &str) -> Mail {
    mail(id, email, CODE.fill(&[("code", Value::Text(code))]))
}

/// A notice that the password was changed, in the mail with this id.
pub fn password_changed(id: Uuid, email: &Email) -> Mail {
    mail(id, email, CHANGED.fill(&[]))
}

fn mail(id: Uuid, email: &Email, content: Content) -> Mail {
    Mail {
        to: email.as_str().to_owned(),
        reply_to: None,
        subject: content.subject,
        text: content.text,
        html: content.html,
        about: id.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bodies_tell_the_code_and_how_long_it_lives() {
        let body = CODE.fill(&[("code", Value::Text("012345"))]);
        for text in [body.text, body.html] {
            assert!(text.contains("012345") && text.contains("10 minutes"), "{text}");
        }
    }
}
