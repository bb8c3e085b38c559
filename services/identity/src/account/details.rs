//! Validation of new accounts and logins. The error texts are those of the product specification.

use runtime::status::{Broken, Rule, Violation, field};
use values::{Email, MobileNumber};

use crate::{
    account::new_password::{broken_length, too_common},
    error::Error,
};

/// The default list of email hosts that may register (decisions page). The front end has the same list.
pub const EMAIL_DOMAINS: [&str; 6] = [
    "gmail.com",
    "yahoo.com",
    "outlook.com",
    "hotmail.com",
    "icloud.com",
    "rediffmail.com",
];

/// An unvalidated new account; [`RegistrationDetails::validate`] starts the validation that makes a
/// [`NewAccount`] of it.
#[derive(Clone, Default)]
pub struct RegistrationDetails {
    /// An address of an allowed host.
    pub email: String,
    /// At least 6 characters.
    pub password: String,
    /// Ten digits.
    pub mobile_number: String,
}

/// A validated new account. It contains a password, so it has no `Debug`.
pub struct NewAccount {
    /// An address of an allowed host.
    pub email: Email,
    /// The password as typed.
    pub password: String,
    /// The number as dialled within India.
    pub mobile_number: MobileNumber,
}

/// Details after all checks except for common passwords. That check takes milliseconds, so it runs after the
/// rate limits.
pub struct PartialValidation {
    email: Result<Email, Rule>,
    password: String,
    mobile_number: Result<MobileNumber, Rule>,
    bad_password: Option<Broken>,
}

impl RegistrationDetails {
    /// Runs the checks that cost nothing.
    pub fn validate(self, domains: &[String]) -> PartialValidation {
        PartialValidation {
            email: Email::read(&self.email).and_then(|email| of_a_host(email, domains)),
            bad_password: broken_length(&self.password),
            password: self.password,
            mobile_number: MobileNumber::read(&self.mobile_number),
        }
    }
}

impl PartialValidation {
    /// The password to estimate, and the address. `None` if the password is refused anyway.
    pub fn unestimated(&self) -> Option<(String, Option<Email>)> {
        let is_open = self.bad_password.is_none();
        is_open.then(|| (self.password.clone(), self.email.clone().ok()))
    }

    /// Records the result of the estimate.
    pub fn estimated(&mut self, is_common: bool) {
        let so_far = self.bad_password.take();
        self.bad_password = so_far.or_else(|| is_common.then(too_common));
    }

    /// Finishes the validation. Returns every violation, in the order of the form.
    pub fn finish(self) -> Result<NewAccount, Error> {
        let mut violations = Vec::new();
        let email = field("email", self.email.map_err(bad_email), &mut violations);
        let password = self.bad_password.map_or(Ok(self.password), Err);
        let password = field("password", password, &mut violations);
        let bad_number = |rule: Rule| rule.says("Please enter a valid 10-digit mobile number.");
        let mobile_number = self.mobile_number.map_err(bad_number);
        let mobile_number = field("mobile_number", mobile_number, &mut violations);
        match (email, password, mobile_number) {
            (Some(email), Some(password), Some(mobile_number)) => Ok(NewAccount {
                email,
                password,
                mobile_number,
            }),
            _ => Err(Error::Invalid(violations)),
        }
    }
}

/// Returns the address if its host is allowed.
fn of_a_host(email: Email, domains: &[String]) -> Result<Email, Rule> {
    let mut domains = domains.iter();
    let is_taken = domains.any(|domain| domain == "*" || domain.trim().eq_ignore_ascii_case(email.host()));
    if is_taken { Ok(email) } else { Err(Rule::Malformed) }
}

fn bad_email(rule: Rule) -> Broken {
    rule.says("Please enter a valid email address.")
}

/// Validates the credentials of a login. Every host is accepted, because every account may log in.
pub fn check_credentials(email: &str, password: &str) -> Result<Email, Error> {
    let mut violations = Vec::new();
    let email = field("email", Email::read(email).map_err(bad_email), &mut violations);
    let password = broken_length(password).map_or(Ok(()), Err);
    field("password", password, &mut violations);
    email
        .filter(|_| violations.is_empty())
        .ok_or(Error::Invalid(violations))
}

/// Validates a single address.
pub fn check_email(email: &str) -> Result<Email, Error> {
    Email::read(email).map_err(|rule| Error::Invalid(vec![Violation::new("email", bad_email(rule))]))
}

/// Validates the new address of an account, by the rules for new accounts.
pub fn check_new_email(email: &str, domains: &[String]) -> Result<Email, Error> {
    let email = Email::read(email).and_then(|email| of_a_host(email, domains));
    email.map_err(|rule| Error::Invalid(vec![Violation::new("email", bad_email(rule))]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use runtime::status;
    use tonic::Status;

    use super::*;

    fn domains() -> Vec<String> {
        EMAIL_DOMAINS.map(str::to_owned).into()
    }

    fn details() -> RegistrationDetails {
        RegistrationDetails {
            email: " Asha.Patel@Gmail.com ".to_owned(),
            password: "monsoon-42".to_owned(),
            mobile_number: " +91 98765-43210".to_owned(),
        }
    }

    fn check(details: RegistrationDetails, domains: &[String]) -> Result<NewAccount, Error> {
        let mut checked = details.validate(domains);
        if let Some((password, email)) = checked.unestimated() {
            checked.estimated(crate::account::new_password::is_common(&password, email.as_ref()));
        }
        checked.finish()
    }

    #[track_caller]
    fn refused(change: impl FnOnce(&mut RegistrationDetails), expected: &[(&str, &str, &str)]) {
        let mut details = details();
        change(&mut details);
        let Err(error) = check(details, &domains()) else {
            panic!("nothing was refused, {expected:?} was due");
        };
        let violations = status::details(&Status::from(error)).violations;
        let found: Vec<_> = violations
            .iter()
            .map(|v| {
                (
                    v.field.as_str(),
                    v.code.as_deref().unwrap_or(""),
                    v.message.as_str(),
                )
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_good_account_has_its_address_in_lower_case_and_its_password_as_typed() {
        let mut details = details();
        details.password = " monsoon-42 ".to_owned();
        let account = check(details, &domains()).expect("it keeps every rule");
        assert_eq!(account.email.as_str(), "asha.patel@gmail.com");
        assert_eq!(account.password, " monsoon-42 ");
        assert_eq!(account.mobile_number.as_str(), "9876543210");
    }

    #[test]
    fn every_rule_has_its_words() {
        let bad_email = "Please enter a valid email address.";
        refused(|d| d.email.clear(), &[("email", "REQUIRED", bad_email)]);
        for email in [
            "asha",
            "asha@example.com",
            "asha@gmail.com.example.com",
            "@gmail.com",
            "a@b@gmail.com ",
            "v\u{131}ctim@gmail.com",
            "\u{ff56}ictim@gmail.com",
            "\"victim\"@gmail.com",
        ] {
            refused(
                |d| d.email = email.to_owned(),
                &[("email", "MALFORMED", bad_email)],
            );
        }
        let too_short = "Password must be at least 6 characters.";
        refused(
            |d| d.password = "नमक12".to_owned(),
            &[("password", "TOO_SHORT", too_short)],
        );
        let too_long = "Password must be at most 1024 bytes long.";
        refused(
            |d| d.password = "x1".repeat(513),
            &[("password", "TOO_LONG", too_long)],
        );
        let bad_number = "Please enter a valid 10-digit mobile number.";
        refused(
            |d| d.mobile_number.clear(),
            &[("mobile_number", "REQUIRED", bad_number)],
        );
        for number in ["987654321", "98765432101", "+449876543210", "९८७६५४३२१०"] {
            refused(
                |d| d.mobile_number = number.to_owned(),
                &[("mobile_number", "MALFORMED", bad_number)],
            );
        }
    }

    #[test]
    fn the_commonest_passwords_are_refused_and_others_taken() {
        let common = [(
            "password",
            "TOO_COMMON",
            "This password is too common. Please choose another one.",
        )];
        for password in [
            "password",
            "123456",
            "12345678",
            "qwerty123",
            "Password1",
            "iloveyou",
            "111111",
            "abcdef",
            "india123",
            "asha.patel",
            "P@ssw0rd",
        ] {
            refused(|d| d.password = password.to_owned(), &common);
        }
        for password in [
            "monsoon-42",
            "karela jamun",
            "नमस्ते दुनिया",
            "😀😃😄😁😆😅",
            "x7#kQz",
            &"long enough ".repeat(16),
        ] {
            let details = RegistrationDetails {
                password: password.to_owned(),
                ..details()
            };
            assert!(check(details, &domains()).is_ok(), "{password}");
        }
    }

    #[test]
    fn any_host_may_register_where_the_shop_says_so() {
        let details = RegistrationDetails {
            email: "asha@example.com".to_owned(),
            ..details()
        };
        assert!(check(details, &["*".to_owned()]).is_ok());
    }

    #[test]
    fn the_front_end_has_the_same_hosts() {
        let front_end = include_str!("../../../../frontend/storefront/src/rules/email_domains.json");
        for domain in EMAIL_DOMAINS {
            assert!(front_end.contains(&format!("\"{domain}\"")), "{domain}");
        }
        assert_eq!(front_end.matches('"').count(), 2 * EMAIL_DOMAINS.len());
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_check(email in ".*", password in ".{0,80}", mobile_number in ".*") {
            let details = RegistrationDetails { email, password, mobile_number };
            if let Ok(account) = check(details, &["*".to_owned()]) {
                prop_assert!(!account.email.as_str().contains(char::is_control));
            }
        }
    }
}
