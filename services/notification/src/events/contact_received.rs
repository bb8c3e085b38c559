//! Reads the event for a new message.

use outbox::Failure;
use prost::Message as _;
use proto::{
    contact::v1 as kept,
    event::{v1, v2},
};

use crate::{
    content::{india, message::Message},
    events::owners::Owners,
};

/// The message in an event of version 1, which contains all its fields.
pub(crate) fn from_event(event: &[u8]) -> Result<Message, Failure> {
    let event = v1::ContactReceived::decode(event).map_err(|error| no_event(&error))?;
    validated(as_kept(event))
}

/// Fetches the message of an event of version 2.
pub(crate) async fn fetch(event: &[u8], owners: &Owners) -> Result<Message, Failure> {
    let event = v2::ContactReceived::decode(event).map_err(|error| no_event(&error))?;
    validated(owners.message(event.message_id).await?)
}

/// Converts version 1, which contains every field of a message.
fn as_kept(event: v1::ContactReceived) -> kept::Message {
    kept::Message {
        message_id: event.message_id,
        received_at: event.received_at,
        name: event.name,
        email: event.email,
        phone: event.phone,
        subject: event.subject,
        message: event.message,
    }
}

fn no_event(error: &prost::DecodeError) -> Failure {
    Failure::Poison(format!("this is no ContactReceived: {error}"))
}

fn validated(kept: kept::Message) -> Result<Message, Failure> {
    message(kept).ok_or_else(|| Failure::Poison("this message cannot be".to_owned()))
}

/// Converts the message. `None` if its text, name or address is empty, or its time is invalid.
fn message(kept: kept::Message) -> Option<Message> {
    let is_possible = [&kept.name, &kept.email, &kept.message]
        .iter()
        .all(|field| !field.is_empty());
    Some(Message {
        received_at: india::in_words(&kept.received_at).filter(|_| is_possible)?,
        name: kept.name,
        email: kept.email,
        phone: kept.phone,
        subject: kept.subject,
        message: kept.message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::contact::{acknowledgement, notice};

    fn event() -> v1::ContactReceived {
        v1::ContactReceived {
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
        let message = from_event(&event().encode_to_vec()).expect("it is a message");
        let to_writer = acknowledgement::mail(&message, &shop);
        assert_eq!(to_writer.to, "asha@example.com");
        assert_eq!(to_writer.reply_to, Some(shop.clone()));
        let to_shop = notice::mail(&message, &shop);
        assert_eq!(to_shop.to, crate::SAMPLE_SHOP_EMAIL);
        assert_eq!(to_shop.reply_to, "asha@example.com".parse().ok());
    }

    #[test]
    fn a_message_that_cannot_be_is_not_told() {
        let changes: [fn(&mut v1::ContactReceived); 4] = [
            |event| event.name.clear(),
            |event| event.email.clear(),
            |event| event.message.clear(),
            |event| event.received_at.clear(),
        ];
        for change in changes {
            let mut event = event();
            change(&mut event);
            assert!(from_event(&event.encode_to_vec()).is_err(), "{event:?}");
        }
    }
}
