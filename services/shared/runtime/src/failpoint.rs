//! Steps at which a test can crash a program, like `kill -9` at a critical moment.
//!
//! Only in debug builds with the feature `failpoints`. Otherwise [`fail_at`] does nothing.

#[cfg(not(all(feature = "failpoints", debug_assertions)))]
mod none {
    /// Does nothing: this build has no failpoints.
    #[inline]
    pub const fn fail_at(_who: &str, _step: &str) {}
}

#[cfg(all(feature = "failpoints", debug_assertions))]
mod armed {
    use std::sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    };

    /// `order.before_commit`, or `order.before_commit:3` for the third time.
    struct Failpoint {
        name: String,
        passes_left: AtomicU32,
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "no setting of a program that shoppers use"
    )]
    static FAILPOINT: LazyLock<Option<Failpoint>> = LazyLock::new(|| {
        let given = std::env::var("FAIL_AT").ok()?;
        let (name, number) = given.split_once(':').unwrap_or((&given, "1"));
        let number: u32 = number.parse().expect("FAIL_AT is STEP or STEP:NUMBER");
        Some(Failpoint {
            name: name.to_owned(),
            passes_left: AtomicU32::new(number.saturating_sub(1)),
        })
    });

    /// Aborts the process if `FAIL_AT` is `who.step`, without flushing or closing anything.
    pub fn fail_at(who: &str, step: &str) {
        let Some(failpoint) = &*FAILPOINT else {
            return;
        };
        let named = failpoint.name.split_once('.');
        if named != Some((who, step)) {
            return;
        }
        let pass = |left: u32| left.checked_sub(1);
        if failpoint
            .passes_left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, pass)
            .is_err()
        {
            eprintln!("FAIL_AT {who}.{step}");
            std::process::abort();
        }
    }
}

#[cfg(all(feature = "failpoints", debug_assertions))]
pub use armed::fail_at;
#[cfg(not(all(feature = "failpoints", debug_assertions)))]
pub use none::fail_at;
