//! Reads the event for a new message.

use outbox::Failure;
use prost::Message as _;
use proto::{
    contact::v1::{self as contract, GetMessageRequest},
    event::v1,
};

use crate::{
    content::{india, message::Message},
    events::peer_services::{PeerServices, failure},
};

/// Fetches the message of an event.
pub(crate) async fn fetch(event: &[u8], peers: &PeerServices) -> Result<Message, Failure> {
    let event = v1::ContactReceived::decode(event).map_err(|error| no_event(&error))?;
    let request = GetMessageRequest {
        message_id: event.message_id,
    };
    let answer = peers.messages.call(request).await;
    let message = answer.map_err(|status| failure(&status))?.message;
    let message = message
        .ok_or_else(|| Failure::Poison("the contact service answered without the message".to_owned()))?;
    validated(message)
}

fn no_event(error: &prost::DecodeError) -> Failure {
    Failure::Poison(format!("this is no ContactReceived: {error}"))
}

fn validated(stored: contract::Message) -> Result<Message, Failure> {
    message(stored).ok_or_else(|| Failure::Poison("this message cannot be".to_owned()))
}

/// Converts the message. `None` if its text, name or address is empty, or its time is invalid.
fn message(stored: contract::Message) -> Option<Message> {
    let is_possible = [&stored.name, &stored.email, &stored.message]
        .iter()
        .all(|field| !field.is_empty());
    Some(Message {
        received_at: india::in_words(&stored.received_at).filter(|_| is_possible)?,
        name: stored.name,
        email: stored.email,
        phone: stored.phone,
        subject: stored.subject,
        message: stored.message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::contact::{acknowledgement, notice};

    fn received() -> contract::Message {
        contract::Message {
            message_id: "0190b6a0-0000-7000-9000-000000000001".to_owned(),
            received_at: "2026-11-21T07:21:43Z".to_owned(),
            name: "Asha Patel".to_owned(),
            email: "asha@example.com".to_owned(),
            phone: "9876543210".to_owned(),
            subject: "other".to_owned(),
            message: "Thank you".to_owned(),
        }
    }

    #[test]
    fn each_side_answers_to_the_other() {
        let shop = crate::SAMPLE_SHOP_EMAIL.parse().expect("it is an address");
        let message = message(received()).expect("it is a message");
        let to_writer = acknowledgement::mail(&message, &shop);
        assert_eq!(to_writer.to, "asha@example.com");
        assert_eq!(to_writer.reply_to, Some(shop.clone()));
        let to_shop = notice::mail(&message, &shop);
        assert_eq!(to_shop.to, crate::SAMPLE_SHOP_EMAIL);
        assert_eq!(to_shop.reply_to, "asha@example.com".parse().ok());
    }

    #[test]
    fn a_message_that_cannot_be_is_not_told() {
        let changes: [fn(&mut contract::Message); 4] = [
            |message| message.name.clear(),
            |message| message.email.clear(),
            |message| message.message.clear(),
            |message| message.received_at.clear(),
        ];
        for spoil in changes {
            let mut stored = received();
            spoil(&mut stored);
            assert!(message(stored.clone()).is_none(), "{stored:?}");
        }
    }
}
