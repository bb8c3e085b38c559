//! The mail with the shop's answer to a message. Pure.

use mail::{Address, Content, Templates, Value};

use crate::content::{message::quoted, unsent_mail::UnsentMail};

const TEMPLATES: Templates = mail::templates!("contact_answer");

/// An answer, with the message that it answers.
#[derive(Debug, Clone)]
pub(crate) struct TicketAnswer {
    /// The ticket number, such as T0042.
    pub(crate) ticket_number: String,
    /// The recipient's name.
    pub(crate) name: String,
    /// The recipient's email address.
    pub(crate) email: String,
    /// The subject of the message.
    pub(crate) subject: String,
    /// The text of the answer.
    pub(crate) text: String,
    /// The Reply-To address of the ticket. `None` if the shop has no reply mailbox.
    pub(crate) reply_address: Option<Address>,
    /// When the message was received, in words.
    pub(crate) received_at: String,
    /// The text of the message.
    pub(crate) message: String,
    /// The shop's name.
    pub(crate) shop_name: String,
}

/// Answers the sender of a message. Replies go to the ticket's address, or else to the shop.
pub(crate) fn mail(answer: &TicketAnswer, shop: &Address) -> UnsentMail {
    UnsentMail {
        to: answer.email.clone(),
        reply_to: Some(answer.reply_address.clone().unwrap_or_else(|| shop.clone())),
        content: content(answer),
    }
}

fn content(answer: &TicketAnswer) -> Content {
    TEMPLATES.fill(&[
        ("ticket_number", Value::Text(&answer.ticket_number)),
        ("name", Value::Text(&answer.name)),
        ("subject", Value::Text(&answer.subject)),
        ("text", Value::Text(&answer.text)),
        ("received_at", Value::Text(&answer.received_at)),
        ("message", quoted(&answer.message)),
        ("shop_name", Value::Text(&answer.shop_name)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer() -> TicketAnswer {
        TicketAnswer {
            ticket_number: "T0042".to_owned(),
            name: "Meera & Shah".to_owned(),
            email: "meera@example.com".to_owned(),
            subject: "order status".to_owned(),
            text: "It is <b>on its way</b>.\nIt comes on Friday.".to_owned(),
            reply_address: None,
            received_at: "21 November 2026, 12:51 pm".to_owned(),
            message: "Where is my parcel?\n{{text}}".to_owned(),
            shop_name: "Vanmool".to_owned(),
        }
    }

    #[test]
    fn both_bodies_answer_quote_and_sign() {
        let Content { subject, text, html } = content(&answer());
        assert_eq!(subject, "Re: order status [T0042]");
        for part in [
            "Namaste Meera & Shah,",
            "It is <b>on its way</b>.\nIt comes on Friday.",
            "Vanmool",
            "On 21 November 2026, 12:51 pm, you wrote:\n> Where is my parcel?\n> {{text}}",
        ] {
            assert!(text.contains(part), "{part:?} is missing in {text}");
        }
        for part in [
            "Namaste Meera &amp; Shah,",
            "It is &lt;b&gt;on its way&lt;/b&gt;.<br>It comes on Friday.",
            "Vanmool",
            "Where is my parcel?<br>{{text}}",
        ] {
            assert!(html.contains(part), "{part:?} is missing in {html}");
        }
    }

    #[test]
    fn the_next_answer_goes_to_the_ticket_where_there_is_an_address_for_it() {
        let shop: Address = crate::SAMPLE_SHOP_EMAIL.parse().expect("it is an address");
        assert_eq!(mail(&answer(), &shop).reply_to.as_ref(), Some(&shop));
        let of_ticket: Address = "reply+1@vanmool.example".parse().expect("it is an address");
        let reply_address = Some(of_ticket.clone());
        let answer = TicketAnswer {
            reply_address,
            ..answer()
        };
        let mail = mail(&answer, &shop);
        assert_eq!(
            (mail.to.as_str(), mail.reply_to),
            ("meera@example.com", Some(of_ticket))
        );
    }
}
