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
