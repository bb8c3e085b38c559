//! Mail addresses, with one spelling each.

use std::sync::LazyLock;

use regex::Regex;
use violations::Rule;

use crate::text::pattern;

/// Length limit of an address, in bytes (RFC 5321, 4.5.3.1.3: a path of 256 with its angle brackets).
const LONGEST: usize = 254;

/// The HTML standard's rule for `type=email`, made stricter: words are separated by dots, the host has at
/// least two labels, and the top-level domain is no number, so IP addresses are excluded.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    const WORD: &str = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
    const LABEL: &str = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
    const TOP: &str = r"[a-z](?:[a-z0-9-]{0,61}[a-z0-9])";
    pattern(&format!(
        r"^(?P<mailbox>{WORD}(?:\.{WORD})*)@(?:{LABEL}\.)+{TOP}$"
    ))
});

/// Length limit of the part before the @, in bytes (RFC 5321, 4.5.3.1.1).
const LONGEST_MAILBOX: usize = 64;

/// A mail address in its unique spelling: ASCII in lower case, without quotes.
///
/// Rejects other spellings (`"asha"@…`, full-width letters) and look-alikes (`ı` for `i`), so that an account
/// cannot imitate another. A host with other letters has an ASCII form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Parses user input. Fails with the broken rule.
    pub fn read(text: &str) -> Result<Self, Rule> {
        let email = text.trim();
        if email.is_empty() {
            return Err(Rule::Required);
        }
        Self::of(email).ok_or(Rule::Malformed)
    }

    fn of(email: &str) -> Option<Self> {
        // Convert to lower case only now, because it turns letters such as the Kelvin sign into ASCII.
        if email.len() > LONGEST || !email.is_ascii() {
            return None;
        }
        let email = email.to_ascii_lowercase();
        let mailbox = ADDRESS.captures(&email)?.name("mailbox")?;
        (mailbox.len() <= LONGEST_MAILBOX).then(|| Self(email.clone()))
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address as an owned string.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The part after the @.
    pub fn host(&self) -> &str {
        self.0.rsplit('@').next().unwrap_or_default()
    }

    /// The part before the @.
    pub fn mailbox(&self) -> &str {
        self.0.split('@').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_has_one_spelling() {
        for text in ["asha.patel@example.co.in", " Asha.Patel@EXAMPLE.co.in\n"] {
            let email = Email::read(text).expect("it is an address");
            assert_eq!(email.as_str(), "asha.patel@example.co.in");
            assert_eq!((email.mailbox(), email.host()), ("asha.patel", "example.co.in"));
        }
        for text in ["o'neil+shop@a-b.example", "x@xn--p1ai.xn--p1ai", "_@1.example"] {
            assert!(Email::read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn nothing_typed_is_nothing() {
        for text in ["", " \n"] {
            assert_eq!(Email::read(text), Err(Rule::Required), "{text:?}");
        }
    }

    #[test]
    fn look_alikes_and_other_spellings_are_no_addresses() {
        for text in [
            "v\u{131}ctim@gmail.com",
            "victim@gma\u{131}l.com",
            "\u{ff56}ictim@gmail.com",
            "victim\u{ff20}gmail.com",
            "victim@gmail\u{3002}com",
            "\u{212a}arela@gmail.com",
            "v\u{200d}ictim@gmail.com",
            "\"victim\"@gmail.com",
            "\"vic tim\"@gmail.com",
            "victim@[192.0.2.1]",
            "victim@192.0.2.1",
            "victim@gmail.com.",
            "victim@gmail..com",
            "victim@-gmail.com",
            "victim@gmail",
            ".victim@gmail.com",
            "vic..tim@gmail.com",
            "victim@x@gmail.com",
            "(x)victim@gmail.com",
            "Victim <victim@gmail.com>",
            "victim@gmail.com\r\nBcc: b@example.com",
            "victim@gmail.com\0",
            "mailto:victim@gmail.com,b@example.com",
        ] {
            assert_eq!(Email::read(text), Err(Rule::Malformed), "{text:?}");
        }
    }

    #[test]
    fn length_is_bounded_as_mail_servers_bound_it() {
        let with = |mailbox: usize, label: usize| {
            let label = "b".repeat(label);
            Email::read(&format!(
                "{}@{label}.{label}.{label}.example",
                "a".repeat(mailbox)
            ))
        };
        assert!(with(64, 59).is_ok());
        assert_eq!(with(65, 40), Err(Rule::Malformed));
        assert_eq!(with(64, 60), Err(Rule::Malformed));
        assert_eq!(with(1, 64), Err(Rule::Malformed));
    }

    proptest! {
        #[test]
        fn an_address_breaks_no_mail_and_is_read_as_itself(text in ".{0,40}|[A-Za-z.@\"!ıＡ-]{1,12}@[A-Za-z.-]{1,20}") {
            if let Ok(email) = Email::read(&text) {
                prop_assert!(email.as_str().bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert_eq!(Email::read(email.as_str()), Ok(email));
            }
        }
    }

    #[test]
    fn fuzz_of_addresses() {
        let corpus = [
            "asha@gmail.com",
            "a.b+c@sub.example.in",
            "\"a b\"@x.in",
            "asha@gmail.com\r\nBcc: b@x.in",
            "＠",
            "İ@x.in",
        ];
        fuzz::feed_text("addresses", &corpus, |text| {
            if let Ok(email) = Email::read(text) {
                assert!(
                    email.as_str().len() <= 254 && email.as_str().bytes().all(|byte| byte.is_ascii_graphic())
                );
                assert_eq!(format!("{}@{}", email.mailbox(), email.host()), email.as_str());
                assert_eq!(Email::read(email.as_str()), Ok(email));
            }
        });
    }
}
