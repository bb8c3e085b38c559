//! Reads the event for an answer to a message.

use outbox::Failure;
use prost::Message as _;
use proto::{
    contact::v1::{GetAnswerRequest, GetAnswerResponse},
    event::v1::ContactAnswered,
};

use crate::{
    content::{contact::answer::TicketAnswer, india},
    events::peer_services::{PeerServices, found},
};

/// Fetches the answer to mail. `None` if the answer and its message were erased.
pub(crate) async fn fetch(
    event: &[u8],
    peers: &PeerServices,
    shop_name: &str,
) -> Result<Option<TicketAnswer>, Failure> {
    let event = ContactAnswered::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no ContactAnswered: {error}")))?;
    let request = GetAnswerRequest {
        answer_id: event.answer_id,
    };
    let Some(stored) = found(peers.messages.call(request).await)? else {
        return Ok(None);
    };
    let answer = answer(stored, shop_name);
    answer
        .map(Some)
        .ok_or_else(|| Failure::Poison("this answer cannot be".to_owned()))
}

/// Converts the answer. `None` if a text or the address is empty, or the time is invalid.
fn answer(stored: GetAnswerResponse, shop_name: &str) -> Option<TicketAnswer> {
    let is_possible = [
        &stored.email,
        &stored.text,
        &stored.message,
        &stored.ticket_number,
    ]
    .iter()
    .all(|field| !field.is_empty());
    Some(TicketAnswer {
        received_at: india::in_words(&stored.received_at).filter(|_| is_possible)?,
        ticket_number: stored.ticket_number,
        name: stored.name,
        email: stored.email,
        subject: stored.subject,
        text: stored.text,
        reply_address: stored.reply_address.parse().ok(),
        message: stored.message,
        shop_name: shop_name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_cannot_be_is_not_mailed() {
        let good = GetAnswerResponse {
            ticket_number: "T0042".to_owned(),
            email: "meera@example.com".to_owned(),
            text: "It is on its way.".to_owned(),
            received_at: "2026-11-21T07:21:43Z".to_owned(),
            message: "Where is it?".to_owned(),
            ..GetAnswerResponse::default()
        };
        let mailed = answer(good.clone(), "Vanmool").expect("it is an answer");
        assert_eq!(mailed.reply_address, None);
        let changes: [fn(&mut GetAnswerResponse); 3] = [
            |answer| answer.email.clear(),
            |answer| answer.text.clear(),
            |answer| answer.received_at.clear(),
        ];
        for change in changes {
            let mut stored = good.clone();
            change(&mut stored);
            assert!(answer(stored.clone(), "Vanmool").is_none(), "{stored:?}");
        }
    }
}
