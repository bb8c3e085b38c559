//! Property test of codes: in any sequence and concurrency, every wrong code counts once, and the fifth ends
//! the code.

use futures_util::future::join_all;
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};

use crate::{EMAIL, Identity, another};

/// The number of plans tried.
const PLANS: usize = 12;

const MOST_WRONG: usize = 5;

/// Groups of tries, each right or wrong. The tries of a group are concurrent, the groups sequential.
fn plan() -> impl Strategy<Value = Vec<Vec<bool>>> {
    let one = prop::collection::vec(prop::bool::weighted(0.4), 1..=1);
    let several = prop::collection::vec(prop::bool::weighted(0.4), 2..8);
    prop::collection::vec(prop_oneof![one, several], 1..6)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_lives_for_five_wrong_tries_in_any_order() {
    let identity = Identity::with_account().await;
    let code = identity.code(EMAIL).await;
    let wrong = another(&code, 0);
    let mut runner = TestRunner::new(Config::default());
    for _ in 0..PLANS {
        let plan = plan().new_tree(&mut runner).expect("it has no filter").current();
        println!("{plan:?}");
        // Resets the state: a new code, and a network without guesses.
        identity.sql("UPDATE one_time_codes SET wrong_tries = 0").await;
        identity.sql("DELETE FROM counters").await;
        let mut counted = 0;
        for group in &plan {
            let tries = group.iter().map(|is_right| {
                let tried = if *is_right { &code } else { &wrong };
                identity.verify_from("", EMAIL, tried)
            });
            let answers = join_all(tries).await;
            let was_alive = counted < MOST_WRONG;
            counted = MOST_WRONG.min(counted + group.iter().filter(|is_right| !**is_right).count());
            let is_alive = counted < MOST_WRONG;
            for (is_right, answer) in group.iter().zip(answers) {
                assert!(*is_right || answer.is_err(), "a wrong code was taken");
                assert!(was_alive || answer.is_err(), "a dead code was taken");
                assert!(
                    !(*is_right && is_alive) || answer.is_ok(),
                    "a right code was refused: {answer:?}"
                );
            }
            let kept = identity
                .text("SELECT wrong_tries::text FROM one_time_codes")
                .await;
            assert_eq!(kept, counted.to_string(), "each wrong try counts once");
        }
    }
}
