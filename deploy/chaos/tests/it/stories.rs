//! The shop as many processes: short forms of the stories that `make chaos` tells whole.

use std::path::Path;

#[tokio::test]
async fn replicas_share_the_orders_and_the_loss_of_one_loses_none() {
    let chaos = Path::new(env!("CARGO_BIN_EXE_chaos"));
    let programs = chaos.parent().expect("a program lies in a folder");
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replicas.log");
    let seen = chaos::replicas::run(programs, &log, 600).await;
    let seen = seen.expect("no order is lost, doubled or untold");
    println!("{seen}");
    assert!(seen.busiest_percent() <= 45, "{seen}");
    let (attempts, failures) = seen.with_key_and_retry();
    assert_eq!((attempts, failures), (200, 0), "{seen}");
}

#[tokio::test]
async fn programs_that_die_at_the_worst_moments_lose_and_double_nothing() {
    let chaos = Path::new(env!("CARGO_BIN_EXE_chaos"));
    let programs = chaos.parent().expect("a program lies in a folder");
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("steps.log");
    // Other tests run beside it; `make chaos` holds the shop to its times.
    let table = chaos::steps::run(programs, &log, 4).await;
    let table = table.expect("every step keeps what was promised");
    println!("{table}");
    assert!(table.acknowledged() > 60, "{table}");
}

#[tokio::test]
async fn two_hundred_buyers_get_the_fifty_packs_there_are_whoever_dies() {
    let chaos = Path::new(env!("CARGO_BIN_EXE_chaos"));
    let programs = chaos.parent().expect("a program lies in a folder");
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("buyers.log");
    let seen = chaos::buyers::briefly(programs, &log).await;
    let seen = seen.expect("every pack is sold once, and whoever gets none hears so");
    println!("{seen}");
    assert_eq!(seen.bought(), 100, "{seen}");
    assert!(
        seen.requests_lost() > 0,
        "nobody was in the way of those who died: {seen}"
    );
}
