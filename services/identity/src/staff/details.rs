//! Validation of values typed by staff.

use runtime::status::{Broken, Rule, Violation, field};
use values::{Email, Line};

use crate::{account::new_password::broken_length_of, error::Error, staff::role::Role};

/// The minimum and maximum length of a name in characters.
const MIN_NAME: usize = 2;
const MAX_NAME: usize = 60;

/// The minimum length of a staff password in characters.
const MIN_PASSWORD: usize = 12;

/// The maximum length of a log subject in characters.
const MAX_SUBJECT: usize = 200;

/// The maximum length of a gRPC service or method name.
const MAX_PATH: usize = 100;

/// An unvalidated invitee.
#[derive(Debug, Clone)]
pub struct InviteeDetails {
    /// The name shown to colleagues.
    pub name: String,
    /// The recipient of the invitation.
    pub email: String,
    /// The role.
    pub role: Option<Role>,
}

/// A validated invitee.
#[derive(Debug, Clone)]
pub struct Invitee {
    /// 2 to 60 characters.
    pub name: String,
    /// The recipient of the invitation.
    pub email: Email,
    /// The role.
    pub role: Role,
}

impl InviteeDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<Invitee, Error> {
        let mut violations = Vec::new();
        let name = field("name", name(&self.name), &mut violations);
        let email = field("email", email(&self.email), &mut violations);
        let role = field("role", role(self.role), &mut violations);
        match (name, email, role) {
            (Some(name), Some(email), Some(role)) => Ok(Invitee { name, email, role }),
            _ => Err(Error::Invalid(violations)),
        }
    }
}

/// Validates a name as colleagues see it.
pub fn name(typed: &str) -> Result<String, Broken> {
    let name = Line::<MAX_NAME>::read(typed).map_err(|broken| broken.of("Name"))?;
    if name.as_str().chars().count() < MIN_NAME {
        let message = format!("Name should be at least {MIN_NAME} characters long");
        return Err(Rule::TooShort { min: MIN_NAME }.says(message));
    }
    Ok(name.into_string())
}

/// Validates an email address. Every host is allowed, because the owner chooses the staff.
pub fn email(typed: &str) -> Result<Email, Broken> {
    Email::read(typed).map_err(|rule| rule.says("Please enter a valid email address."))
}

/// Validates that a role was chosen.
pub fn role(chosen: Option<Role>) -> Result<Role, Broken> {
    chosen.ok_or_else(|| Rule::Required.says("Choose a role"))
}

/// Validates the length of a new password.
pub fn new_password(typed: &str) -> Result<(), Broken> {
    broken_length_of(typed, MIN_PASSWORD).map_or(Ok(()), Err)
}

/// Checks the password and code of a sign-in or reauthentication. Only missing or impossible values are
/// reported.
pub fn password_and_code(password: &str, code: &str, violations: &mut Vec<Violation>) {
    let given = if password.is_empty() {
        Err(Rule::Required.says("Password is required"))
    } else {
        broken_length_of(password, 1).map_or(Ok(()), Err)
    };
    field("password", given, violations);
    self::code("code", code, violations);
}

/// Checks that the code in this field is present.
pub fn code(name: &'static str, typed: &str, violations: &mut Vec<Violation>) {
    let given = if typed.trim().is_empty() {
        Err(Rule::Required.says("Code is required"))
    } else {
        Ok(())
    };
    field(name, given, violations);
}

/// Validates the subject of a log entry; empty for a list.
pub fn subject(sent: &str) -> Result<String, Broken> {
    if sent.is_empty() {
        return Ok(String::new());
    }
    let line = Line::<MAX_SUBJECT>::read(sent).map_err(|broken| broken.of("Subject"))?;
    Ok(line.into_string())
}

/// Validates the id of the single thing that a call is about.
pub fn about(sent: &str) -> Result<&str, Broken> {
    if sent.len() <= MAX_SUBJECT {
        return Ok(sent);
    }
    let rule = Rule::TooLong { max: MAX_SUBJECT };
    Err(rule.says(format!("This is no id: it has more than {MAX_SUBJECT} letters")))
}

/// Validates the name of a gRPC service or method, such as `TransitionOrder`.
pub fn path(sent: &str) -> Result<&str, Broken> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
    if sent.is_empty() || sent.len() > MAX_PATH || !sent.chars().all(is_name) {
        return Err(Rule::Malformed.says("This is no name of a service or method"));
    }
    Ok(sent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_words() {
        let nothing = InviteeDetails {
            name: " ".to_owned(),
            email: "asha".to_owned(),
            role: None,
        };
        let Err(Error::Invalid(violations)) = nothing.validate() else {
            panic!("every rule is broken");
        };
        let found: Vec<_> = violations
            .iter()
            .map(|v| (v.field.as_ref(), v.message()))
            .collect();
        let expected = [
            ("name", "Name is required"),
            ("email", "Please enter a valid email address."),
            ("role", "Choose a role"),
        ];
        assert_eq!(found, expected);
        let short = name("A").expect_err("it is too short");
        assert_eq!(short.message(), "Name should be at least 2 characters long");
        assert_eq!(name(" Asha Patel ").as_deref(), Ok("Asha Patel"));
        let short = new_password("monsoon-42").expect_err("it is too short");
        assert_eq!(short.message(), "Password must be at least 12 characters.");
    }

    #[test]
    fn a_call_is_named_as_grpc_names_it() {
        for sent in ["shop.order.v1.OrderService", "TransitionOrder"] {
            assert_eq!(path(sent), Ok(sent));
        }
        for sent in ["", "Transition Order", "a/b", &"x".repeat(101)] {
            assert!(path(sent).is_err(), "{sent}");
        }
        assert_eq!(subject("").as_deref(), Ok(""));
        assert!(subject(&"7".repeat(201)).is_err() && subject("a\nb").is_err());
    }
}
