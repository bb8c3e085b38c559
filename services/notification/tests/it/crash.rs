use proto::contact::v1::Message;
use sqlx::Connection as _;
use testkit::{Program, eventually};

use crate::{CONTACT_MAILS, ORDER_MAILS, SHOP, contact_received, mailroom::Mailroom, order_placed};

fn start(room: &Mailroom) -> Program {
    let settings = [
        ("DATABASE_URL", room.database.url().to_owned()),
        ("NATS_URL", room.nats_url().to_owned()),
        ("SMTP_URL", room.mailbox.url()),
        ("ORDER_URL", room.owners.order_url.clone()),
        ("CONTACT_URL", room.owners.contact_url.clone()),
        ("RECIPIENT_KEY", "k".repeat(32)),
    ];
    Program::start(env!("CARGO_BIN_EXE_notification"), settings)
}

/// Blocks the commits of confirmations while the returned connection lives: mails are sent but not recorded.
async fn hold_up_commits(room: &Mailroom) -> sqlx::PgConnection {
    let mut holder = sqlx::PgConnection::connect(room.database.url())
        .await
        .expect("PostgreSQL answers");
    let statements = "SELECT pg_advisory_lock(1);
        CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER hold_up AFTER INSERT ON inbox DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.consumer = 'order-confirmation') EXECUTE FUNCTION hold_up()";
    let held_up = sqlx::raw_sql(statements).execute(&mut holder).await;
    held_up.expect("the statements are good");
    holder
}

/// Ends the database sessions of the killed program before they can commit, then unblocks commits.
async fn let_commits_through(mut holder: sqlx::PgConnection) {
    let statements = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'advisory';
        DROP TRIGGER hold_up ON inbox";
    let let_through = sqlx::raw_sql(statements).execute(&mut holder).await;
    let_through.expect("the statements are good");
    holder.close().await.expect("a connection closes");
}

/// The documented window of repeated mails: only mails that the server accepted are sent again, as the same
/// mail. NATS redelivers the events in flight after 30 seconds, so this test takes that long.
#[tokio::test(flavor = "multi_thread")]
async fn killed_in_the_middle_of_four_mails_it_repeats_only_those_with_an_unknown_outcome() {
    let room = Mailroom::build().await;
    let program = start(&room);
    let order_before = room.order(&order_placed()).await;
    let message_before = room.contact(&contact_received()).await;
    room.until_mailed(order_before, &ORDER_MAILS).await;
    room.until_mailed(message_before, &CONTACT_MAILS).await;
    room.until_settled().await;

    let unreached = "unreached-yet@example.com";
    room.mailbox.fall_silent_at(format!("RCPT TO:<{unreached}>"));
    room.mailbox.hold(SHOP);
    let holder = hold_up_commits(&room).await;
    let message = Message {
        email: unreached.to_owned(),
        ..contact_received()
    };
    let message = room.contact(&message).await;
    eventually(
        "one mail has its recipient, and one waits for the server's word",
        async || {
            let has_recipient = room.mailbox.count_commands(&format!("RCPT TO:<{unreached}>")) == 1;
            (has_recipient && room.names_about(message) == ["contact-notice"]).then_some(())
        },
    )
    .await;
    let order = room.order(&order_placed()).await;
    eventually(
        "one mail waits for its commit, and one for the server's word",
        async || {
            let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
            (room.count(waiting).await == 1 && room.names_about(order) == ORDER_MAILS).then_some(())
        },
    )
    .await;
    drop(program);
    let_commits_through(holder).await;
    room.mailbox.recover();

    let _program = start(&room);
    room.until_settled().await;
    let [confirmation, to_shop] = ORDER_MAILS;
    assert_eq!(
        room.names_about(order),
        [confirmation, confirmation, to_shop, to_shop],
        "the window: taken by the server, and not noted"
    );
    let [acknowledgement, to_shop] = CONTACT_MAILS;
    assert_eq!(room.names_about(message), [acknowledgement, to_shop, to_shop]);
    assert_eq!(room.names_about(order_before), ORDER_MAILS);
    assert_eq!(room.names_about(message_before), CONTACT_MAILS);
    assert_eq!(room.mailbox.mails().len(), 4 + 7);
}
