//! A message to the shop and its validation. The error texts are those of the product specification.

use runtime::status::{Rule, Violation, field};
use values::{Email, Line, MobileNumber, Paragraphs};

/// The maximum length of a name in characters.
const MAX_NAME: usize = 100;

/// The maximum length of a message in characters: two printed pages.
const MAX_MESSAGE: usize = 5_000;

/// An unvalidated message; [`MessageDetails::validate`] makes a [`Message`] of it.
#[derive(Debug, Clone, Default)]
pub struct MessageDetails {
    /// The sender's name.
    pub name: String,
    /// The email address for the answer.
    pub email: String,
    /// Ten digits, in any notation.
    pub phone: String,
    /// One of the four subjects, in any case.
    pub subject: String,
    /// The text.
    pub message: String,
}

/// A validated message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// One line of 1 to 100 characters.
    pub name: String,
    /// A well-formed address.
    pub email: String,
    /// Ten digits.
    pub phone: String,
    /// The subject.
    pub subject: Subject,
    /// 1 to 5,000 characters.
    pub message: String,
}

/// The subject of a message.
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

    /// The lower-case name, as stored and published.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GeneralInquiry => "general inquiry",
            Self::ProductInformation => "product information",
            Self::OrderStatus => "order status",
            Self::Other => "other",
        }
    }

    fn parse(text: &str) -> Result<Self, Rule> {
        if text.is_empty() {
            return Err(Rule::Required);
        }
        Self::ALL
            .into_iter()
            .find(|subject| subject.as_str().eq_ignore_ascii_case(text))
            .ok_or(Rule::Unknown)
    }
}

impl MessageDetails {
    /// Validates the values. Returns every violation, in the order of the form.
    pub fn validate(self) -> Result<Message, Vec<Violation>> {
        let mut violations = Vec::new();
        let name = Line::<MAX_NAME>::read(&self.name).map_err(|broken| broken.of("Name"));
        let name = field("name", name, &mut violations);
        let email = Email::read(&self.email).map_err(|rule| rule.says("Invalid email"));
        let email = field("email", email, &mut violations);
        let phone = MobileNumber::read(&self.phone).map_err(|rule| rule.says("Invalid phone number"));
        let phone = field("phone", phone, &mut violations);
        let subject = Subject::parse(self.subject.trim()).map_err(|rule| rule.says("Select a valid subject"));
        let subject = field("subject", subject, &mut violations);
        let message = Paragraphs::<MAX_MESSAGE>::read(&self.message);
        let message = message.map_err(|broken| broken.of("Message"));
        let message = field("message", message, &mut violations);
        match (name, email, phone, subject, message) {
            (Some(name), Some(email), Some(phone), Some(subject), Some(message)) => Ok(Message {
                name: name.into_string(),
                email: email.into_string(),
                phone: phone.into_string(),
                subject,
                message: message.into_string(),
            }),
            _ => Err(violations),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn details() -> MessageDetails {
        MessageDetails {
            name: " Asha Patel ".to_owned(),
            email: "asha@example.com ".to_owned(),
            phone: "9876543210".to_owned(),
            subject: "Order Status".to_owned(),
            message: "Where is my parcel?\nThank you".to_owned(),
        }
    }

    #[track_caller]
    fn refused(change: fn(&mut MessageDetails), expected: &[(&str, &str, &str)]) {
        let mut details = details();
        change(&mut details);
        let violations = details.validate().expect_err("a rule is broken");
        let found: Vec<_> = violations
            .iter()
            .map(|violation| {
                let code = violation.broken.rule().code();
                (violation.field.as_ref(), code, violation.message())
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_good_message_is_trimmed_and_its_subject_known_in_any_case() {
        let message = details().validate().expect("it keeps every rule");
        assert_eq!(message.name, "Asha Patel");
        assert_eq!(message.email, "asha@example.com");
        assert_eq!(message.subject, Subject::OrderStatus);
        let phone = "+91 98765-43210".to_owned();
        let message = MessageDetails { phone, ..details() }
            .validate()
            .expect("it keeps every rule");
        assert_eq!(message.phone, "9876543210");
    }

    #[test]
    fn every_rule_has_its_words() {
        refused(|d| d.name.clear(), &[("name", "REQUIRED", "Name is required")]);
        let many_lines = "Name should be one line of plain text";
        refused(
            |d| d.name = "x\r\nBcc: all@example.com".to_owned(),
            &[("name", "NOT_ALLOWED_CHARACTERS", many_lines)],
        );
        let too_long = "Name should be at most 100 characters long";
        refused(|d| d.name = "x".repeat(101), &[("name", "TOO_LONG", too_long)]);
        let bad_email = [("email", "MALFORMED", "Invalid email")];
        refused(|d| d.email = "asha".to_owned(), &bad_email);
        refused(
            |d| d.email = "asha@example.com\r\nBcc: b@example.com".to_owned(),
            &bad_email,
        );
        refused(|d| d.email = "v\u{131}ctim@gmail.com".to_owned(), &bad_email);
        let bad_phone = [("phone", "MALFORMED", "Invalid phone number")];
        refused(|d| d.phone = "987654321".to_owned(), &bad_phone);
        refused(|d| d.phone = "९८७६५४३२१०".to_owned(), &bad_phone);
        refused(
            |d| d.subject = "select subject".to_owned(),
            &[("subject", "UNKNOWN", "Select a valid subject")],
        );
        let hidden = "Message contains characters that cannot be printed. Please type it again";
        refused(
            |d| d.message = "Pay here \u{202e}moc.elpmaxe".to_owned(),
            &[("message", "NOT_ALLOWED_CHARACTERS", hidden)],
        );
        let no_message = ("message", "REQUIRED", "Message is required");
        refused(|d| d.message = " \n ".to_owned(), &[no_message]);
        let too_long = "Message should be at most 5000 characters long";
        refused(
            |d| d.message = "x".repeat(5_001),
            &[("message", "TOO_LONG", too_long)],
        );
        refused(
            |d| *d = MessageDetails::default(),
            &[
                ("name", "REQUIRED", "Name is required"),
                ("email", "REQUIRED", "Invalid email"),
                ("phone", "REQUIRED", "Invalid phone number"),
                ("subject", "REQUIRED", "Select a valid subject"),
                no_message,
            ],
        );
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_check_or_brings_a_line_end_into_a_name(
            name in ".*", email in ".*", phone in ".*", subject in ".*", message in ".*",
        ) {
            let details = MessageDetails { name, email, phone, subject, message };
            if let Ok(message) = details.validate() {
                prop_assert!(!message.name.contains(char::is_control));
            }
        }
    }
}
