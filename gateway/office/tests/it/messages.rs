//! Tests of tickets.

use proto::contact::v1::{AnswerTicketRequest, TicketState};
use reqwest::Method;
use runtime::status;
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    authorization::Case,
    fake_staff::ASHA,
    fake_tickets::{ENTRY, TICKET},
    fakes::{Office, data, refusal},
};

/// Requests about tickets, with the calls that they need.
pub(crate) fn calls() -> Vec<Case> {
    let of = |rest: &str| format!("/messages/{TICKET}{rest}");
    let answer = json!({ "answerId": ENTRY, "text": "It is on its way.", "closes": false });
    let note = json!({ "noteId": ENTRY, "text": "She called." });
    vec![
        (
            Method::GET,
            "/messages?state=open".to_owned(),
            Value::Null,
            &[("ListTickets", "")],
        ),
        (Method::GET, of(""), Value::Null, &[("GetTicket", TICKET)]),
        (Method::POST, of("/answers"), answer, &[("AnswerTicket", TICKET)]),
        (Method::POST, of("/notes"), note, &[("AddTicketNote", TICKET)]),
        (
            Method::PUT,
            of("/state"),
            json!({ "state": "closed" }),
            &[("SetTicketState", TICKET)],
        ),
    ]
}

#[tokio::test]
async fn tickets_are_listed_page_by_page() {
    let office = Office::start().await;
    let search = json!({ "text": "Meera", "state": "open" });
    let page = data(office.send(Method::POST, "/messages/searches", &search).await).await;
    let ticket = json!({
        "id": TICKET, "number": "T0042", "state": "open", "name": "Meera Shah", "email": "meera@gmail.com",
        "phone": "9876543211", "subject": "order status", "excerpt": "Where is my parcel?",
        "receivedAt": "2026-11-24T06:30:00Z", "answerDueAt": "2026-11-26T06:30:00Z",
        "closeDueAt": "2026-12-24T06:30:00Z",
    });
    assert_eq!(page, json!({ "tickets": [ticket], "next": "2" }));
    let last = office.read("/messages?state=&cursor=2").await;
    assert_eq!(last.get("next"), None);
    let asked = office.tickets.lists.lock().unwrap().clone();
    let asked: Vec<_> = asked
        .iter()
        .map(|list| (list.state(), list.query.as_str(), list.page_token.as_str()))
        .collect();
    let expected = [
        (TicketState::Open, "Meera", ""),
        (TicketState::Unspecified, "", "2"),
    ];
    assert_eq!(asked, expected);
    let unknown = office.of("owner", Method::GET, "/messages?state=late");
    let refused = refusal(unknown.send().await.unwrap(), 422).await;
    assert_eq!(refused["errors"][0]["field"], "state");
}

#[tokio::test]
async fn a_ticket_is_shown_with_its_thread() {
    let office = Office::start().await;
    let shown = office.read(&format!("/messages/{TICKET}")).await;
    assert_eq!(shown["ticket"]["closedAt"], "2026-11-25T07:00:00Z");
    assert_eq!(shown["replyAddress"], "reply+1@shop.example");
    let at = "2026-11-25T06:30:00Z";
    let expected = json!([
        { "id": ENTRY, "kind": "from_shopper", "text": "Where is my parcel?", "writtenAt": at, "isUnverified": false },
        { "id": ENTRY, "kind": "answer", "text": "It is on its way.", "writtenAt": at, "staffId": ASHA, "isUnverified": false },
        { "id": ENTRY, "kind": "from_shopper", "text": "Send it elsewhere.", "writtenAt": at, "isUnverified": true },
        { "id": ENTRY, "kind": "closed", "text": "", "writtenAt": at, "staffId": ASHA, "isUnverified": false },
    ]);
    assert_eq!(shown["entries"], expected);
    let unknown = office.of(
        "owner",
        Method::GET,
        "/messages/01936f00-0000-7000-8000-0000000000f9",
    );
    refusal(unknown.send().await.unwrap(), 404).await;
}

#[tokio::test]
async fn a_ticket_is_answered_and_closed() {
    let office = Office::start().await;
    let path = format!("/messages/{TICKET}/answers");
    let answer = json!({ "answerId": ENTRY, "text": "It is on its way.", "closes": true });
    let answered = data(office.send(Method::POST, &path, &answer).await).await;
    assert_eq!(answered["state"], "closed");
    let expected = AnswerTicketRequest {
        message_id: TICKET.to_owned(),
        answer_id: ENTRY.to_owned(),
        text: "It is on its way.".to_owned(),
        closes: true,
    };
    assert_eq!(*office.tickets.answers.lock().unwrap(), [expected]);
    let words = "The answer with this id says something else.";
    let differs = status::with_reason(Code::AlreadyExists, "ANSWER_DIFFERS", words);
    office.record.refuse("AnswerTicket", differs);
    let refused = refusal(office.send(Method::POST, &path, &answer).await, 409).await;
    assert_eq!(
        (&refused["code"], &refused["message"]),
        (&json!("ANSWER_DIFFERS"), &json!(words))
    );
}

#[tokio::test]
async fn a_ticket_is_closed_or_opened_and_nothing_else() {
    let office = Office::start().await;
    let path = format!("/messages/{TICKET}/state");
    for state in ["closed", "open"] {
        let body = json!({ "state": state });
        let changed = data(office.send(Method::PUT, &path, &body).await).await;
        assert_eq!(changed["state"], state);
    }
    let body = json!({ "state": "answered" });
    let refused = office.send(Method::PUT, &path, &body).await;
    assert!(refused.status().is_client_error(), "{}", refused.status());
    assert!(
        office.record.take_seen().len() == 2,
        "nothing was asked of the service for it"
    );
}
