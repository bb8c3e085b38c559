//! What must hold once a fault is over, a file a service: what shoppers were answered, held against what is kept, told
//! and mailed. A new service adds its file and its line in [`ALL`].

mod notification;
mod order;

use anyhow::ensure;

use crate::invariant::{Check, Evidence, Finding};

/// The checks, in the order of what they wait for: events are told before they are mailed.
const ALL: [Check; 2] = [
    |evidence| Box::pin(order::check(evidence)),
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
    for Finding { what, count } in check(evidence).await? {
        ensure!(count == 0, "{what}: {count}");
    }
    Ok(())
}
