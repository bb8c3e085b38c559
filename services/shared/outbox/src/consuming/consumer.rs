use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use async_nats::jetstream::{
    self,
    consumer::{self, AckPolicy, IntoConsumerConfig as _, PullConsumer, pull},
    message::Message,
    stream,
};
use futures_util::{FutureExt as _, StreamExt as _, future::join_all};
use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use crate::{
    Handler, Settings, Subscription,
    backoff::Backoff,
    consuming::{
        acknowledgement,
        aggregate_queues::{AggregateQueues, QueueSlot},
        inbox,
    },
    envelope,
};

/// How long a message may go without progress before the server redelivers it.
pub(crate) const ACK_WAIT: Duration = inbox::LEASE;

/// How long the server keeps a request for messages. Each round requests anew, so that a request that was
/// lost with its connection delays no longer. A self-requesting stream of messages can end up without a
/// request (async-nats 0.51, with batches of one).
const ROUND: Duration = Duration::from_secs(2);

/// How much later the server's answer that there is no message may arrive.
const ROUND_SLACK: Duration = Duration::from_secs(1);

/// Limit of messages that are being handled or wait for a retry. With the server's default of 1,000, an hour
/// of mail failures or a thousand postponed events would block all others.
pub(crate) const MAX_ACK_PENDING: i64 = 50_000;

/// The outcomes of messages, for metrics. Set to 0 at the start, because Prometheus needs a first value to
/// see an increase.
const OUTCOMES: [&str; 3] = ["done", "retry", "dead_letter"];

/// Consumes events until stopped, several at a time, those of one aggregate in order. Finishes the current
/// ones.
///
/// An event is claimed, handled, and noted in the inbox, so that replicas and redeliveries handle it once. An
/// event without an external effect is claimed only on redelivery ([`Effect`](crate::Effect)). While the
/// handler runs, its claim is renewed and the server is told of the progress. An external effect, such as a
/// mail, happens twice if the program crashes between effect and note. A database that fails then is waited
/// for.
///
/// Waits for the stream to exist. Failed messages are retried after the subscription's pauses. Poison
/// messages, those that failed too often, and those with an unknown outcome after the last repeat are
/// dead-lettered.
pub async fn consume<H: Handler>(
    db: PgPool,
    subscription: Subscription,
    settings: Settings,
    stopping: CancellationToken,
    handler: H,
) -> anyhow::Result<()> {
    let client = crate::connect(&settings)
        .await
        .context("NATS_URL is not the address of a NATS server")?;
    let consumer = Consumer {
        db,
        subscription,
        settings,
        jetstream: jetstream::new(client),
        handler,
        slots: Semaphore::new(subscription.at_once),
        queues: Arc::default(),
    };
    for outcome in OUTCOMES {
        consumer.handled(outcome).absolute(0);
    }
    let consumer = Arc::new(consumer);
    tokio::join!(
        consumer.listen_until(&stopping),
        consumer.measure_until(&stopping)
    );
    Ok(())
}

pub(crate) struct Consumer<H> {
    pub(crate) db: PgPool,
    pub(crate) subscription: Subscription,
    pub(crate) settings: Settings,
    pub(crate) jetstream: jetstream::Context,
    pub(crate) handler: H,
    slots: Semaphore,
    queues: Arc<AggregateQueues>,
}

impl<H: Handler> Consumer<H> {
    /// Handles messages until stopped. Retries with growing pauses during outages.
    async fn listen_until(self: &Arc<Self>, stopping: &CancellationToken) {
        let mut backoff = Backoff::new();
        // Current messages continue while the server is down.
        let mut in_flight = JoinSet::new();
        while !stopping.is_cancelled() {
            let listening = Box::pin(self.listen(stopping, &mut backoff, &mut in_flight));
            if let Err(error) = listening.await {
                tracing::warn!(
                    error = format!("{error:#}"),
                    consumer = self.subscription.name,
                    "events are not heard"
                );
                stopping
                    .run_until_cancelled(tokio::time::sleep(backoff.pause()))
                    .await;
            }
        }
        while in_flight.join_next().await.is_some() {}
    }

    async fn measure_until(&self, stopping: &CancellationToken) {
        let mut lookups = Lookups::of(self.subscription.name);
        // Not at once, because the consumer is still being created.
        while look_again(stopping).await {
            lookups.record(self.measure().await);
        }
    }

    /// Reports the consumer's backlog.
    async fn measure(&self) -> anyhow::Result<()> {
        let Subscription { stream, name, .. } = self.subscription;
        let stream = self.jetstream.get_stream_no_info(stream).await?;
        let info = stream.consumer_info(name).await?;
        let waiting = f64::from(u32::try_from(info.num_pending).unwrap_or(u32::MAX));
        metrics::gauge!("consumer_pending", "consumer" => name).set(waiting);
        let in_flight = f64::from(u32::try_from(info.num_ack_pending).unwrap_or(u32::MAX));
        metrics::gauge!("consumer_ack_pending", "consumer" => name).set(in_flight);
        Ok(())
    }

    /// Requests as many messages as there are free slots, plus some that wait for a slot, in rounds, until
    /// stopped or until the server fails.
    async fn listen(
        self: &Arc<Self>,
        stopping: &CancellationToken,
        backoff: &mut Backoff,
        in_flight: &mut JoinSet<()>,
    ) -> anyhow::Result<()> {
        let Some(consumer) = Box::pin(stopping.run_until_cancelled(self.open()))
            .await
            .transpose()?
        else {
            return Ok(());
        };
        let at_once = self.subscription.at_once;
        let ahead = at_once / 2;
        loop {
            while in_flight.try_join_next().is_some() {}
            let asking = async {
                // Requests several at a time, while others are still queued, because a request takes as long
                // as handling a short message.
                while in_flight.len() + (ahead / 2).max(1) > at_once + ahead {
                    in_flight.join_next().await;
                }
                let free = at_once + ahead - in_flight.len();
                let round = consumer.batch().max_messages(free).expires(ROUND);
                round.messages().await
            };
            let Some(round) = stopping.run_until_cancelled(asking).await else {
                return Ok(());
            };
            let mut round = round.context("messages cannot be asked for")?;
            let is_overdue = tokio::time::sleep(ROUND + ROUND_SLACK);
            tokio::pin!(is_overdue);
            loop {
                let message = tokio::select! {
                    message = round.next() => message,
                    () = &mut is_overdue => break,
                    () = stopping.cancelled() => {
                        give_back_round(&consumer, round).await;
                        return Ok(());
                    }
                };
                let Some(message) = message else { break };
                let message = message.map_err(anyhow::Error::from_boxed);
                self.spawn_handling(message.context("messages are refused")?, stopping, in_flight);
                backoff.reset();
            }
        }
    }

    fn spawn_handling(
        self: &Arc<Self>,
        message: Message,
        stopping: &CancellationToken,
        in_flight: &mut JoinSet<()>,
    ) {
        let (consumer, stopping) = (Arc::clone(self), stopping.clone());
        // Queue up here, because tasks start in any order.
        let queue_slot = envelope::aggregate(&message).map(|aggregate| self.queues.enqueue(aggregate.id));
        in_flight.spawn(async move {
            if let Some(_slot) = consumer
                .acquire_slot(&message, queue_slot.as_ref(), &stopping)
                .await
            {
                consumer.receive(message, &stopping).await;
            }
        });
    }

    /// Waits for the previous message of the same aggregate, and for a free slot. On a stop, returns the
    /// message to the server; its event is not claimed yet.
    async fn acquire_slot(
        &self,
        message: &Message,
        queue_slot: Option<&QueueSlot>,
        stopping: &CancellationToken,
    ) -> Option<SemaphorePermit<'_>> {
        let slot = async {
            if let Some(queue_slot) = queue_slot {
                queue_slot.wait().await;
            }
            self.slots.acquire().await
        };
        let slot = tokio::select! {
            slot = stopping.run_until_cancelled(slot) => slot,
            never = acknowledgement::report_progress(message) => match never {},
        };
        if let Some(Ok(slot)) = slot {
            return Some(slot);
        }
        acknowledgement::give_back(message).await;
        None
    }

    async fn open(&self) -> anyhow::Result<PullConsumer> {
        let stream = self.jetstream.get_stream(self.subscription.stream).await;
        let consumer = self.durable(&stream.context("the stream is missing")?).await;
        consumer.context("the consumer cannot be made")
    }

    /// The durable consumer, created or updated if necessary. Looks it up first: if two replicas create one
    /// at the same time, the server may refuse the second and lose the state of the first.
    async fn durable(&self, stream: &stream::Stream) -> anyhow::Result<PullConsumer> {
        let config = pull::Config {
            durable_name: Some(self.subscription.name.to_owned()),
            filter_subject: self.subscription.subject.to_owned(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            // Attempts are counted with the claims. At its own limit, the server would just stop delivering.
            max_deliver: -1,
            max_ack_pending: MAX_ACK_PENDING,
            ..pull::Config::default()
        };
        let consumer = stream
            .get_or_create_consumer(self.subscription.name, config.clone())
            .await?;
        let found = &consumer.cached_info().config;
        let decided = |config: &consumer::Config| {
            let numbers = (config.ack_wait, config.max_deliver, config.max_ack_pending);
            (numbers, config.filter_subject.clone())
        };
        let is_current = decided(found) == decided(&config.clone().into_consumer_config());
        if is_current {
            return Ok(consumer);
        }
        Ok(stream.update_consumer(config).await?)
    }

    pub(crate) fn handled(&self, outcome: &'static str) -> metrics::Counter {
        let consumer = self.subscription.name;
        metrics::counter!("consumer_handled_total", "consumer" => consumer, "outcome" => outcome)
    }
}

/// Returns the messages of an open round to the server, so that another replica gets them at once. Without
/// this, those on their way would come again only after [`ACK_WAIT`].
async fn give_back_round(consumer: &PullConsumer, mut round: pull::Batch) {
    // Messages that the server sent earlier arrive before this answer. Its content does not matter.
    let _ = tokio::time::timeout(ROUND, consumer.get_info()).await;
    let mut arrived = Vec::new();
    // Unconstrained, so that the task's budget does not end the loop before the last message.
    while let Some(Some(Ok(message))) = tokio::task::unconstrained(round.next()).now_or_never() {
        arrived.push(message);
    }
    // The round ends first. Otherwise it would receive the returned messages again.
    drop(round);
    join_all(arrived.iter().map(acknowledgement::give_back)).await;
}
