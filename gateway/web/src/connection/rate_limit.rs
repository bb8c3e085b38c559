//! Rate limits for actions that cost the shop resources or could harm a shopper.

use std::{
    collections::HashMap,
    num::NonZeroU32,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use runtime::{Network, Networks, Places};

use crate::{answer::error::Error, connection::client_address::ClientAddress};

const MINUTE: Duration = Duration::from_mins(1);

/// The limit of each network size as a multiple of one household's, narrowest first. IPv4 has only the first.
const TIMES: [f64; runtime::NETWORK_SIZES] = [1.0, 2.0, 4.0];

/// A rate limit per client: a burst of `per_minute` requests, refilled within each minute. An IPv6 client
/// counts in its /64, /56 and /48. Every replica counts separately.
#[derive(Debug)]
pub struct RateLimit {
    per_minute: f64,
    counts: Mutex<RequestCounts>,
}

#[derive(Debug)]
struct RequestCounts {
    by_key: HashMap<RateLimitKey, RequestCount>,
    /// When idle clients were last removed, which happens once a minute.
    pruned_at: Instant,
}

/// The client that a request counts for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RateLimitSubject {
    /// A network address, which thousands of phones may share.
    Address(ClientAddress),
    /// An account or a known device, by a unique name.
    Owner(String),
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum RateLimitKey {
    Network(Network),
    Owner(String),
}

impl RateLimitSubject {
    /// The keys that a request counts on, each with its multiple of the limit.
    fn keys(&self) -> Vec<(RateLimitKey, f64)> {
        match self {
            Self::Address(client) => {
                let networks = Networks::from(*client).iter().map(RateLimitKey::Network);
                networks.zip(TIMES).collect()
            }
            Self::Owner(name) => vec![(RateLimitKey::Owner(name.clone()), 1.0)],
        }
    }
}

/// The requests of a client, less those that have expired.
#[derive(Debug, Clone, Copy)]
struct RequestCount {
    times: f64,
    at: Instant,
}

impl RateLimit {
    /// A limit of this many requests per minute.
    pub fn per_minute(most: NonZeroU32) -> Self {
        Self {
            per_minute: most.get().into(),
            counts: Mutex::new(RequestCounts {
                by_key: HashMap::new(),
                pruned_at: Instant::now(),
            }),
        }
    }

    /// Counts a request of this client; 429 over the limit. A refused request is not counted.
    pub fn count(&self, client: ClientAddress) -> Result<(), Error> {
        self.count_for(&RateLimitSubject::Address(client))
    }

    /// Counts a request of an address or an owner.
    pub fn count_for(&self, subject: &RateLimitSubject) -> Result<(), Error> {
        self.count_at(subject, Instant::now()).map_err(|wait| {
            let message = match subject {
                RateLimitSubject::Address(_) => {
                    "Too many requests came from your network. Please wait a moment and try again."
                }
                RateLimitSubject::Owner(_) => {
                    "You sent too many requests. Please wait a moment and try again."
                }
            };
            Error::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(wait)
        })
    }

    /// Returns a part of a counted request.
    pub(crate) fn give_back(&self, subject: &RateLimitSubject, part: f64) {
        let mut counts = self.lock();
        for (key, _) in subject.keys() {
            if let Some(count) = counts.by_key.get_mut(&key) {
                count.times -= part;
            }
        }
    }

    /// Counts a request; returns the wait if it is over the limit.
    fn count_at(&self, subject: &RateLimitSubject, now: Instant) -> Result<(), Duration> {
        let mut counts = self.lock();
        if now.duration_since(counts.pruned_at) >= MINUTE {
            counts.forget_idle(self.per_minute, now);
        }
        let with_this = subject.keys().into_iter().map(|(key, times)| {
            let (most, before) = (self.per_minute * times, counts.by_key.get(&key));
            let before = before.map_or(0.0, |count| count.left(most, now));
            (key, most, before + 1.0)
        });
        let with_this: Vec<_> = with_this.collect();
        let waits = with_this
            .iter()
            .map(|(_, most, times)| MINUTE.mul_f64(((times - most) / most).max(0.0)));
        let wait = waits.max().unwrap_or_default();
        if !wait.is_zero() {
            return Err(wait);
        }
        for (key, _, times) in with_this {
            counts.by_key.insert(key, RequestCount { times, at: now });
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, RequestCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RequestCounts {
    /// Removes clients whose requests have all expired.
    fn forget_idle(&mut self, per_minute: f64, now: Instant) {
        self.by_key.retain(|_, count| count.left(per_minute, now) > 0.0);
        self.by_key.shrink_to_fit();
        self.pruned_at = now;
    }
}

impl RequestCount {
    fn left(self, per_minute: f64, now: Instant) -> f64 {
        let minutes = now.duration_since(self.at).div_duration_f64(MINUTE);
        (self.times - minutes * per_minute).max(0.0)
    }
}

/// Delays requests from addresses over their limit. It slows a flood down, instead of refusing every client
/// behind the address.
#[derive(Debug)]
pub struct SlowLane {
    waiting: Arc<Places>,
    delay: Duration,
}

impl SlowLane {
    /// A slow lane for this many waiting requests, with a wait of `delay` each.
    pub fn new(most: usize, delay: Duration) -> Self {
        Self {
            waiting: Places::new(most),
            delay,
        }
    }

    /// Waits for the delay; fails with `refusal` if too many requests of the client's network are waiting.
    pub async fn pass(&self, client: ClientAddress, refusal: Error) -> Result<(), Error> {
        let _place = self.waiting.acquire(client).ok_or(refusal)?;
        tokio::time::sleep(self.delay).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(per_minute: u32) -> RateLimit {
        RateLimit::per_minute(NonZeroU32::new(per_minute).expect("it is not 0"))
    }

    fn client(address: &str) -> RateLimitSubject {
        RateLimitSubject::Address(ClientAddress(address.parse().expect("it is an address")))
    }

    #[test]
    fn a_client_waits_until_the_minute_made_up_for_one_request() {
        let (limit, now, client) = (limit(60), Instant::now(), client("203.0.113.7"));
        for _ in 0..60 {
            limit.count_at(&client, now).expect("it is within the limit");
        }
        let wait = limit.count_at(&client, now).expect_err("it is one too many");
        assert!(
            wait.abs_diff(Duration::from_secs(1)) < Duration::from_millis(1),
            "{wait:?}"
        );
        let later = now + Duration::from_secs(1);
        limit.count_at(&client, later).expect("a second made up for one");
        limit.count_at(&client, later).expect_err("and not for two");
    }

    #[test]
    fn households_of_one_large_network_share_its_limit() {
        let (limit, now) = (limit(2), Instant::now());
        let tries = (0..512).map(|nth| client(&format!("2001:db8:0:{nth:x}::1")));
        let let_in = tries.filter(|household| limit.count_at(household, now).is_ok());
        assert_eq!(let_in.count(), 8, "four times as many as one household");
        limit
            .count_at(&client("198.51.100.1"), now)
            .expect("another network has its own limit");
    }

    #[test]
    fn an_idle_client_is_forgotten() {
        let (limit, now) = (limit(2), Instant::now());
        limit
            .count_at(&client("2001:db8::1"), now)
            .expect("it is within the limit");
        let count_another = |after: Duration| limit.count_at(&client("203.0.113.7"), now + after);
        count_another(Duration::from_secs(29)).expect("it is within the limit");
        assert_eq!(limit.lock().by_key.len(), 4);
        count_another(Duration::from_secs(61)).expect("it is within the limit");
        assert_eq!(limit.lock().by_key.len(), 1, "a minute has passed");
    }

    #[test]
    fn a_request_that_is_given_back_leaves_room_for_another() {
        let (limit, now, client) = (limit(1), Instant::now(), client("2001:db8::1"));
        limit.count_at(&client, now).expect("it is within the limit");
        limit.count_at(&client, now).expect_err("it is one too many");
        limit.give_back(&client, 1.0);
        limit.count_at(&client, now).expect("one was given back");
    }

    #[test]
    fn an_owner_has_a_limit_of_its_own() {
        let (limit, now, client) = (limit(1), Instant::now(), client("203.0.113.7"));
        limit.count_at(&client, now).expect("it is within the limit");
        limit.count_at(&client, now).expect_err("it is one too many");
        let owner = RateLimitSubject::Owner("asha".to_owned());
        limit.count_at(&owner, now).expect("the owner sent none yet");
        limit.count_at(&owner, now).expect_err("and may send one");
    }
}
