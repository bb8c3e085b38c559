//! Tests of tickets, as staff use them.

use proto::{
    contact::v1::{
        AddTicketNoteRequest, AnswerTicketRequest, CountTicketsRequest, CountTicketsResponse,
        GetAnswerRequest, GetTicketRequest, GetTicketResponse, ListTicketsRequest, SetTicketStateRequest,
        Ticket, TicketEntryKind as Kind, TicketState,
    },
    event::v1::ContactAnswered,
};
use runtime::status;
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{Desk, events_of, message};

impl Desk {
    pub(crate) async fn take(&self, name: &str, email: &str) -> String {
        let mut message = message("Where is my parcel?");
        (message.name, message.email) = (name.to_owned(), email.to_owned());
        let taken = self.contact.clone().send_message(message).await;
        taken.expect("the message is taken").into_inner().message_id
    }

    pub(crate) async fn thread(&self, id: &str) -> GetTicketResponse {
        let request = GetTicketRequest {
            message_id: id.to_owned(),
        };
        let found = self.tickets.clone().get_ticket(request).await;
        found.expect("it is there").into_inner()
    }

    async fn answer(&self, answer: &AnswerTicketRequest) -> Result<Ticket, Status> {
        let answered = self.tickets.clone().answer_ticket(answer.clone()).await?;
        Ok(answered.into_inner().ticket.expect("it is answered"))
    }

    async fn set_state(&self, id: &str, state: TicketState) -> Result<Ticket, Status> {
        let request = SetTicketStateRequest {
            message_id: id.to_owned(),
            state: state.into(),
        };
        let changed = self.tickets.clone().set_ticket_state(request).await?;
        Ok(changed.into_inner().ticket.expect("it is answered"))
    }

    /// The senders' names in a list of tickets, over all its pages.
    async fn names(&self, state: TicketState, query: &str) -> Vec<String> {
        let (mut names, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = ListTicketsRequest {
                state: state.into(),
                query: query.to_owned(),
                page_size: 2,
                page_token,
            };
            let page = self.tickets.clone().list_tickets(request).await;
            let page = page.expect("it answers").into_inner();
            names.extend(page.tickets.into_iter().map(|ticket| ticket.name));
            if page.next_page_token.is_empty() {
                return names;
            }
            page_token = page.next_page_token;
        }
    }

    async fn counts(&self) -> CountTicketsResponse {
        let counted = self.tickets.clone().count_tickets(CountTicketsRequest {}).await;
        counted.expect("it answers").into_inner()
    }

    /// Moves the times of a ticket back by this many hours.
    async fn age(&self, id: &str, hours: f64) {
        let aging = "UPDATE messages SET received_at = received_at - $2 * interval '1 hour',
             due_at = due_at - $2 * interval '1 hour', last_entry_at = last_entry_at - $2 * interval '1 hour'
             WHERE id = $1::uuid";
        let aged = sqlx::query(aging).bind(id).bind(hours);
        aged.execute(self.database.pool()).await.expect("it ages");
    }
}

fn kinds(thread: &GetTicketResponse) -> Vec<Kind> {
    thread
        .entries
        .iter()
        .map(proto::contact::v1::TicketEntry::kind)
        .collect()
}

pub(crate) fn answer_to(id: &str) -> AnswerTicketRequest {
    AnswerTicketRequest {
        message_id: id.to_owned(),
        answer_id: Uuid::now_v7().to_string(),
        text: "It is on its way.".to_owned(),
        closes: false,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_kept_once_and_told_by_its_ids() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let id = desk.take("Asha Patel", "asha@example.com").await;
    let new = desk.thread(&id).await;
    let ticket = new.ticket.clone().expect("it has one");
    assert_eq!(
        (ticket.state(), ticket.number.as_str()),
        (TicketState::Open, "T0001")
    );
    assert_eq!(
        (ticket.answered_at.as_str(), ticket.excerpt.as_str()),
        ("", "Where is my parcel?")
    );
    assert_eq!(kinds(&new), [Kind::FromShopper]);

    let answer = answer_to(&id);
    let answered = desk.answer(&answer).await.expect("it is answered");
    assert_eq!(answered.state(), TicketState::Answered);
    assert_eq!(answered.excerpt, "It is on its way.");
    let event: ContactAnswered = eventually("the event is published", async || {
        events_of("shop.contact.answered.v1", &id).await.pop()
    })
    .await;
    assert_eq!(event.answer_id, answer.answer_id);
    let again = desk.answer(&answer).await.expect("it is known");
    assert_eq!(again, answered);
    for differs in [
        AnswerTicketRequest {
            text: "It is lost.".to_owned(),
            ..answer.clone()
        },
        AnswerTicketRequest {
            message_id: desk.take("Bina", "bina@example.com").await,
            ..answer.clone()
        },
    ] {
        let refused = desk.answer(&differs).await.expect_err("it says something else");
        assert_eq!(refused.code(), Code::AlreadyExists);
        assert_eq!(
            status::details(&refused).reason.as_deref(),
            Some("ANSWER_DIFFERS")
        );
    }
    assert_eq!(kinds(&desk.thread(&id).await), [Kind::FromShopper, Kind::Answer]);
    assert_eq!(desk.told("shop.contact.answered.v1").await, 1);

    let answer_id = answer.answer_id;
    let mailed = desk
        .tickets
        .clone()
        .get_answer(GetAnswerRequest { answer_id })
        .await;
    let mailed = mailed.expect("it is there").into_inner();
    assert_eq!(
        (mailed.ticket_number.as_str(), mailed.email.as_str()),
        ("T0001", "asha@example.com")
    );
    assert_eq!(
        (mailed.text.as_str(), mailed.message.as_str()),
        ("It is on its way.", "Where is my parcel?")
    );
    assert!(mailed.reply_address.starts_with("reply+") && mailed.reply_address.ends_with("@shop.example"));
    assert_eq!(mailed.reply_address, new.reply_address);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_is_noted_on_closed_and_opened_again() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let id = desk.take("Asha Patel", "asha@example.com").await;
    let note = AddTicketNoteRequest {
        message_id: id.clone(),
        note_id: Uuid::now_v7().to_string(),
        text: "She called, too.".to_owned(),
    };
    for _ in 0..2 {
        let noted = desk.tickets.clone().add_ticket_note(note.clone()).await;
        let noted = noted.expect("it is noted").into_inner().ticket;
        assert_eq!(noted.expect("it is answered").state(), TicketState::Open);
    }
    let answer = AnswerTicketRequest {
        closes: true,
        ..answer_to(&id)
    };
    let closed = desk.answer(&answer).await.expect("it is answered");
    assert_eq!(closed.state(), TicketState::Closed);
    assert!(!closed.closed_at.is_empty() && !closed.answered_at.is_empty());
    assert_eq!(
        desk.set_state(&id, TicketState::Closed)
            .await
            .expect("it is closed"),
        closed
    );
    let opened = desk
        .set_state(&id, TicketState::Open)
        .await
        .expect("it is opened");
    assert_eq!(
        (opened.state(), opened.closed_at.as_str()),
        (TicketState::Open, "")
    );
    assert_eq!(opened.answered_at, closed.answered_at);
    let refused = desk.set_state(&id, TicketState::Answered).await;
    assert_eq!(
        refused.expect_err("staff answer by answering").code(),
        Code::InvalidArgument
    );
    let expected = [
        Kind::FromShopper,
        Kind::Note,
        Kind::Answer,
        Kind::Closed,
        Kind::Reopened,
    ];
    assert_eq!(kinds(&desk.thread(&id).await), expected);
    let unknown = desk
        .set_state(&Uuid::now_v7().to_string(), TicketState::Closed)
        .await;
    assert_eq!(unknown.expect_err("there is none").code(), Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn tickets_are_listed_as_they_are_due_and_found_by_number_email_phone_or_name() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let late = desk.take("Late Shah", "late@example.com").await;
    desk.age(&late, 49.0).await;
    let fresh = desk.take("Fresh Patel", "fresh@example.com").await;
    // The answered and reopened ticket is due in a month, although it is older than the new one.
    let again = desk.take("Again_Shah", "again@example.com").await;
    desk.answer(&answer_to(&again)).await.expect("it is answered");
    desk.set_state(&again, TicketState::Open)
        .await
        .expect("it is opened");
    desk.age(&again, 24.0).await;
    let counts = |open, late| CountTicketsResponse { open, late };
    assert_eq!(desk.counts().await, counts(3, 1));
    let all = ["Late Shah", "Fresh Patel", "Again_Shah"];
    assert_eq!(desk.names(TicketState::Open, "").await, all);
    assert_eq!(
        desk.names(TicketState::Open, "shah").await,
        ["Late Shah", "Again_Shah"]
    );

    desk.answer(&answer_to(&late)).await.expect("it is answered");
    assert_eq!(desk.counts().await, counts(2, 0));
    desk.age(&late, 31.0 * 24.0).await;
    assert_eq!(
        desk.counts().await,
        counts(2, 1),
        "it was answered and not closed in a month"
    );
    desk.set_state(&late, TicketState::Closed)
        .await
        .expect("it is closed");
    assert_eq!(desk.counts().await, counts(2, 0));
    assert_eq!(desk.names(TicketState::Closed, "").await, ["Late Shah"]);
    assert_eq!(desk.names(TicketState::Answered, "").await, [""; 0]);
    let any = TicketState::Unspecified;
    for (query, found) in [
        ("", &["Late Shah", "Fresh Patel", "Again_Shah"][..]),
        ("T2", &["Fresh Patel"]),
        ("t0002", &["Fresh Patel"]),
        ("FRESH@example.com", &["Fresh Patel"]),
        ("98765 43210", &["Late Shah", "Fresh Patel", "Again_Shah"]),
        ("n_s", &["Again_Shah"]),
        ("sHAH", &["Late Shah", "Again_Shah"]),
        ("unknown", &[]),
        ("T999", &[]),
    ] {
        let mut names = desk.names(any, query).await;
        names.sort();
        let mut found = found.to_vec();
        found.sort_unstable();
        assert_eq!(names, found, "{query}");
    }
    let closed = desk.thread(&late).await.ticket.expect("it has one");
    assert!(closed.answer_due_at < closed.close_due_at);
    assert_ne!(fresh, late);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_broken_rule_of_an_answer_is_told() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let broken = AnswerTicketRequest {
        message_id: "1".to_owned(),
        answer_id: String::new(),
        text: " ".to_owned(),
        closes: true,
    };
    let refused = desk.answer(&broken).await.expect_err("all is wrong");
    let violations = status::details(&refused).violations;
    let fields: Vec<_> = violations.iter().map(|told| told.field.as_str()).collect();
    assert_eq!(fields, ["message_id", "answer_id", "text"]);
    let list = ListTicketsRequest {
        state: 9,
        ..ListTicketsRequest::default()
    };
    let refused = desk.tickets.clone().list_tickets(list).await;
    let refused = refused.expect_err("there is no such state");
    assert_eq!(status::details(&refused).violations[0].field, "state");
}
