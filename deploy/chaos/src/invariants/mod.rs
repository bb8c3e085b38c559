//! Invariants that must hold after a fault, one file per service: the responses to shoppers compared with
//! what is stored, published and mailed. A new service adds its file and its line in [`ALL`].

mod billing;
pub(crate) mod evidence;
mod inventory;
mod notification;
mod order;
mod payment;

use anyhow::ensure;

use crate::{
    fleet::Fleet,
    invariants::evidence::{Check, Evidence, Finding},
    load::history::History,
};

/// All checks, in the order of their dependencies: events are published before they are mailed.
const ALL: [Check; 5] = [
    |evidence| Box::pin(order::check(evidence)),
    |evidence| Box::pin(inventory::check(evidence)),
    |evidence| Box::pin(notification::check(evidence)),
    |evidence| Box::pin(payment::check(evidence)),
    |evidence| Box::pin(billing::check(evidence)),
];

/// The checks of money, which also hold for orders that were paid and cancelled later.
const MONEY_CHECKS: [Check; 2] = [
    |evidence| Box::pin(payment::check(evidence)),
    |evidence| Box::pin(billing::check(evidence)),
];

/// Counts all violations since the fleet was started.
pub(crate) async fn check(fleet: &Fleet, history: &History) -> anyhow::Result<Vec<Finding>> {
    let evidence = Evidence { fleet, history };
    let mut findings = Vec::new();
    for check in ALL {
        findings.extend(check(evidence).await?);
    }
    Ok(findings)
}

/// Checks all invariants, and fails on any violation.
pub(crate) async fn ensure_all(fleet: &Fleet, history: &History) -> anyhow::Result<()> {
    ensure_none(check(fleet, history).await?)
}

/// The same without duplicate mails, which it counts: a consumer that dies or is cut off between a mail and
/// its record sends the mail again.
pub(crate) async fn ensure_all_but_duplicate_mails(
    fleet: &Fleet,
    history: &History,
) -> anyhow::Result<usize> {
    let (duplicates, broken): (Vec<_>, Vec<_>) = check(fleet, history)
        .await?
        .into_iter()
        .partition(|finding| finding.what == notification::DUPLICATE_MAIL);
    ensure_none(broken)?;
    Ok(duplicates.iter().map(|finding| finding.count).sum())
}

/// Checks only money: the services' records and the ledger.
pub(crate) async fn ensure_money(fleet: &Fleet) -> anyhow::Result<()> {
    let history = History::default();
    for check in MONEY_CHECKS {
        let history = &history;
        ensure_none(check(Evidence { fleet, history }).await?)?;
    }
    Ok(())
}

/// Checks only that orders are stored and published, before any mail is sent.
pub(crate) async fn ensure_orders(fleet: &Fleet, history: &History) -> anyhow::Result<()> {
    ensure_none(order::check(Evidence { fleet, history }).await?)
}

fn ensure_none(findings: Vec<Finding>) -> anyhow::Result<()> {
    for Finding { what, count } in findings {
        ensure!(count == 0, "{what}: {count}");
    }
    Ok(())
}
