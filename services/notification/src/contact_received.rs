//! The door to the event "somebody wrote to the shop".

use mail::Address;
use outbox::Failure;
use prost::Message as _;
use proto::event::v1::ContactReceived;

use crate::{contact_acknowledgement, contact_notice, india, message::Message, post::Letter};

/// Tells who wrote that the shop has the message.
pub(crate) fn acknowledgement(event: &[u8], shop: &Address) -> Result<Letter, Failure> {
    let message = read(event)?;
    Ok(Letter {
        subject: contact_acknowledgement::SUBJECT.to_owned(),
        body: contact_acknowledgement::body(),
        to: message.email,
        reply_to: Some(shop.clone()),
    })
}

/// Tells the shop; its answer goes to who wrote.
pub(crate) fn notice(event: &[u8], shop: &Address) -> Result<Letter, Failure> {
    let message = read(event)?;
    Ok(Letter {
        to: shop.to_string(),
        subject: contact_notice::subject(&message),
        body: contact_notice::body(&message),
        reply_to: message.email.parse().ok(),
    })
}

fn read(event: &[u8]) -> Result<Message, Failure> {
    let event = ContactReceived::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no ContactReceived: {error}")))?;
    message(event).ok_or_else(|| Failure::Poison("this message cannot be".to_owned()))
}

/// None when it says nothing, or comes from nobody or no time.
fn message(event: ContactReceived) -> Option<Message> {
    let is_possible = [&event.name, &event.email, &event.message]
        .iter()
        .all(|field| !field.is_empty());
    Some(Message {
        received_at: india::words(&event.received_at).filter(|_| is_possible)?,
        name: event.name,
        email: event.email,
        phone: event.phone,
        subject: event.subject,
        message: event.message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event() -> ContactReceived {
        ContactReceived {
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
        let event = event().encode_to_vec();
        let to_writer = acknowledgement(&event, &shop).expect("it is a message");
        assert_eq!(to_writer.to, "asha@example.com");
        assert_eq!(to_writer.reply_to, Some(shop.clone()));
        let to_shop = notice(&event, &shop).expect("it is a message");
        assert_eq!(to_shop.to, crate::SAMPLE_SHOP_EMAIL);
        assert_eq!(to_shop.reply_to, "asha@example.com".parse().ok());
    }

    #[test]
    fn a_message_that_cannot_be_is_not_told() {
        let changes: [fn(&mut ContactReceived); 4] = [
            |event| event.name.clear(),
            |event| event.email.clear(),
            |event| event.message.clear(),
            |event| event.received_at.clear(),
        ];
        for change in changes {
            let mut event = event();
            change(&mut event);
            assert!(message(event.clone()).is_none(), "{event:?}");
        }
    }
}
