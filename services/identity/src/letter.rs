//! What the mails say. Pure.

use mail::{Body, Mail, Template, Value};
use uuid::Uuid;
use values::Email;

const CODE: Template = Template {
    text: include_str!("../mails/one_time_code.txt"),
    html: include_str!("../mails/one_time_code.html"),
};

const CHANGED: Template = Template {
    text: include_str!("../mails/password_changed.txt"),
    html: include_str!("../mails/password_changed.html"),
};

/// A one-time code, in the mail with this id.
pub fn code(id: Uuid, email: &Email, code: &str) -> Mail {
    let body = CODE.fill(&[("code", Value::Text(code))]);
    mail(id, email, "Your code for a new password", body)
}

/// A notice that the password was changed, in the mail with this id.
pub fn password_changed(id: Uuid, email: &Email) -> Mail {
    mail(id, email, "Your password was changed", CHANGED.fill(&[]))
}

fn mail(id: Uuid, email: &Email, subject: &str, body: Body) -> Mail {
    Mail {
        to: email.as_str().to_owned(),
        reply_to: None,
        subject: subject.to_owned(),
        text: body.text,
        html: body.html,
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
