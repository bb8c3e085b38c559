//! What must hold once a fault is over, a file a service: what shoppers were answered, held against what is kept, told
//! and mailed. A new service adds its file and its line in [`ALL`].

mod inventory;
mod notification;
mod order;

use anyhow::ensure;

use crate::invariant::{Check, Evidence, Finding};

/// The checks, in the order of what they wait for: events are told before they are mailed.
const ALL: [Check; 3] = [
    |evidence| Box::pin(order::check(evidence)),
    |evidence| Box::pin(inventory::check(evidence)),
    |evidence| Box::pin(notification::check(evidence)),
];

/// Everything that is broken, counted since the fleet was started.
pub(crate) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for check in ALL {
        findings.extend(check(evidence).await?);
    }
    Ok(findings)
}

/// The same, where nothing may be broken.
pub(crate) async fn hold(evidence: Evidence<'_>) -> anyhow::Result<()> {
    none(check(evidence).await?)
}

/// The same, but for mails that came a second time, which it counts: whoever dies or is cut off between a mail and its note
/// sends it again.
pub(crate) async fn hold_but_for_mails(evidence: Evidence<'_>) -> anyhow::Result<usize> {
    let (again, broken): (Vec<_>, Vec<_>) = check(evidence)
        .await?
        .into_iter()
        .partition(|finding| finding.what == notification::MAIL_TWICE);
    none(broken)?;
    Ok(again.iter().map(|finding| finding.count).sum())
}

/// The orders alone, kept and told, before anybody was mailed.
pub(crate) async fn orders_hold(evidence: Evidence<'_>) -> anyhow::Result<()> {
    none(order::check(evidence).await?)
}

fn none(findings: Vec<Finding>) -> anyhow::Result<()> {
    for Finding { what, count } in findings {
        ensure!(count == 0, "{what}: {count}");
    }
    Ok(())
}
