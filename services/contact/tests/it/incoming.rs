//! Incoming mails of shoppers, passed to the program as a mail server does.

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

use proto::contact::v1::{TicketEntryKind as Kind, TicketState};
use testkit::{TestDatabase, eventually};

use crate::{Desk, tickets::answer_to};

const ENGLISH: &str = include_str!("../mails/gmail_english.eml");
const HINDI: &str = include_str!("../mails/gmail_hindi.eml");
const OUT_OF_OFFICE: &str = include_str!("../mails/out_of_office.eml");
const FORGED: &str = include_str!("../mails/forged.eml");

/// The reply address with a token.
const OF_TICKET: &str = "reply+0190b6a00000400090000000000000fe@shop.example";

/// Passes a mail to the program. The shop's mail server is called `mx.shop.example`.
fn receive(database_url: &str, mail: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_contact"))
        .arg("receive-mail")
        .env("DATABASE_URL", database_url)
        .env("NATS_URL", testkit::nats_url())
        .env("MAIL_AUTHSERV_ID", "mx.shop.example")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("it is piped");
    input.write_all(mail.as_bytes()).expect("it reads to the end");
    drop(input);
    program.wait_with_output().expect("it ends")
}

fn code(database: &TestDatabase, mail: &str) -> Option<i32> {
    let output = receive(database.url(), mail);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !said.contains("asha") && !said.contains("pack"),
        "it tells strangers: {said}"
    );
    output.status.code()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_joins_its_thread_once_and_opens_the_ticket() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let id = desk.take("Asha Patel", "asha@gmail.com").await;
    let answer = proto::contact::v1::AnswerTicketRequest {
        closes: true,
        ..answer_to(&id)
    };
    let closed = desk.tickets.clone().answer_ticket(answer).await;
    closed.expect("it is answered");
    let address = desk.thread(&id).await.reply_address;
    let english = ENGLISH.replace(OF_TICKET, &address);
    assert_eq!(code(&desk.database, &english), Some(0));
    assert_eq!(code(&desk.database, &english), Some(0), "it is known");
    assert_eq!(
        code(&desk.database, &OUT_OF_OFFICE.replace(OF_TICKET, &address)),
        Some(0)
    );
    let thread = desk.thread(&id).await;
    let kinds: Vec<_> = thread
        .entries
        .iter()
        .map(proto::contact::v1::TicketEntry::kind)
        .collect();
    assert_eq!(
        kinds,
        [Kind::FromShopper, Kind::Answer, Kind::Closed, Kind::FromShopper]
    );
    assert_eq!(
        thread.entries[3].text,
        "Thank you, it came today.\nOne pack is torn, though.\n\nAsha"
    );
    let ticket = thread.ticket.expect("it has one");
    assert_eq!(
        (ticket.state(), ticket.closed_at.as_str()),
        (TicketState::Open, "")
    );
}

/// A mail with its own id and this authentication result above it.
fn checked(mail: &str, id: &str, result: &str) -> String {
    let mail = mail.replace("Message-ID: <", &format!("Message-ID: <{id}"));
    format!("Authentication-Results: {result}\r\n{mail}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_in_a_subject_is_the_shoppers_only_if_the_own_mail_server_proved_the_sender() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let id = desk.take("Asha Patel", "Asha@gmail.com").await;
    let numbered = |mail: &str| mail.replace("T0042", "T0001");
    assert_eq!(code(&desk.database, &numbered(FORGED)), Some(67));
    assert_eq!(code(&desk.database, HINDI), Some(67), "there is no such ticket");
    // No ticket has its token, but this ticket has its sender and number.
    let hindi = numbered(HINDI);
    let passed = "dmarc=pass (p=NONE) header.from=gmail.com";
    for mail in [
        hindi.clone(),
        checked(&hindi, "1", &format!("mx.evil.example; {passed}")),
        checked(&hindi, "2", "mx.shop.example; dmarc=fail header.from=gmail.com"),
        checked(&hindi, "3", &format!("mx.shop.example; {passed}")),
    ] {
        assert_eq!(code(&desk.database, &mail), Some(0));
    }
    let thread = desk.thread(&id).await;
    let unverified: Vec<_> = thread.entries.iter().map(|entry| entry.is_unverified).collect();
    assert_eq!(unverified, [false, true, true, true, false]);
    assert_eq!(thread.entries[4].text, "धन्यवाद, पार्सल मिल गया।\nएक पैकेट फटा हुआ है।");
}

#[tokio::test(flavor = "multi_thread")]
async fn unverified_mails_leave_room_for_those_of_the_shopper() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let id = desk.take("Asha Patel", "asha@gmail.com").await;
    let filling =
        "INSERT INTO ticket_entries (id, message_id, kind, text, written_at, mail_hash, is_unverified)
         SELECT gen_random_uuid(), $1::uuid, 'from_shopper', 'x', now(), sha256(number::text::bytea), true
         FROM generate_series(1, 10) AS number";
    let filled = sqlx::query(filling).bind(&id).execute(desk.database.pool()).await;
    filled.expect("it fills");
    let hindi = HINDI.replace("T0042", "T0001");
    assert_eq!(
        code(&desk.database, &hindi),
        Some(69),
        "a stranger writes no more"
    );
    let own = ENGLISH.replace(OF_TICKET, &desk.thread(&id).await.reply_address);
    assert_eq!(code(&desk.database, &own), Some(0), "the shopper does");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_cannot_be_kept_stays_with_the_mail_server() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let id = desk.take("Asha Patel", "asha@gmail.com").await;
    let mail = ENGLISH.replace(OF_TICKET, &desk.thread(&id).await.reply_address);
    let elsewhere = format!("{}_gone", desk.database.url());
    assert_eq!(receive(&elsewhere, &mail).status.code(), Some(75));
    assert_eq!(code(&desk.database, "hello"), Some(65));
    let large = format!("{mail}{}", "x".repeat(3 << 20));
    assert_eq!(
        code(&desk.database, &large),
        Some(0),
        "a mail above the limit is ignored"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_takes_no_more_mails_than_people_read() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let id = desk.take("Asha Patel", "asha@gmail.com").await;
    let mail = ENGLISH.replace(OF_TICKET, &desk.thread(&id).await.reply_address);
    let filling = "INSERT INTO ticket_entries (id, message_id, kind, text, written_at, mail_hash)
         SELECT gen_random_uuid(), $1::uuid, 'from_shopper', 'x', now(), sha256(number::text::bytea)
         FROM generate_series(1, 100) AS number";
    let filled = sqlx::query(filling).bind(&id).execute(desk.database.pool()).await;
    filled.expect("it fills");
    assert_eq!(code(&desk.database, &mail), Some(69));
    eventually("its thread can be read", async || {
        (desk.thread(&id).await.entries.len() == 101).then_some(())
    })
    .await;
}
