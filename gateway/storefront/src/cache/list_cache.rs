//! A list that every shopper asks for and that seldom changes: kept in memory, made anew once per change, refreshed in the
//! background, and still served while its service is down.

use std::{
    hash::{BuildHasher as _, RandomState},
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;
use tonic::Status;
use web::Error;

/// The service is asked again by the first request after this time, so a change shows within it.
const REFRESH_AFTER: Duration = Duration::from_secs(3);

/// A list that takes long to read is asked for less often, so that reading takes this part of the time at most.
const READING_PART: u32 = 20;

/// While the gateway hears of changes, it asks the service only for those that it missed: after so long, and up to
/// [`JITTER_MILLIS`] more, so that the gateways do not ask together.
const ASK_ANYWAY_AFTER: Duration = Duration::from_mins(1);

const JITTER_MILLIS: u64 = 10_000;

/// How old a confirmed list may be and still be served without a look at the service: a little longer than it is left alone.
/// Older, because the shop was idle or the service is down, a request waits for [`PATIENCE`] first.
const FRESH_ENOUGH: Duration = Duration::from_secs(90);

/// How often the service is asked at most because requests heard of something newer than the list, for all requests together.
const RENEW_AFTER: Duration = Duration::from_secs(1);

/// How long a request waits for the service when memory has nothing, or nothing fresh enough.
const PATIENCE: Duration = Duration::from_secs(1);

/// The list as last heard, and what is known about its service.
#[derive(Debug)]
pub(crate) struct ListCache<T> {
    state: watch::Sender<State<T>>,
    wanted: Notify,
}

/// What the cache knows; a subscriber only hears that it changed.
#[derive(Debug)]
pub(crate) struct State<T> {
    list: Option<Arc<T>>,
    confirmed_at: Option<Instant>,
    asked_at: Option<Instant>,
    asking: bool,
    /// How long the service took for its last good answer.
    took: Duration,
    /// The longest time without asking the service, even when no change is heard of.
    ask_anyway_after: Duration,
    /// Whether the gateway hears of changes when they happen.
    receives_changes: bool,
    /// When the gateway last heard of something newer than the list.
    outdated_at: Option<Instant>,
    /// When the last question that has ended was asked, whether it succeeded or failed.
    settled: Option<Instant>,
    answers: Option<bool>,
}

impl<T: Send + Sync + 'static> ListCache<T> {
    /// An empty cache, whose service was not asked yet.
    pub(crate) fn new() -> Self {
        let state = State {
            list: None,
            confirmed_at: None,
            asked_at: None,
            asking: false,
            took: Duration::ZERO,
            ask_anyway_after: ASK_ANYWAY_AFTER
                + Duration::from_millis(RandomState::new().hash_one(()) % JITTER_MILLIS),
            receives_changes: false,
            outdated_at: None,
            settled: None,
            answers: None,
        };
        Self {
            state: watch::Sender::new(state),
            wanted: Notify::new(),
        }
    }

    /// The list from memory. It is refreshed in the background when it is due; 503 when the service never answered.
    pub(crate) async fn get(&self) -> Result<Arc<T>, Error> {
        let patience = {
            let state = self.state.borrow();
            if state.is_due() {
                self.wanted.notify_one();
            }
            state.wait_time()
        };
        if let Some(patience) = patience {
            let mut state = self.state.subscribe();
            // Either outcome is good: what memory holds then is the best there is.
            let _ = tokio::time::timeout(patience, state.wait_for(|state| state.wait_time().is_none())).await;
        }
        let list = self.state.borrow().list.clone();
        list.ok_or_else(|| Error::unavailable("the list was never loaded"))
    }

    /// The list as memory has it, without waiting for the service.
    pub(crate) fn current(&self) -> Option<Arc<T>> {
        self.state.borrow().list.clone()
    }

    /// To be called now and then for a list that no request asks for: has the service asked when it is time.
    pub(crate) fn refresh_if_due(&self) {
        if self.state.borrow().is_due() {
            self.wanted.notify_one();
        }
    }

    /// Puts a list in the place of the one it was made of; false when that is not kept any more.
    pub(crate) fn replace(&self, made_of: &Arc<T>, list: Arc<T>) -> bool {
        let mut list = Some(list);
        self.state.send_if_modified(|state| {
            let is_kept = state.list.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, made_of));
            if is_kept {
                state.list = list.take();
            }
            is_kept
        })
    }

    /// Whether an answer is on its way, which may be older than what is heard meanwhile.
    pub(crate) fn is_asking(&self) -> bool {
        self.state.borrow().asking
    }

    /// A receiver that wakes whenever the service answered, or something else became known about it.
    pub(crate) fn subscribe(&self) -> watch::Receiver<State<T>> {
        self.state.subscribe()
    }

    /// To be called when the gateway hears of a change: has the service asked, at most once a second for all callers.
    pub(crate) fn mark_stale(&self) {
        self.state.send_if_modified(|state| {
            state.outdated_at = Some(Instant::now());
            false
        });
        self.wanted.notify_one();
    }

    /// Notes whether the gateway hears of changes now, and has the service asked when that is news; answers whether it is.
    pub(crate) fn set_receives_changes(&self, hears: bool) -> bool {
        let is_news = self.state.borrow().receives_changes != hears;
        if is_news {
            self.state.send_modify(|state| state.receives_changes = hears);
            self.mark_stale();
        }
        is_news
    }

    /// To be called by a request that heard of something newer than the list: has the service asked, at most once a second for
    /// all requests, and waits for its turn and for the answer for [`PATIENCE`] at most. Other requests do not wait.
    pub(crate) async fn renew(&self) {
        let now = Instant::now();
        self.mark_stale();
        let mut state = self.state.subscribe();
        let renewed = state.wait_for(|state| state.settled.is_some_and(|asked_at| asked_at >= now));
        // Either outcome is good: what memory holds then is the best there is.
        let _ = tokio::time::timeout(RENEW_AFTER + PATIENCE, renewed).await;
    }

    /// How long ago the service last confirmed the list; none when it never did.
    pub(crate) fn age(&self) -> Option<Duration> {
        self.state
            .borrow()
            .confirmed_at
            .map(|confirmed_at| confirmed_at.elapsed())
    }

    /// Whether the service answered the last time it was asked; none before the first time.
    pub(crate) fn is_up(&self) -> Option<bool> {
        self.state.borrow().answers
    }

    /// Asks once, and again whenever a request finds the list due or the service did not answer. One question at a time; ends when `stopping` does.
    pub(crate) async fn keep_fresh<Fetch, Fetching>(
        &self,
        fetch: Fetch,
        stopping: CancellationToken,
    ) -> anyhow::Result<()>
    where
        Fetch: Fn(Option<Arc<T>>) -> Fetching,
        Fetching: Future<Output = Result<Arc<T>, Status>>,
    {
        let refreshing = async {
            loop {
                // A request may have asked while the last answer was on its way.
                let pause = self.state.borrow().pause();
                match pause {
                    Some(pause) => {
                        tokio::time::sleep(pause).await;
                        self.refresh(fetch(self.current())).await;
                    }
                    None => self.next_turn().await,
                }
            }
        };
        stopping.run_until_cancelled(refreshing).await.unwrap_or(Ok(()))
    }

    /// Ends when a request finds the list due. While the service does not answer, it ends by itself too, or the gateway would not
    /// notice that the service is back before the next shopper comes.
    async fn next_turn(&self) {
        let wanted = self.wanted.notified();
        if self.is_up() == Some(false) {
            // Either outcome is a reason to look.
            let _ = tokio::time::timeout(REFRESH_AFTER, wanted).await;
        } else {
            wanted.await;
        }
    }

    async fn refresh(&self, fetching: impl Future<Output = Result<Arc<T>, Status>>) {
        self.state.send_if_modified(|state| {
            state.asked_at = Some(Instant::now());
            state.asking = true;
            false
        });
        let heard = fetching.await;
        self.state.send_modify(|state| state.finish(heard));
    }
}

impl<T> State<T> {
    fn is_due(&self) -> bool {
        !self.asking
            && self
                .asked_at
                .is_none_or(|asked_at| asked_at.elapsed() >= self.refresh_after())
    }

    fn refresh_after(&self) -> Duration {
        match self.answers {
            Some(true) if self.receives_changes => self.ask_anyway_after,
            Some(true) => REFRESH_AFTER
                .max(self.took * READING_PART)
                .min(self.ask_anyway_after),
            _ => REFRESH_AFTER,
        }
    }

    /// How long to wait before the service is asked again; none when neither the age of the list nor a change calls for it.
    fn pause(&self) -> Option<Duration> {
        let Some(asked_at) = self.asked_at else {
            return Some(Duration::ZERO);
        };
        if self.is_due() {
            return Some(Duration::ZERO);
        }
        let outdated = self.outdated_at.is_some_and(|heard_at| heard_at > asked_at);
        outdated.then(|| RENEW_AFTER.max(self.took * 2).saturating_sub(asked_at.elapsed()))
    }

    /// How long waiting for the service makes sense; none when memory is good enough or just as good as it gets.
    fn wait_time(&self) -> Option<Duration> {
        if self
            .confirmed_at
            .is_some_and(|confirmed_at| confirmed_at.elapsed() < FRESH_ENOUGH)
        {
            return None;
        }
        if self.is_due() {
            return Some(PATIENCE);
        }
        let asked_at = self.asked_at.filter(|_| self.asking)?;
        PATIENCE.checked_sub(asked_at.elapsed())
    }

    fn finish(&mut self, heard: Result<Arc<T>, Status>) {
        self.asking = false;
        self.settled = self.asked_at;
        let answered_before = self.answers.replace(heard.is_ok());
        match heard {
            Ok(list) => {
                if answered_before == Some(false) {
                    tracing::info!("the list's service answers again");
                }
                self.list = Some(list);
                self.took = self
                    .asked_at
                    .map_or(Duration::ZERO, |asked_at| asked_at.elapsed());
                self.confirmed_at = Some(Instant::now());
            }
            Err(status) if answered_before != Some(false) => {
                let (code, message) = (status.code(), status.message());
                tracing::warn!(
                    "the list is not refreshed while its service does not answer: {code:?}: {message}"
                );
            }
            Err(_) => {}
        }
    }
}
