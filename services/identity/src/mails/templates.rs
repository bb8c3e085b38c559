//! The content of the mails. Pure.

use jobs::Kind;
use mail::{Content, Mail, Templates, Value};
use uuid::Uuid;
use values::Email;

use crate::mails::mail_job::{
    ACCOUNT_DELETED, DATA_READY, EMAIL_CHANGED, MOBILE_NUMBER_CHANGED, PASSWORD_CHANGED, SESSIONS_ENDED,
    STAFF_PASSWORD_CHANGED, STAFF_SIGN_IN_CHANGED, STAFF_WRONG_CODES,
};

const CODE: Templates = mail::templates!("one_time_code");

const ACCOUNT_CODE: Templates = mail::templates!("account_code");

const EMAIL_CHANGE_CODE: Templates = mail::templates!("email_change_code");

const STAFF_INVITATION: Templates = mail::templates!("staff_invitation");

const STAFF_CODE: Templates = mail::templates!("staff_password_code");

const NOTICES: [(Kind, Templates); 9] = [
    (PASSWORD_CHANGED, mail::templates!("password_changed")),
    (MOBILE_NUMBER_CHANGED, mail::templates!("mobile_number_changed")),
    (EMAIL_CHANGED, mail::templates!("email_changed")),
    (SESSIONS_ENDED, mail::templates!("sessions_ended")),
    (DATA_READY, mail::templates!("data_ready")),
    (ACCOUNT_DELETED, mail::templates!("account_deleted")),
    (STAFF_WRONG_CODES, mail::templates!("staff_wrong_codes")),
    (STAFF_PASSWORD_CHANGED, mail::templates!("staff_password_changed")),
    (STAFF_SIGN_IN_CHANGED, mail::templates!("staff_sign_in_changed")),
];

/// The mail with a shopper's password reset code; `id` is the mail's id.
pub fn code(id: Uuid, email: &Email, code: &str) -> Mail {
    mail(id, email, CODE.fill(&[("code", Value::Text(code))]))
}

/// The mail with a staff member's password reset code.
pub fn staff_password_code(id: Uuid, email: &Email, code: &str) -> Mail {
    mail(id, email, STAFF_CODE.fill(&[("code", Value::Text(code))]))
}

/// The mail with a code that proves the account's address.
pub fn account_code(id: Uuid, email: &Email, code: &str) -> Mail {
    mail(id, email, ACCOUNT_CODE.fill(&[("code", Value::Text(code))]))
}

/// The mail with a code that proves the account's new address.
pub fn email_change_code(id: Uuid, email: &Email, code: &str) -> Mail {
    mail(id, email, EMAIL_CHANGE_CODE.fill(&[("code", Value::Text(code))]))
}

/// The mail with an invitation link for staff.
pub fn staff_invitation(id: Uuid, email: &Email, link: &str) -> Mail {
    mail(id, email, STAFF_INVITATION.fill(&[("link", Value::Text(link))]))
}

/// The mail of a notice without parameters. `None` if the kind is no notice.
pub fn notice(id: Uuid, kind: &str, email: &Email) -> Option<Mail> {
    let (_, templates) = NOTICES.into_iter().find(|(notice, _)| notice.name == kind)?;
    Some(mail(id, email, templates.fill(&[])))
}

fn mail(id: Uuid, email: &Email, content: Content) -> Mail {
    Mail {
        to: email.as_str().to_owned(),
        reply_to: None,
        subject: content.subject,
        text: content.text,
        html: content.html,
        about: id.to_string(),
        attachment: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mails::mail_job;

    #[test]
    fn both_bodies_tell_the_code_and_how_long_it_lives() {
        for templates in [CODE, ACCOUNT_CODE, EMAIL_CHANGE_CODE, STAFF_CODE] {
            let body = templates.fill(&[("code", Value::Text("012345"))]);
            for text in [body.text, body.html] {
                assert!(text.contains("012345") && text.contains("10 minutes"), "{text}");
            }
        }
    }

    #[test]
    fn both_bodies_of_an_invitation_tell_the_link_and_how_long_it_works() {
        let link = "http://localhost:8081/invitation#0aZ-_";
        let body = STAFF_INVITATION.fill(&[("link", Value::Text(link))]);
        for text in [body.text, body.html] {
            assert!(text.contains(link) && text.contains("72 hours"), "{text}");
        }
    }

    #[test]
    fn every_mail_is_a_code_an_invitation_or_a_notice() {
        let email = Email::read("asha@gmail.com").expect("it is an address");
        let is_code = |name: &str| name.ends_with("-code") || name.ends_with("-invitation");
        for kind in mail_job::ALL {
            let is_notice = notice(Uuid::nil(), kind.name, &email).is_some();
            assert_ne!(is_notice, is_code(kind.name), "{}", kind.name);
        }
    }
}
