//! Reads the event for an answer to a message.

use outbox::Failure;
use prost::Message as _;
use proto::{contact::v1::GetAnswerResponse, event::v2::ContactAnswered};

use crate::{
    content::{contact::answer::Answer, india},
    events::owners::Owners,
};

/// Fetches the answer to mail. `None` if the answer and its message were erased.
pub(crate) async fn fetch(event: &[u8], owners: &Owners, shop_name: &str) -> Result<Option<Answer>, Failure> {
    let event = ContactAnswered::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no ContactAnswered: {error}")))?;
    let Some(kept) = owners.answer(event.answer_id).await? else {
        return Ok(None);
    };
    let answer = answer(kept, shop_name);
    answer
        .map(Some)
        .ok_or_else(|| Failure::Poison("this answer cannot be".to_owned()))
}

/// Converts the answer. `None` if a text or the address is empty, or the time is invalid.
fn answer(kept: GetAnswerResponse, shop_name: &str) -> Option<Answer> {
    let is_possible = [&kept.email, &kept.text, &kept.message, &kept.ticket_number]
        .iter()
        .all(|field| !field.is_empty());
    Some(Answer {
        received_at: india::in_words(&kept.received_at).filter(|_| is_possible)?,
        ticket_number: kept.ticket_number,
        name: kept.name,
        email: kept.email,
        subject: kept.subject,
        text: kept.text,
        reply_address: kept.reply_address.parse().ok(),
        message: kept.message,
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
        let told = answer(good.clone(), "Vanmool").expect("it is an answer");
        assert_eq!(told.reply_address, None);
        let changes: [fn(&mut GetAnswerResponse); 3] = [
            |answer| answer.email.clear(),
            |answer| answer.text.clear(),
            |answer| answer.received_at.clear(),
        ];
        for change in changes {
            let mut kept = good.clone();
            change(&mut kept);
            assert!(answer(kept.clone(), "Vanmool").is_none(), "{kept:?}");
        }
    }
}
