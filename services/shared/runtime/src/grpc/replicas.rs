//! The replicas of a service: look-up, ejection and choice.

use std::{
    collections::HashMap,
    error::Error,
    net::SocketAddr,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use http::{Request, Response};
use tonic::{
    Code,
    body::Body,
    transport::{Channel, Endpoint},
};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};
use tower::Service as _;

use crate::Target;

/// Why a call was not answered, in the type of the HTTP layers.
pub(crate) type BoxError = Box<dyn Error + Send + Sync>;

/// An error with its causes.
pub(crate) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// The age after which a look-up is repeated with the next call. A cluster's names change as seldom as its
/// pods do.
const LOOK_UP_EVERY: Duration = Duration::from_secs(5);

/// The timeout of a look-up. A silent name server must not delay calls to known replicas.
const LOOK_UP_PATIENCE: Duration = Duration::from_secs(1);

/// How long a replica may not answer a call before it is probed. Longer than nearly all calls, so that
/// healthy replicas are not probed; short enough for two probes within the 2 s that an order waits for
/// prices.
const SILENCE: Duration = Duration::from_millis(500);

/// The timeout of a probe. Health checks do not wait for anything.
const PROBE_PATIENCE: Duration = Duration::from_millis(500);

/// The first and the longest pause between probes of an ejected replica. The pause doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

const NEVER_POISONED: &str = "nothing panics while it holds this lock";

/// The replicas of a target.
#[derive(Debug)]
pub(crate) struct Replicas {
    target: Target,
    known: Mutex<Known>,
    looking_up: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Known {
    replicas: Vec<Arc<Replica>>,
    looked_up: Option<Instant>,
    /// The start of the next choice, so that equally busy replicas take turns.
    turn: usize,
}

impl Replicas {
    pub(crate) fn new(target: Target) -> Self {
        Self {
            target,
            known: Mutex::default(),
            looking_up: tokio::sync::Mutex::default(),
        }
    }

    /// The least busy healthy replica, or else an ejected one. Avoids `except` if there is another.
    pub(crate) async fn choose(
        self: &Arc<Self>,
        except: Option<&Arc<Replica>>,
    ) -> Result<Arc<Replica>, BoxError> {
        match self.age() {
            None => self.look_up().await,
            Some(age) if age > LOOK_UP_EVERY => self.look_up_in_background(),
            Some(_) => (),
        }
        let chosen = self.known.lock().expect(NEVER_POISONED).choose(except);
        chosen.ok_or_else(|| format!("{} has no address", self.target).into())
    }

    fn age(&self) -> Option<Duration> {
        let known = self.known.lock().expect(NEVER_POISONED);
        known.looked_up.map(|time| time.elapsed())
    }

    /// Looks the target up, or waits for another call's look-up. Ignores failures.
    pub(crate) async fn look_up(&self) {
        let asked = Instant::now();
        let _turn = self.looking_up.lock().await;
        let known = self.known.lock().expect(NEVER_POISONED).looked_up;
        if known.is_some_and(|time| time > asked) {
            return;
        }
        let found = tokio::time::timeout(LOOK_UP_PATIENCE, self.target.look_up()).await;
        match found {
            Ok(Ok(addresses)) => self.known.lock().expect(NEVER_POISONED).update(&addresses),
            Ok(Err(error)) => tracing::warn!(%error, target = %self.target, "a service cannot be looked up"),
            Err(_) => tracing::warn!(target = %self.target, "looking a service up takes too long"),
        }
    }

    /// Looks the target up while calls continue with the known replicas.
    #[expect(
        clippy::disallowed_methods,
        reason = "a client has no frame, and the task ends within a second"
    )]
    fn look_up_in_background(self: &Arc<Self>) {
        // Other calls need not look the target up meanwhile.
        self.known.lock().expect(NEVER_POISONED).looked_up = Some(Instant::now());
        let replicas = Arc::clone(self);
        tokio::spawn(async move { replicas.look_up().await });
    }
}

impl Known {
    /// Updates the list. Keeps the state of replicas that are still there.
    fn update(&mut self, addresses: &[SocketAddr]) {
        let mut kept: HashMap<_, _> = self.replicas.drain(..).map(|r| (r.address, r)).collect();
        let replica = |address: &SocketAddr| {
            let kept = kept.remove(address);
            kept.unwrap_or_else(|| Arc::new(Replica::new(*address)))
        };
        self.replicas = addresses.iter().map(replica).collect();
        self.looked_up = Some(Instant::now());
    }

    fn choose(&mut self, except: Option<&Arc<Replica>>) -> Option<Arc<Replica>> {
        let count = self.replicas.len();
        self.turn = self.turn.wrapping_add(1);
        let in_turn = (0..count).map(|offset| &self.replicas[self.turn.wrapping_add(offset) % count]);
        let is_excepted = |replica: &Arc<Replica>| except.is_some_and(|except| Arc::ptr_eq(replica, except));
        in_turn
            .min_by_key(|replica| (is_excepted(replica), replica.is_ejected(), replica.calls()))
            .cloned()
    }
}

/// A replica, with its own connection. Connects with the first call, and again after a loss.
#[derive(Debug)]
pub(crate) struct Replica {
    address: SocketAddr,
    channel: Channel,
    calls: AtomicUsize,
    ejected: AtomicBool,
    probed: AtomicBool,
}

impl Replica {
    fn new(address: SocketAddr) -> Self {
        let url = format!("http://{address}");
        let channel = Endpoint::try_from(url)
            .expect("an address is a URL")
            .connect_timeout(Duration::from_secs(1))
            .tcp_nodelay(true)
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_timeout(Duration::from_secs(5))
            .keep_alive_while_idle(true)
            .connect_lazy();
        Self {
            address,
            channel,
            calls: AtomicUsize::default(),
            ejected: AtomicBool::default(),
            probed: AtomicBool::default(),
        }
    }

    fn is_ejected(&self) -> bool {
        self.ejected.load(Ordering::Relaxed)
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// Sends one call.
    pub(crate) async fn send(&self, request: Request<Body>) -> Result<Response<Body>, BoxError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let _counted = OnDrop(|| {
            self.calls.fetch_sub(1, Ordering::Relaxed);
        });
        let mut channel = self.channel.clone();
        std::future::poll_fn(|context| channel.poll_ready(context)).await?;
        Ok(channel.call(request).await?)
    }

    /// Returns once the replica is silent, both to the current call and to a probe, and ejects it. Does not
    /// return for a slow replica.
    pub(crate) async fn until_silent(self: &Arc<Self>) {
        while !self.is_ejected() {
            tokio::time::sleep(SILENCE).await;
            // One probe is enough for all waiting calls.
            if self.probed.swap(true, Ordering::Relaxed) {
                continue;
            }
            let _asked = OnDrop(|| self.probed.store(false, Ordering::Relaxed));
            if !self.is_alive().await {
                self.eject("it does not answer", None);
            }
        }
    }

    /// Ejects the replica: it gets no more calls, if there is another replica, until a probe succeeds.
    #[expect(
        clippy::disallowed_methods,
        reason = "a client has no frame, and the task ends with the replica"
    )]
    pub(crate) fn eject(self: &Arc<Self>, reason: &'static str, error: Option<&(dyn Error + 'static)>) {
        if self.ejected.swap(true, Ordering::Relaxed) {
            return;
        }
        // The outermost error only says that sending failed.
        let innermost = error.and_then(|error| causes(error).last());
        let error = innermost.map(tracing::field::display);
        tracing::warn!(address = %self.address, reason, error, "a replica is put aside");
        tokio::spawn(readmit_when_alive(Arc::downgrade(self)));
    }

    /// True if the replica reports that it serves. A server without a health service is alive if it answers.
    async fn is_alive(&self) -> bool {
        let mut health = HealthClient::new(self.channel.clone());
        let answer = tokio::time::timeout(PROBE_PATIENCE, health.check(HealthCheckRequest::default()));
        match answer.await {
            Ok(Ok(answer)) => answer.get_ref().status() == ServingStatus::Serving,
            Ok(Err(status)) => status.code() == Code::Unimplemented,
            Err(_) => false,
        }
    }
}

/// Probes an ejected replica with growing pauses, until it is alive or gone.
async fn readmit_when_alive(replica: Weak<Replica>) {
    let mut pause = FIRST_PAUSE;
    loop {
        tokio::time::sleep(pause).await;
        let Some(replica) = replica.upgrade() else { return };
        if replica.is_alive().await {
            replica.ejected.store(false, Ordering::Relaxed);
            tracing::info!(address = %replica.address, "a replica answers again");
            return;
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Calls the function when a future ends or is dropped.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
