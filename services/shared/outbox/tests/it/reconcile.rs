//! Reconciliation of tables, outbox, stream and inbox.

use metrics_exporter_prometheus::PrometheusBuilder;
use outbox::{
    Delivery, Difference, Event, Failure, Page, Publisher, Reconcile, Replay, Report, Settings, SourceRow,
    SourceTable, Subscriber, Window,
};
use sqlx::PgPool;
use testkit::eventually;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    Exchange, Running,
    handler::{Gate, WriteDown},
    published_by,
};

/// Everything up to now.
const NOW: Window = Window {
    since: None,
    until: None,
    settled_after: 0,
};

impl Exchange {
    /// Opens an exchange with a table of things, each of which should have one event.
    pub(crate) async fn open_with_things() -> Self {
        let exchange = Self::open().await;
        exchange
            .run_sql("CREATE TABLE things (id uuid PRIMARY KEY, at timestamptz NOT NULL)")
            .await;
        exchange
    }

    fn publisher(&self) -> Publisher {
        Publisher {
            service: "test",
            stream: self.stream,
            source: Some(SourceTable {
                name: "things",
                subject: self.subject,
                page: |db, page| Box::pin(things(db, page)),
            }),
        }
    }

    fn subscriber(&self) -> Subscriber {
        Subscriber {
            service: "test",
            subscriptions: vec![self.subscription],
        }
    }

    /// Writes an event, with its thing if `is_kept`.
    async fn write_event(&self, is_kept: bool) -> Event {
        let at = OffsetDateTime::now_utc();
        let event = Event {
            occurred_at: at.replace_microsecond(0).expect("it is one"),
            ..self.event("a thing")
        };
        if is_kept {
            self.keep(event.aggregate.id, event.occurred_at).await;
        }
        self.write_all(vec![event.clone()]).await;
        event
    }

    async fn keep(&self, id: Uuid, at: OffsetDateTime) {
        let keeping = sqlx::query("INSERT INTO things VALUES ($1, $2)")
            .bind(id)
            .bind(at);
        keeping.execute(self.db()).await.expect("it is kept");
    }

    pub(crate) async fn compare_publisher(&self) -> Report {
        let reconcile = Reconcile {
            window: NOW,
            mend: false,
        };
        let settings = Settings::new(testkit::nats_url());
        let looking = reconcile.compare(self.db(), &settings, self.publisher());
        looking.await.expect("everybody answers")
    }

    pub(crate) async fn compare_subscriber(&self) -> Report {
        let settings = Settings::new(testkit::nats_url());
        let looking = NOW.compare(self.db(), &settings, &self.subscriber()).await;
        looking.expect("everybody answers")
    }
}

async fn things(db: PgPool, page: Page) -> sqlx::Result<Vec<SourceRow>> {
    let found: Vec<(Uuid, OffsetDateTime)> = sqlx::query_as(
        "SELECT id, at FROM things WHERE (at, id) > ($1, $2) AND at < $3 ORDER BY at, id LIMIT $4",
    )
    .bind(page.after.at)
    .bind(page.after.id)
    .bind(page.until)
    .bind(page.limit)
    .fetch_all(&db)
    .await?;
    Ok(found.into_iter().map(|(id, at)| SourceRow { id, at }).collect())
}

/// The ids of a kind of difference.
pub(crate) fn ids(report: &Report, difference: Difference) -> Vec<String> {
    let first_word = |which: &String| which.split(' ').next().unwrap_or_default().to_owned();
    report.of(difference).iter().map(first_word).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_in_order_has_no_differences() {
    let exchange = Exchange::open_with_things().await;
    for _ in 0..20 {
        exchange.write_event(true).await;
    }
    assert_eq!(published_by(&exchange.relay()).await, 20);
    let report = exchange.compare_publisher().await;
    assert_eq!(report.differences(), 0, "{report}");
    for line in [
        "20  events were published",
        "20  messages are in the stream",
        "20  things were kept",
    ] {
        assert!(report.to_string().contains(line), "{report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_difference_is_found_by_name_and_missing_events_are_published_again() {
    let exchange = Exchange::open_with_things().await;
    let lost = exchange.write_event(true).await;
    exchange.run_sql("UPDATE outbox SET published_at = now()").await;
    let without_thing = exchange.write_event(false).await;
    exchange.write_event(true).await;
    assert_eq!(published_by(&exchange.relay()).await, 2);
    let unknown = Uuid::now_v7().to_string();
    exchange
        .publish(&unknown, "of a database that was set back")
        .await;
    let parked = exchange.write_event(true).await;
    exchange
        .run_sql("UPDATE outbox SET parked_at = now() WHERE published_at IS NULL")
        .await;
    let waiting = exchange.write_event(true).await;
    let untold = Uuid::now_v7();
    exchange.keep(untold, OffsetDateTime::now_utc()).await;

    let report = exchange.compare_publisher().await;
    for (difference, id) in [
        (Difference::NotInStream, lost.id.to_string()),
        (Difference::NotStored, without_thing.aggregate.id.to_string()),
        (Difference::Unknown, unknown),
        (Difference::Parked, parked.id.to_string()),
        (Difference::Waiting, waiting.id.to_string()),
        (Difference::WithoutEvent, untold.to_string()),
    ] {
        assert_eq!(ids(&report, difference), [id], "{report}");
    }
    assert_eq!(report.differences(), 6, "{report}");

    let reconcile = Reconcile {
        window: NOW,
        mend: true,
    };
    let settings = Settings::new(testkit::nats_url());
    let mending = reconcile
        .run(exchange.db(), &settings, exchange.publisher())
        .await;
    let left = mending.expect_err("the others need a person").to_string();
    assert_eq!(left, "5 differences");
    assert_eq!(
        published_by(&exchange.relay()).await,
        2,
        "the lost one, and the one that waited"
    );
    let report = exchange.compare_publisher().await;
    assert_eq!(report.of(Difference::NotInStream).len(), 0, "{report}");
    assert_eq!(report.differences(), 4, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_events_of_one_moment_are_looked_at_page_by_page() {
    let exchange = Exchange::open_with_things().await;
    exchange.make_stream().await;
    exchange
        .run_sql(
            "INSERT INTO outbox (id, subject, payload, published_at)
             SELECT gen_random_uuid(), 'lost', '', now() FROM generate_series(1, 12000)",
        )
        .await;
    let report = exchange.compare_publisher().await;
    assert_eq!(report.of(Difference::NotInStream).len(), 12_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_was_acknowledged_and_not_handled_is_found() {
    let exchange = Exchange::open_for_consumers().await;
    let mut written = Vec::new();
    for n in 0..20_u8 {
        written.push(exchange.write([n]).await);
    }
    let bad = exchange.write("bad").await;
    assert_eq!(published_by(&exchange.relay()).await, 21);
    let consumer = Running::start(|stopping| {
        let handler = WriteDown(async |delivery: Delivery| match &delivery.payload[..] {
            b"bad" => Err(Failure::Poison("unreadable".to_owned())),
            _ => Ok(()),
        });
        exchange.consume(stopping, handler)
    });
    exchange.until_effects(20).await;
    exchange.dead_letter(1).await;
    eventually("all is acknowledged", async || {
        (exchange.unacknowledged().await == 0).then_some(())
    })
    .await;
    let report = exchange.compare_subscriber().await;
    assert_eq!(report.differences(), 0, "{report}");
    for line in [
        "20  events were handled by listener",
        "1  are dead letters of listener",
    ] {
        assert!(report.to_string().contains(line), "{report}");
    }
    consumer.stop().await;

    let forgetting = sqlx::query("DELETE FROM inbox WHERE event_id = $1").bind(written[7]);
    forgetting
        .execute(exchange.db())
        .await
        .expect("it can be forgotten");
    let report = exchange.compare_subscriber().await;
    assert_eq!(
        ids(&report, Difference::Unhandled),
        [written[7].to_string()],
        "{report}"
    );
    let settings = Settings::new(testkit::nats_url());
    let concluding = NOW.run(exchange.db(), &settings, &exchange.subscriber()).await;
    assert_eq!(
        concluding.expect_err("something differs").to_string(),
        "1 differences"
    );

    // The advice of such a report. A dead-lettered event can be replayed in the same way.
    let replay = Replay {
        id: vec![written[7], bad],
        ..Replay::default()
    };
    assert_eq!(replay.run(exchange.db()).await.expect("they are put back"), 2);
    assert_eq!(exchange.unpublished().await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_in_hand_and_one_that_waits_are_no_differences() {
    let exchange = Exchange::open_for_consumers().await;
    let gate = Gate::new();
    let consumer = Running::start(|stopping| exchange.consume(stopping, gate.handler()));
    exchange.write("held").await;
    exchange.write("done").await;
    assert_eq!(published_by(&exchange.relay()).await, 2);
    gate.until_held().await;
    gate.until_held().await;
    gate.release(1);
    exchange.until_effects(1).await;
    let report = exchange.compare_subscriber().await;
    assert_eq!(report.differences(), 0, "{report}");
    assert!(report.to_string().contains("1  are in hand"), "{report}");
    gate.release(1);
    exchange.until_effects(2).await;
    consumer.stop().await;
    exchange.write("later").await;
    assert_eq!(published_by(&exchange.relay()).await, 1);
    let report = exchange.compare_subscriber().await;
    assert_eq!(report.differences(), 0, "{report}");
    assert!(report.to_string().contains("1  wait to be given out"), "{report}");
}

/// On one thread, where the recorder is.
#[tokio::test]
async fn operators_hear_of_differences_without_asking() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let page = recorder.handle();
    let _recording = metrics::set_default_local_recorder(&recorder);
    let exchange = Exchange::open_with_things().await;
    let settled = OffsetDateTime::now_utc() - time::Duration::minutes(5);
    exchange.keep(Uuid::now_v7(), settled).await;
    let task = outbox::publisher_task(exchange.publisher(), Settings::new(testkit::nats_url()));
    let _running =
        Running::start(|stopping| jobs::run_periodic_tasks(exchange.db().clone(), vec![task], stopping));
    let told = r#"reconcile_differences_total{kind="untold"} 1"#;
    eventually("it is counted", async || {
        page.render().lines().any(|line| line == told).then_some(())
    })
    .await;
    eventually("it is kept for the server's owner", async || {
        let kept = "SELECT count(*) FROM reconciliations WHERE name = 'reconcile' AND differences = 1";
        (exchange.count(kept).await == 1).then_some(())
    })
    .await;
    let none = r#"reconcile_differences_total{kind="not_in_stream"} 0"#;
    assert!(
        page.render().lines().any(|line| line == none),
        "{}",
        page.render()
    );
}
