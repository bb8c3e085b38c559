//! A message to the shop and the rules it must keep. The messages to the sender are the product specification's.

use email_address::{EmailAddress, Options};
use runtime::status::Violation;

/// Characters a name may have: more than any letterhead holds.
const MAX_NAME: usize = 100;

/// Characters a message may have: two printed pages.
const MAX_MESSAGE: usize = 5_000;

/// A message as it arrived; [`Details::check`] makes a [`Message`] of it.
#[derive(Debug, Clone, Default)]
pub struct Details {
    /// Who writes.
    pub name: String,
    /// Where the answer goes.
    pub email: String,
    /// Ten digits.
    pub phone: String,
    /// One of four, in any case.
    pub subject: String,
    /// What it says.
    pub message: String,
}

/// A message that keeps every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// One line of 1 to 100 characters.
    pub name: String,
    /// A well-formed address.
    pub email: String,
    /// Ten digits.
    pub phone: String,
    /// What it is about.
    pub subject: Subject,
    /// 1 to 5,000 characters.
    pub message: String,
}

/// What a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Anything about the shop.
    GeneralInquiry,
    /// A product.
    ProductInformation,
    /// An order.
    OrderStatus,
    /// Anything else.
    Other,
}

impl Subject {
    const ALL: [Self; 4] = [
        Self::GeneralInquiry,
        Self::ProductInformation,
        Self::OrderStatus,
        Self::Other,
    ];

    /// As it is kept and told: lower-cased.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GeneralInquiry => "general inquiry",
            Self::ProductInformation => "product information",
            Self::OrderStatus => "order status",
            Self::Other => "other",
        }
    }

    fn read(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|subject| subject.as_str().eq_ignore_ascii_case(text))
    }
}

impl Details {
    /// Trims the values and holds them against the rules; answers every violation, in the order of the form.
    pub fn check(self) -> Result<Message, Vec<Violation>> {
        let trimmed = |value: &str| value.trim().to_owned();
        let (name, email, phone) = (trimmed(&self.name), trimmed(&self.email), trimmed(&self.phone));
        let (subject, message) = (Subject::read(self.subject.trim()), trimmed(&self.message));
        let mut violations = Vec::new();
        let mut rule = |field: &str, broken: Option<&str>| {
            violations.extend(broken.map(|message| Violation::new(field, message)));
        };
        rule("name", broken_name(&name));
        rule("email", (!is_address(&email)).then_some("Invalid email"));
        rule("phone", (!is_phone(&phone)).then_some("Invalid phone number"));
        rule("subject", subject.is_none().then_some("Select a valid subject"));
        rule("message", broken_message(&message));
        match subject {
            Some(subject) if violations.is_empty() => Ok(Message {
                name,
                email,
                phone,
                subject,
                message,
            }),
            _ => Err(violations),
        }
    }
}

/// A name becomes part of a mail, where a line end would begin a header.
fn broken_name(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("Name is required")
    } else if name.chars().count() > MAX_NAME {
        Some("Name should be at most 100 characters long")
    } else if name.contains(char::is_control) {
        Some("Name should be one line of plain text")
    } else {
        None
    }
}

fn broken_message(message: &str) -> Option<&'static str> {
    if message.is_empty() {
        Some("Message is required")
    } else if message.chars().count() > MAX_MESSAGE {
        Some("Message should be at most 5000 characters long")
    } else if message.contains(|c: char| c.is_control() && !"\r\n\t".contains(c)) {
        Some("Message holds characters that cannot be printed. Please type it again")
    } else {
        None
    }
}

fn is_address(email: &str) -> bool {
    let rules = Options::default()
        .with_required_tld()
        .without_display_text()
        .without_domain_literal();
    EmailAddress::parse_with_options(email, rules).is_ok()
}

fn is_phone(phone: &str) -> bool {
    phone.len() == 10 && phone.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn details() -> Details {
        Details {
            name: " Asha Patel ".to_owned(),
            email: "asha@example.com ".to_owned(),
            phone: "9876543210".to_owned(),
            subject: "Order Status".to_owned(),
            message: "Where is my parcel?\nThank you".to_owned(),
        }
    }

    #[track_caller]
    fn refused(change: fn(&mut Details), expected: &[(&str, &str)]) {
        let mut details = details();
        change(&mut details);
        let violations = details.check().expect_err("a rule is broken");
        let found: Vec<_> = violations
            .iter()
            .map(|violation| (violation.field.as_str(), violation.message.as_str()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_good_message_is_trimmed_and_its_subject_known_in_any_case() {
        let message = details().check().expect("it keeps every rule");
        assert_eq!(message.name, "Asha Patel");
        assert_eq!(message.email, "asha@example.com");
        assert_eq!(message.subject, Subject::OrderStatus);
    }

    #[test]
    fn every_rule_has_its_words() {
        refused(|d| d.name.clear(), &[("name", "Name is required")]);
        refused(
            |d| d.name = "x\r\nBcc: all@example.com".to_owned(),
            &[("name", "Name should be one line of plain text")],
        );
        refused(
            |d| d.name = "x".repeat(101),
            &[("name", "Name should be at most 100 characters long")],
        );
        refused(|d| d.email = "asha".to_owned(), &[("email", "Invalid email")]);
        refused(
            |d| d.email = "asha@example.com\r\nBcc: b@example.com".to_owned(),
            &[("email", "Invalid email")],
        );
        refused(
            |d| d.phone = "987654321".to_owned(),
            &[("phone", "Invalid phone number")],
        );
        refused(
            |d| d.phone = "९८७६५४३२१०".to_owned(),
            &[("phone", "Invalid phone number")],
        );
        refused(
            |d| d.subject = "select subject".to_owned(),
            &[("subject", "Select a valid subject")],
        );
        refused(
            |d| d.message = " \n ".to_owned(),
            &[("message", "Message is required")],
        );
        refused(
            |d| d.message = "x".repeat(5_001),
            &[("message", "Message should be at most 5000 characters long")],
        );
        refused(
            |d| *d = Details::default(),
            &[
                ("name", "Name is required"),
                ("email", "Invalid email"),
                ("phone", "Invalid phone number"),
                ("subject", "Select a valid subject"),
                ("message", "Message is required"),
            ],
        );
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_check_or_brings_a_line_end_into_a_name(
            name in ".*", email in ".*", phone in ".*", subject in ".*", message in ".*",
        ) {
            let details = Details { name, email, phone, subject, message };
            if let Ok(message) = details.check() {
                prop_assert!(!message.name.contains(char::is_control));
            }
        }
    }
}
