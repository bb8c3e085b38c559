//! Short forms of the experiments of `make chaos`.

use std::path::Path;

use tokio::sync::Mutex;

/// Runs one experiment at a time: each has more than ten programs and their load, and two at once would
/// exceed time limits on two cores.
static MACHINE: Mutex<()> = Mutex::const_new(());

#[tokio::test]
async fn replicas_share_the_orders_and_the_loss_of_one_loses_none() {
    let _alone = MACHINE.lock().await;
    let chaos = Path::new(env!("CARGO_BIN_EXE_chaos"));
    let programs = chaos.parent().expect("a program lies in a folder");
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replicas.log");
    let report = chaos::replicas::run_with_retries(programs, &log, 300).await;
    let report = report.expect("no order is lost, doubled or unpublished");
    println!("{report}");
    assert!(report.busiest_percent() <= 45, "{report}");
    let (attempts, failures) = report.with_key_and_retry();
    assert_eq!((attempts, failures), (100, 0), "{report}");
}

#[tokio::test]
async fn programs_that_die_at_the_worst_moments_lose_and_double_nothing() {
    let _alone = MACHINE.lock().await;
    let chaos = Path::new(env!("CARGO_BIN_EXE_chaos"));
    let programs = chaos.parent().expect("a program lies in a folder");
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("steps.log");
    // Other tests run beside it; `make chaos` checks the real time limits.
    let table = chaos::steps::run(programs, &log, 4).await;
    let table = table.expect("every step keeps what was promised");
    println!("{table}");
    assert!(table.acknowledged() > 60, "{table}");
}

#[tokio::test]
async fn two_hundred_buyers_get_the_fifty_packs_there_are_when_any_program_dies() {
    let _alone = MACHINE.lock().await;
    let chaos = Path::new(env!("CARGO_BIN_EXE_chaos"));
    let programs = chaos.parent().expect("a program lies in a folder");
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("buyers.log");
    let report = chaos::buyers::run_short(programs, &log).await;
    let report = report.expect("every pack is sold once, and every other buyer is told so");
    println!("{report}");
    assert_eq!(report.bought(), 100, "{report}");
    assert!(
        report.unanswered_requests() > 0,
        "no request met a program that died: {report}"
    );
}

#[tokio::test]
async fn every_order_is_paid_once_refunded_once_or_expires_when_any_program_dies() {
    let _alone = MACHINE.lock().await;
    let chaos = Path::new(env!("CARGO_BIN_EXE_chaos"));
    let programs = chaos.parent().expect("a program lies in a folder");
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("payments.log");
    let report = chaos::payments::run_short(programs, &log).await;
    let report = report.expect("every order ends as its scenario promises, and all books agree");
    println!("{report}");
    assert_eq!(report.cells(), 7 * 6, "{report}");
    assert!(
        report.outcome_counts().iter().all(|orders| *orders > 0),
        "an end that no order came to: {report}"
    );
    assert!(
        report.retried_requests() > 0,
        "no request met a program that died: {report}"
    );
    assert!(
        report.webhooks_before_response() > 0,
        "no webhook came before the answer: {report}"
    );
}
