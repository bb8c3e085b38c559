//! How often one client may do what costs the shop something, or could harm a shopper.

use std::{
    collections::HashMap,
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use runtime::{Network, Networks};
use tokio_util::sync::CancellationToken;

use crate::{answer::error::Error, connection::client_address::ClientAddress};

/// How often clients that have not come for a while are forgotten.
const FORGET_EVERY: Duration = Duration::from_mins(1);

const MINUTE: Duration = Duration::from_mins(1);

/// How many times the limit of one household each size of network has, narrowest first. IPv4 has the first alone.
const TIMES: [f64; runtime::NETWORK_SIZES] = [1.0, 2.0, 4.0];

/// How often each client may do one thing: so many times at once, and then as many again within each minute. A client of IPv6 is
/// counted in its /64, its /56 and its /48. Every replica counts by itself.
#[derive(Debug)]
pub struct RateLimit {
    per_minute: f64,
    counted: Mutex<HashMap<Network, Count>>,
}

/// A client's requests, less those that the time since then made up for.
#[derive(Debug, Clone, Copy)]
struct Count {
    times: f64,
    at: Instant,
}

impl RateLimit {
    /// So many times in a minute.
    pub fn per_minute(most: NonZeroU32) -> Self {
        Self {
            per_minute: most.get().into(),
            counted: Mutex::default(),
        }
    }

    /// Counts what this client does now; 429 when it did so too often, which is not counted.
    pub fn count(&self, client: ClientAddress) -> Result<(), Error> {
        self.count_at(client.into(), Instant::now()).map_err(|wait| {
            let message = "Too many requests came from your network. Please wait a moment and try again.";
            Error::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(wait)
        })
    }

    /// Answers how long to wait when it is too often.
    fn count_at(&self, client: Networks, now: Instant) -> Result<(), Duration> {
        let mut counted = self.lock();
        let sizes = client.iter().zip(TIMES);
        let with_this = sizes.map(|(network, times)| {
            let (most, before) = (self.per_minute * times, counted.get(&network));
            let before = before.map_or(0.0, |count| count.left(most, now));
            (network, most, before + 1.0)
        });
        let with_this: Vec<_> = with_this.collect();
        let waits = with_this
            .iter()
            .map(|(_, most, times)| MINUTE.mul_f64(((times - most) / most).max(0.0)));
        let wait = waits.max().unwrap_or_default();
        if !wait.is_zero() {
            return Err(wait);
        }
        for (network, _, times) in with_this {
            counted.insert(network, Count { times, at: now });
        }
        Ok(())
    }

    /// Forgets clients whose count the time has made up for.
    fn forget_idle(&self, now: Instant) {
        let mut counted = self.lock();
        counted.retain(|_, count| count.left(self.per_minute, now) > 0.0);
        counted.shrink_to_fit();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Network, Count>> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Count {
    fn left(self, per_minute: f64, now: Instant) -> f64 {
        let minutes = now.duration_since(self.at).div_duration_f64(MINUTE);
        (self.times - minutes * per_minute).max(0.0)
    }
}

/// Keeps the memory of these limits bounded until `stopping` is cancelled.
pub async fn forget_idle(limits: &[&RateLimit], stopping: CancellationToken) -> anyhow::Result<()> {
    while stopping
        .run_until_cancelled(tokio::time::sleep(FORGET_EVERY))
        .await
        .is_some()
    {
        for limit in limits {
            limit.forget_idle(Instant::now());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(per_minute: u32) -> RateLimit {
        RateLimit::per_minute(NonZeroU32::new(per_minute).expect("it is not 0"))
    }

    fn client(address: &str) -> Networks {
        Networks::read(address)
    }

    #[test]
    fn a_client_waits_until_the_minute_made_up_for_one_request() {
        let (limit, now, client) = (limit(60), Instant::now(), client("203.0.113.7"));
        for _ in 0..60 {
            limit.count_at(client, now).expect("it is within the limit");
        }
        let wait = limit.count_at(client, now).expect_err("it is one too many");
        assert!(
            wait.abs_diff(Duration::from_secs(1)) < Duration::from_millis(1),
            "{wait:?}"
        );
        let later = now + Duration::from_secs(1);
        limit.count_at(client, later).expect("a second made up for one");
        limit.count_at(client, later).expect_err("and not for two");
    }

    #[test]
    fn households_of_one_large_network_share_its_limit() {
        let (limit, now) = (limit(2), Instant::now());
        let tries = (0..512).map(|nth| client(&format!("2001:db8:0:{nth:x}::1")));
        let let_in = tries.filter(|household| limit.count_at(*household, now).is_ok());
        assert_eq!(let_in.count(), 8, "four times as many as one household");
        limit
            .count_at(client("198.51.100.1"), now)
            .expect("another network has its own limit");
    }

    #[test]
    fn an_idle_client_is_forgotten() {
        let (limit, now) = (limit(2), Instant::now());
        limit
            .count_at(client("2001:db8::1"), now)
            .expect("it is within the limit");
        limit.forget_idle(now + Duration::from_secs(29));
        assert_eq!(limit.lock().len(), 3);
        limit.forget_idle(now + Duration::from_secs(31));
        assert!(limit.lock().is_empty());
    }
}
