//! What staff type, held against the rules.

use runtime::status::{Broken, Rule, Violation, field};
use values::{Email, Line};

use crate::{account::new_password::broken_length_of, error::Error, staff::role::Role};

/// Characters a name has at least and at most.
const MIN_NAME: usize = 2;
const MAX_NAME: usize = 60;

/// Characters a password of staff has at least.
const MIN_PASSWORD: usize = 12;

/// Characters a subject of the log has at most.
const MAX_SUBJECT: usize = 200;

/// Characters a name of a gRPC service or method has at most.
const MAX_PATH: usize = 100;

/// Whom an owner invites, as it was typed.
#[derive(Debug, Clone)]
pub struct InviteeDetails {
    /// What colleagues call them.
    pub name: String,
    /// Where the invitation goes.
    pub email: String,
    /// What they will do.
    pub role: Option<Role>,
}

/// Whom an owner invites.
#[derive(Debug, Clone)]
pub struct Invitee {
    /// 2 to 60 characters.
    pub name: String,
    /// Where the invitation goes.
    pub email: Email,
    /// What they will do.
    pub role: Role,
}

impl InviteeDetails {
    /// Reads the values by the rules; answers every violation.
    pub fn check(self) -> Result<Invitee, Error> {
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

/// A name as colleagues see it.
pub fn name(typed: &str) -> Result<String, Broken> {
    let name = Line::<MAX_NAME>::read(typed).map_err(|broken| broken.of("Name"))?;
    if name.as_str().chars().count() < MIN_NAME {
        let message = format!("Name should be at least {MIN_NAME} characters long");
        return Err(Rule::TooShort { min: MIN_NAME }.says(message));
    }
    Ok(name.into_string())
}

/// An address. Its host does not matter: whom the shop takes as staff is its owner's business.
pub fn email(typed: &str) -> Result<Email, Broken> {
    Email::read(typed).map_err(|rule| rule.says("Please enter a valid email address."))
}

/// A role that was chosen.
pub fn role(chosen: Option<Role>) -> Result<Role, Broken> {
    chosen.ok_or_else(|| Rule::Required.says("Choose a role"))
}

/// The length of a new password.
pub fn new_password(typed: &str) -> Result<(), Broken> {
    broken_length_of(typed, MIN_PASSWORD).map_or(Ok(()), Err)
}

/// Password and code of somebody who signs in or shows again that it is they; only values that are missing or of no use are
/// told.
pub fn password_and_code(password: &str, code: &str, violations: &mut Vec<Violation>) {
    let given = if password.is_empty() {
        Err(Rule::Required.says("Password is required"))
    } else {
        broken_length_of(password, 1).map_or(Ok(()), Err)
    };
    field("password", given, violations);
    self::code("code", code, violations);
}

/// A code in a field of this name; only one that is missing is told.
pub fn code(name: &'static str, typed: &str, violations: &mut Vec<Violation>) {
    let given = if typed.trim().is_empty() {
        Err(Rule::Required.says("Code is required"))
    } else {
        Ok(())
    };
    field(name, given, violations);
}

/// What an entry of the log is about; empty for a list.
pub fn subject(sent: &str) -> Result<String, Broken> {
    if sent.is_empty() {
        return Ok(String::new());
    }
    let line = Line::<MAX_SUBJECT>::read(sent).map_err(|broken| broken.of("Subject"))?;
    Ok(line.into_string())
}

/// The id of the one thing that a call is about, as its request names it.
pub fn about(sent: &str) -> Result<&str, Broken> {
    if sent.len() <= MAX_SUBJECT {
        return Ok(sent);
    }
    let rule = Rule::TooLong { max: MAX_SUBJECT };
    Err(rule.says(format!("This is no id: it has more than {MAX_SUBJECT} letters")))
}

/// The name of a gRPC service or method, such as `MoveOrder`.
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
        let Err(Error::Invalid(violations)) = nothing.check() else {
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
        for sent in ["shop.order.v1.OrderService", "MoveOrder"] {
            assert_eq!(path(sent), Ok(sent));
        }
        for sent in ["", "Move Order", "a/b", &"x".repeat(101)] {
            assert!(path(sent).is_err(), "{sent}");
        }
        assert_eq!(subject("").as_deref(), Ok(""));
        assert!(subject(&"7".repeat(201)).is_err() && subject("a\nb").is_err());
    }
}
