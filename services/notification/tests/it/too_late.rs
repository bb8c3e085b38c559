//! Tests of events that are older than their consumer.

use metrics_exporter_prometheus::PrometheusBuilder;

use crate::{CONSUMERS, ORDER_MAILS, ORDER_SUBJECT, mailroom::Mailroom, order_placed};

/// Runs on one thread, the one with the recorder.
#[tokio::test]
async fn a_new_consumer_sends_no_mails_about_old_events() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let page = recorder.handle();
    let _recording = metrics::set_default_local_recorder(&recorder);
    let room = Mailroom::build().await;
    let mut old = Vec::new();
    for _ in 0..3 {
        old.push(
            room.publish_of(20, ORDER_SUBJECT, room.placed(&order_placed()))
                .await,
        );
    }
    let new = room.order(&order_placed()).await;
    let service = room.open().await;
    room.until_mailed(new, &ORDER_MAILS).await;
    room.until_settled().await;
    service.stop().await;
    let [confirmation, notice] = ORDER_MAILS;
    for mail in ORDER_MAILS {
        let told = format!("mails_too_late_total{{mail=\"{mail}\"}} 3");
        let shown = page.render();
        assert!(shown.lines().any(|line| line == told), "{shown}");
    }
    assert_eq!(room.count("SELECT count(*) FROM inbox").await, 8);
    assert_eq!(
        (
            room.dead_letters(confirmation).await,
            room.dead_letters(notice).await
        ),
        (vec![], vec![])
    );

    // A consumer under another name finds no inbox entries.
    for (stream, consumer) in CONSUMERS {
        let stream = room.jetstream.get_stream(stream).await.expect("it is there");
        let gone = stream.delete_consumer(consumer).await;
        gone.expect("it can go");
    }
    let renamed = "UPDATE inbox SET consumer = 'another ' || consumer WHERE event_id = ANY($1)";
    let renamed = sqlx::query(renamed)
        .bind(&old)
        .execute(room.database.pool())
        .await;
    assert_eq!(renamed.expect("they can be renamed").rows_affected(), 6);
    let _service = room.open().await;
    room.until_settled().await;
    assert_eq!(room.mailbox.mails().len(), 2, "only what is new was mailed, once");
}
