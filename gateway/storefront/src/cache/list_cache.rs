//! A list that every shopper reads and that seldom changes. It is kept in memory, refreshed in the
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

/// The age at which a request triggers a refresh, so that a change shows within it.
const REFRESH_AFTER: Duration = Duration::from_secs(3);

/// Lists that take long to read are refreshed less often, so that reading takes at most this fraction of the
/// time.
const READING_PART: u32 = 20;

/// The refresh interval while the gateway receives change events, to catch missed ones. Up to
/// [`JITTER_MILLIS`] are added, so that replicas do not refresh together.
const FALLBACK_REFRESH_AFTER: Duration = Duration::from_mins(1);

const JITTER_MILLIS: u64 = 10_000;

/// The age up to which a confirmed list is served without waiting; a little more than the refresh interval.
/// Requests for an older list first wait for [`MAX_WAIT`].
const FRESH_ENOUGH: Duration = Duration::from_secs(90);

/// The shortest interval between refreshes that requests or events trigger, for all of them together.
const RENEW_AFTER: Duration = Duration::from_secs(1);

/// The longest wait of a request for the service if memory has no list or no fresh one.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The last list, and the state of its service.
#[derive(Debug)]
pub(crate) struct ListCache<T> {
    state: watch::Sender<CacheState<T>>,
    wanted: Notify,
}

/// The state of the cache; subscribers only learn that it changed.
#[derive(Debug)]
pub(crate) struct CacheState<T> {
    list: Option<Arc<T>>,
    confirmed_at: Option<Instant>,
    asked_at: Option<Instant>,
    fetching: bool,
    /// The duration of the last successful fetch.
    took: Duration,
    /// The longest interval between refreshes without a change event.
    fallback_refresh_after: Duration,
    /// True while the gateway receives change events.
    receives_changes: bool,
    /// When the gateway last learned that the list is outdated.
    outdated_at: Option<Instant>,
    /// When the last finished fetch began, whether it succeeded or failed.
    finished_asked_at: Option<Instant>,
    answers: Option<bool>,
}

impl<T: Send + Sync + 'static> ListCache<T> {
    /// An empty cache before the first fetch.
    pub(crate) fn new() -> Self {
        let state = CacheState {
            list: None,
            confirmed_at: None,
            asked_at: None,
            fetching: false,
            took: Duration::ZERO,
            fallback_refresh_after: FALLBACK_REFRESH_AFTER
                + Duration::from_millis(RandomState::new().hash_one(()) % JITTER_MILLIS),
            receives_changes: false,
            outdated_at: None,
            finished_asked_at: None,
            answers: None,
        };
        Self {
            state: watch::Sender::new(state),
            wanted: Notify::new(),
        }
    }

    /// Returns the list from memory and triggers a refresh when it is due. Fails with 503 if no fetch ever
    /// succeeded.
    pub(crate) async fn get(&self) -> Result<Arc<T>, Error> {
        let wait = {
            let state = self.state.borrow();
            if state.is_due() {
                self.wanted.notify_one();
            }
            state.wait_time()
        };
        if let Some(wait) = wait {
            let mut state = self.state.subscribe();
            // A timeout is fine: the list in memory is then the best there is.
            let _ = tokio::time::timeout(wait, state.wait_for(|state| state.wait_time().is_none())).await;
        }
        let list = self.state.borrow().list.clone();
        list.ok_or_else(|| Error::unavailable("the list was never loaded"))
    }

    /// The list in memory, without waiting for the service.
    pub(crate) fn current(&self) -> Option<Arc<T>> {
        self.state.borrow().list.clone()
    }

    /// Triggers a refresh when it is due. For lists that no request reads; called periodically.
    pub(crate) fn refresh_if_due(&self) {
        if self.state.borrow().is_due() {
            self.wanted.notify_one();
        }
    }

    /// Replaces the list `made_of` with one derived from it. Returns false if memory no longer has `made_of`.
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

    /// True while a fetch is running. Its answer may be older than events that arrive meanwhile.
    pub(crate) fn is_fetching(&self) -> bool {
        self.state.borrow().fetching
    }

    /// A receiver that wakes after each fetch and each change of the state.
    pub(crate) fn subscribe(&self) -> watch::Receiver<CacheState<T>> {
        self.state.subscribe()
    }

    /// Triggers a refresh after a change event, at most once a second for all callers.
    pub(crate) fn mark_stale(&self) {
        self.state.send_if_modified(|state| {
            state.outdated_at = Some(Instant::now());
            false
        });
        self.wanted.notify_one();
    }

    /// Sets whether the gateway receives change events. If that changed, triggers a refresh and returns true.
    pub(crate) fn set_receives_changes(&self, receives: bool) -> bool {
        let is_news = self.state.borrow().receives_changes != receives;
        if is_news {
            self.state.send_modify(|state| state.receives_changes = receives);
            self.mark_stale();
        }
        is_news
    }

    /// Triggers a refresh for a request that knows the list is outdated, at most once a second for all
    /// requests. Waits for its turn and then for the answer, up to [`MAX_WAIT`]. Other requests do not wait.
    pub(crate) async fn renew(&self) {
        let now = Instant::now();
        self.mark_stale();
        let mut state = self.state.subscribe();
        let renewed = state.wait_for(|state| state.finished_asked_at.is_some_and(|asked_at| asked_at >= now));
        // A timeout is fine: the list in memory is then the best there is.
        let _ = tokio::time::timeout(RENEW_AFTER + MAX_WAIT, renewed).await;
    }

    /// The time since the service last confirmed the list; `None` if it never did.
    pub(crate) fn age(&self) -> Option<Duration> {
        self.state
            .borrow()
            .confirmed_at
            .map(|confirmed_at| confirmed_at.elapsed())
    }

    /// Whether the last fetch succeeded; `None` before the first fetch.
    pub(crate) fn is_up(&self) -> Option<bool> {
        self.state.borrow().answers
    }

    /// Fetches the list once, and again when a refresh is due or the service failed. Runs one fetch at a time
    /// until `stopping` is cancelled.
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
                // A request may have triggered a refresh during the last fetch.
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

    /// Waits until a refresh is triggered. While the service is down it also returns by itself, to notice its
    /// return before the next request.
    async fn next_turn(&self) {
        let wanted = self.wanted.notified();
        if self.is_up() == Some(false) {
            // A timeout is fine: either way the state is checked.
            let _ = tokio::time::timeout(REFRESH_AFTER, wanted).await;
        } else {
            wanted.await;
        }
    }

    async fn refresh(&self, fetching: impl Future<Output = Result<Arc<T>, Status>>) {
        self.state.send_if_modified(|state| {
            state.asked_at = Some(Instant::now());
            state.fetching = true;
            false
        });
        let result = fetching.await;
        self.state.send_modify(|state| state.finish(result));
    }
}

impl<T> CacheState<T> {
    fn is_due(&self) -> bool {
        !self.fetching
            && self
                .asked_at
                .is_none_or(|asked_at| asked_at.elapsed() >= self.refresh_after())
    }

    fn refresh_after(&self) -> Duration {
        match self.answers {
            Some(true) if self.receives_changes => self.fallback_refresh_after,
            Some(true) => REFRESH_AFTER
                .max(self.took * READING_PART)
                .min(self.fallback_refresh_after),
            _ => REFRESH_AFTER,
        }
    }

    /// The wait before the next fetch; `None` if neither the age of the list nor a change needs one.
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

    /// The time a request should wait for the service; `None` if the list is fresh enough or waiting would
    /// not help.
    fn wait_time(&self) -> Option<Duration> {
        if self
            .confirmed_at
            .is_some_and(|confirmed_at| confirmed_at.elapsed() < FRESH_ENOUGH)
        {
            return None;
        }
        if self.is_due() {
            return Some(MAX_WAIT);
        }
        let asked_at = self.asked_at.filter(|_| self.fetching)?;
        MAX_WAIT.checked_sub(asked_at.elapsed())
    }

    fn finish(&mut self, result: Result<Arc<T>, Status>) {
        self.fetching = false;
        self.finished_asked_at = self.asked_at;
        let answered_before = self.answers.replace(result.is_ok());
        match result {
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
