//! Tests of mails with the shop's answers.

use prost::Message as _;
use proto::{contact::v1::GetAnswerResponse, event::v1::ContactAnswered};
use testkit::eventually;
use uuid::Uuid;

use crate::{SHOP, mailroom::Mailroom};

const ANSWERED: &str = "shop.contact.answered.v1";
const ANSWER_MAIL: &str = "contact-answer";
const OF_TICKET: &str = "reply+0190b6a00000400090000000000000fe@vanmool.example";

fn answered(answer_id: &str) -> Vec<u8> {
    let event = ContactAnswered {
        message_id: Uuid::nil().to_string(),
        answer_id: answer_id.to_owned(),
    };
    event.encode_to_vec()
}

fn answer(reply_address: &str) -> GetAnswerResponse {
    GetAnswerResponse {
        ticket_number: "T0042".to_owned(),
        name: "Meera Shah".to_owned(),
        email: "meera@example.com".to_owned(),
        subject: "order status".to_owned(),
        text: "It is on its way.".to_owned(),
        reply_address: reply_address.to_owned(),
        received_at: "2026-11-21T07:21:43Z".to_owned(),
        message: "Where is my parcel?".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_mailed_once_and_answered_to_its_ticket() {
    let room = Mailroom::build().await;
    let service = room.open().await;
    let answer_id = Uuid::now_v7().to_string();
    room.owners.keep_answer(&answer_id, answer(OF_TICKET));
    let event = room.publish(ANSWERED, answered(&answer_id)).await;
    room.until_mailed(event, &[ANSWER_MAIL]).await;
    let (_, mail) = room.mails_about(event).remove(0);
    assert_eq!(mail.recipients, ["meera@example.com"]);
    assert_eq!(mail.subject(), "Re: order status [T0042]");
    assert_eq!(mail.headers("Reply-To"), [OF_TICKET]);
    for part in ["It is on its way.", "> Where is my parcel?"] {
        assert!(mail.text.contains(part), "{part} is missing in {}", mail.text);
    }
    service.stop().await;

    // A recreated consumer starts at the first event, as after a lost acknowledgement.
    let stream = room.jetstream.get_stream("CONTACT").await.expect("it is there");
    let consumer = "contact-answer";
    stream.delete_consumer(consumer).await.expect("it can go");
    let _service = room.open().await;
    let other_id = Uuid::now_v7().to_string();
    room.owners.keep_answer(&other_id, answer(""));
    let other = room.publish(ANSWERED, answered(&other_id)).await;
    room.until_mailed(other, &[ANSWER_MAIL]).await;
    let (_, mail) = room.mails_about(other).remove(0);
    assert_eq!(
        mail.headers("Reply-To"),
        [SHOP],
        "the shop reads no mails by ticket"
    );
    eventually("both events are settled", async || {
        let info = room.consumer("CONTACT", ANSWER_MAIL).await?;
        (info.num_pending == 0 && info.num_ack_pending == 0).then_some(())
    })
    .await;
    assert_eq!(room.names_about(event), [ANSWER_MAIL]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_erased_is_passed_over() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let erased = room
        .publish(ANSWERED, answered(&Uuid::now_v7().to_string()))
        .await;
    eventually("the event is settled", async || {
        let info = room.consumer("CONTACT", ANSWER_MAIL).await?;
        let is_settled = info.num_pending == 0 && info.num_ack_pending == 0;
        (is_settled && info.delivered.stream_sequence > 0).then_some(())
    })
    .await;
    assert!(room.names_about(erased).is_empty());
    assert!(room.dead_letters(ANSWER_MAIL).await.is_empty());
}
