//! Events: the speed of the outbox relay compared with publishing alone, and the delay until a consumer
//! receives an event.

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use async_nats::jetstream::{
    self,
    consumer::{DeliverPolicy, pull},
    message::PublishMessage,
    stream,
};
use futures_util::{
    StreamExt as _,
    future::{join_all, try_join_all},
};
use uuid::Uuid;

use crate::{
    checkout::{Order, client, wait_for_mails},
    load::ensure_answered,
    shop::programs::Shop,
    table::{Row, Target},
};

/// Events that wait in the outbox at the start of a round.
const EVENTS: usize = 20_000;

/// The relay's batch size.
const BATCH: usize = 256;

/// A subject of the orders' stream without consumers.
const SUBJECT: &str = "shop.order.measured.v1";

/// The size of an event, in bytes.
const LENGTH: usize = 140;

/// The orders for the delay measurement: rate per second, and number.
const RATE: u32 = 200;
const ORDERS: u32 = 2_000;

/// The longest wait for the last events at a consumer.
const RECEIVED_WITHIN: Duration = Duration::from_mins(1);

/// The longest wait for the relay.
const RELAYED_WITHIN: Duration = Duration::from_mins(2);

/// Measures relay and plain publishing in turn, then the delay from an order to a consumer.
pub(crate) async fn run(shop: &mut Shop, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let jetstream = jetstream::new(connect(shop.engines().nats_url()).await?);
    let mut rates = Vec::new();
    for _ in 0..rounds {
        let measured = relay_rate(shop).await?;
        let baseline = publish_rate(&jetstream).await?;
        rates.push((measured, baseline));
    }
    let name = format!("relay of {EVENTS} rows");
    let relay = Row::compared(name, "/s", &rates, Target::AtLeast(0.8));
    println!("{relay}");
    let delay = Row::single(
        "commit to consumer at 200/s, p99",
        "ms",
        [delivery_delay(shop, &jetstream).await?],
        Target::AtMost(200.0),
    );
    println!("{delay}");
    let state = jetstream.get_stream("ORDERS").await?.get_info().await?.state;
    #[expect(clippy::cast_precision_loss, reason = "what is counted here is small")]
    let bytes = state.bytes as f64 / state.messages as f64;
    let bytes = Row::single("stream size per event", "B", [bytes], Target::None);
    println!("{bytes}");
    Ok(vec![relay, delay, bytes])
}

/// Connects with the user and password of the URL, which the client ignores.
async fn connect(url: &str) -> anyhow::Result<async_nats::Client> {
    let address = url.parse::<async_nats::ServerAddr>()?;
    let user = address.username().context("the address names a user")?.to_owned();
    let password = address
        .password()
        .context("the address holds a password")?
        .to_owned();
    let options = async_nats::ConnectOptions::with_user_and_password(user, password);
    Ok(options.connect(address).await?)
}

/// Events per second that the order service's relay publishes and marks, from its first batch to its last.
async fn relay_rate(shop: &Shop) -> anyhow::Result<f64> {
    let mut orders = shop.database("order").await?;
    let rows = i32::try_from(EVENTS)?;
    sqlx::query(
        "INSERT INTO outbox (id, subject, payload) SELECT gen_random_uuid(), $1, $2 FROM generate_series(1, $3)",
    )
    .bind(SUBJECT)
    .bind(vec![b'x'; LENGTH])
    .bind(rows)
    .execute(&mut orders)
    .await?;
    let began = Instant::now();
    let waits = "SELECT EXISTS (SELECT FROM outbox WHERE published_at IS NULL AND parked_at IS NULL)";
    while sqlx::query_scalar::<_, bool>(waits)
        .fetch_one(&mut orders)
        .await?
    {
        ensure!(began.elapsed() < RELAYED_WITHIN, "the relay does not finish");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // Each batch is marked with its start time, so the last batch is not included.
    let took: f64 = sqlx::query_scalar(
        "SELECT extract(epoch FROM max(published_at) - min(published_at))::float8 FROM outbox WHERE subject = $1",
    )
    .bind(SUBJECT)
    .fetch_one(&mut orders)
    .await?;
    sqlx::query("DELETE FROM outbox WHERE subject = $1")
        .bind(SUBJECT)
        .execute(&mut orders)
        .await?;
    Ok(f64::from(rows - i32::try_from(BATCH)?) / took)
}

/// Publishes as many messages in batches of the same size; each batch is acknowledged before the next.
async fn publish_rate(jetstream: &jetstream::Context) -> anyhow::Result<f64> {
    let config = stream::Config {
        name: "MEASURED".to_owned(),
        subjects: vec!["measured.>".to_owned()],
        duplicate_window: Duration::from_mins(2),
        ..stream::Config::default()
    };
    jetstream.get_or_create_stream(config).await?;
    let began = Instant::now();
    for _ in 0..EVENTS.div_ceil(BATCH) {
        let batch = (0..BATCH).map(async |_| {
            let message = PublishMessage::build()
                .payload(vec![b'x'; LENGTH].into())
                .message_id(Uuid::new_v4().to_string());
            let sent = jetstream.send_publish("measured.event", message).await?;
            sent.await
        });
        try_join_all(batch).await?;
    }
    let took = began.elapsed().as_secs_f64();
    jetstream.delete_stream("MEASURED").await?;
    Ok(f64::from(u32::try_from(EVENTS)?) / took)
}

/// The 99th percentile of the delay from an order's response, which follows its commit, to its event at a
/// consumer, in milliseconds.
async fn delivery_delay(shop: &Shop, jetstream: &jetstream::Context) -> anyhow::Result<f64> {
    let stream = jetstream.get_stream("ORDERS").await?;
    let config = pull::Config {
        deliver_policy: DeliverPolicy::New,
        filter_subject: "shop.order.placed.v1".to_owned(),
        ack_policy: jetstream::consumer::AckPolicy::None,
        ..pull::Config::default()
    };
    let mut messages = stream.create_consumer(config).await?.messages().await?;
    let received = Mutex::new(HashMap::new());
    let placing = async {
        let answered = placed(shop).await?;
        let began = Instant::now();
        while !answered.iter().all(|(id, _)| lock(&received).contains_key(id)) {
            ensure!(began.elapsed() < RECEIVED_WITHIN, "not every event was received");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::Ok(answered)
    };
    let answered = tokio::select! {
        ended = receive(&mut messages, &received) => match ended {
            Ok(never) => match never {},
            Err(error) => return Err(error),
        },
        answered = placing => answered?,
    };
    wait_for_mails(shop).await?;
    let delay = |(id, answered): &(String, Instant)| {
        let at = *lock(&received).get(id).context("every event is received")?;
        anyhow::Ok(at.saturating_duration_since(*answered))
    };
    let delays: anyhow::Result<Vec<_>> = answered.iter().map(delay).collect();
    Ok(crate::load::LoadResult::new(delays?, Duration::ZERO).percentile(99))
}

/// Records when each order's event arrives, by order id.
async fn receive(
    messages: &mut pull::Stream,
    received: &Mutex<HashMap<String, Instant>>,
) -> anyhow::Result<Infallible> {
    loop {
        let message = messages.next().await.context("the consumer ended")??;
        let headers = message.headers.as_ref();
        let id = headers.and_then(|headers| headers.get("Aggregate-Id"));
        let id = id.context("an event has an aggregate id")?.to_string();
        lock(received).insert(id, Instant::now());
    }
}

fn lock<T>(received: &Mutex<T>) -> MutexGuard<'_, T> {
    received.lock().expect("nothing panics while it holds this lock")
}

/// Places orders at a rate, and records when each was answered. Some may be refused if the rate is close to
/// the machine's limit.
async fn placed(shop: &Shop) -> anyhow::Result<Vec<(String, Instant)>> {
    let (order, client) = (Order::of(shop).await?, client(shop).await?);
    let began = tokio::time::Instant::now();
    let placing = (0..ORDERS).map(async |place| {
        tokio::time::sleep_until(began + Duration::from_secs(1) * place / RATE).await;
        let answer = client.clone().place_order(order.call()).await.ok()?;
        Some((answer.into_inner().order_id, Instant::now()))
    });
    let answered: Vec<_> = join_all(placing).await.into_iter().flatten().collect();
    ensure_answered(answered.len(), usize::try_from(ORDERS)? - answered.len(), 201)?;
    Ok(answered)
}
