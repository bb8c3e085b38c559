//! The reply address of a ticket: the shop's mailbox, with the ticket's token after a plus (RFC 5233).

use std::{fmt, str::FromStr};

use uuid::Uuid;
use values::Email;

/// The maximum length of the part before the @. With a plus and a token it stays within 64 (RFC 5321,
/// 4.5.3.1.1).
const LONGEST_MAILBOX: usize = 64 - 1 - TOKEN_DIGITS;

/// Hexadecimal digits of a token.
const TOKEN_DIGITS: usize = 32;

/// The maximum number of tokens read from one mail. A stranger may put any number into a mail.
pub const MOST_TOKENS: usize = 10;

/// A mailbox of the shop whose mails `receive-mail` reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyAddress {
    mailbox: String,
    domain: String,
}

/// The error for an invalid reply address.
#[derive(Debug, thiserror::Error)]
#[error("it is not an address such as reply@shop.example, with 31 letters before the @ at most")]
pub struct BadReplyAddress;

impl FromStr for ReplyAddress {
    type Err = BadReplyAddress;

    fn from_str(text: &str) -> Result<Self, BadReplyAddress> {
        let email = Email::read(text).map_err(|_| BadReplyAddress)?;
        let (mailbox, domain) = email.as_str().split_once('@').ok_or(BadReplyAddress)?;
        if mailbox.len() > LONGEST_MAILBOX {
            return Err(BadReplyAddress);
        }
        Ok(Self {
            mailbox: mailbox.to_owned(),
            domain: domain.to_owned(),
        })
    }
}

impl fmt::Display for ReplyAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.mailbox, self.domain)
    }
}

impl ReplyAddress {
    /// The reply address of one ticket.
    pub fn with_token(&self, token: Uuid) -> String {
        format!("{}+{}@{}", self.mailbox, token.simple(), self.domain)
    }
}

/// The tokens in the addresses of a text, in order. The mailbox is not compared, because a token cannot be
/// guessed.
pub fn tokens_in(text: &str) -> Vec<Uuid> {
    let behind_plus = text.split('+').skip(1);
    let tokens = behind_plus.filter_map(|rest| {
        let token = rest.get(..TOKEN_DIGITS)?;
        let is_address = rest[TOKEN_DIGITS..].starts_with('@');
        Uuid::try_parse(token).ok().filter(|_| is_address)
    });
    tokens.take(MOST_TOKENS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: Uuid = Uuid::from_u128(0x0190_b6a0_0000_4000_9000_0000_0000_00fe);

    #[test]
    fn a_ticket_has_an_address_of_its_own() {
        let address: ReplyAddress = "Reply@Shop.example".parse().expect("it is an address");
        let of_ticket = address.with_token(TOKEN);
        assert_eq!(of_ticket, "reply+0190b6a00000400090000000000000fe@shop.example");
        assert_eq!(tokens_in(&format!("Vanmool <{of_ticket}>, x@y.example")), [TOKEN]);
        assert_eq!(tokens_in(&of_ticket.to_uppercase()), [TOKEN]);
        let longest = format!("{}@shop.example", "r".repeat(LONGEST_MAILBOX));
        let address: ReplyAddress = longest.parse().expect("it is short enough");
        assert!(Email::read(&address.with_token(TOKEN)).is_ok());
        for wrong in ["", "reply", "reply@", &format!("r{longest}")] {
            assert!(wrong.parse::<ReplyAddress>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn invalid_tokens_are_ignored() {
        for text in [
            "reply+@shop.example",
            "reply+0190b6a0000040009000000000000@shop.example",
            "reply+0190b6a0000040009000000000000zfe@shop.example",
            "reply+0190b6a00000400090000000000000fe",
            "+अ190b6a00000400090000000000000fe@",
            "++++",
        ] {
            assert!(tokens_in(text).is_empty(), "{text}");
        }
        let many = format!("a+{}@b ", TOKEN.simple()).repeat(1_000);
        assert_eq!(tokens_in(&many).len(), MOST_TOKENS);
    }

    #[test]
    fn fuzz_of_addresses_with_tokens() {
        let corpus = [
            "reply+0190b6a00000400090000000000000fe@shop.example",
            "+",
            "a+b@c",
        ];
        fuzz::feed_text("addresses with tokens", &corpus, |text| {
            assert!(tokens_in(text).len() <= MOST_TOKENS);
        });
    }
}
