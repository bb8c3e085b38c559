use std::time::Duration;

use rand::RngExt as _;

/// Pauses after failures. They grow to a limit, to avoid both overload and long delays.
#[derive(Debug)]
pub(crate) struct Backoff {
    next: Duration,
}

impl Backoff {
    const FIRST: Duration = Duration::from_millis(100);
    const LONGEST: Duration = Duration::from_secs(5);

    pub(crate) fn new() -> Self {
        Self { next: Self::FIRST }
    }

    /// Resets the pauses after a success.
    pub(crate) fn reset(&mut self) {
        self.next = Self::FIRST;
    }

    /// The next pause: twice the last one, shortened at random so that replicas do not retry together.
    pub(crate) fn pause(&mut self) -> Duration {
        let pause = self.next.mul_f64(rand::rng().random_range(0.5..1.0));
        self.next = (self.next * 2).min(Self::LONGEST);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_their_limit_and_begin_anew_after_a_success() {
        let mut backoff = Backoff::new();
        let first = backoff.pause();
        assert!(first >= Backoff::FIRST / 2 && first < Backoff::FIRST, "{first:?}");
        for _ in 0..20 {
            assert!(backoff.pause() < Backoff::LONGEST);
        }
        assert!(backoff.pause() >= Backoff::LONGEST / 2);
        backoff.reset();
        assert!(backoff.pause() < Backoff::FIRST);
    }
}
