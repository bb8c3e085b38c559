//! The status of the shop's server, which `shop-admin watch` checks every minute. A cluster has its own
//! alerts instead.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

/// A check older than this means that the checks have stopped.
const MAX_CHECK_AGE: Duration = Duration::minutes(5);

/// The file with the last check; `None` if another tool monitors the server.
#[derive(Debug, Clone)]
pub(crate) struct ServerStatus(Option<PathBuf>);

/// The output of `shop-admin watch`, as far as the office reads it.
#[derive(Deserialize)]
struct WatchReport {
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
    checks: Vec<WatchCheck>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WatchCheck {
    name: String,
    is_healthy: bool,
    message: String,
}

/// The status of the server.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ServerView {
    /// The time of the last check; absent if its result cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    at: Option<String>,
    /// The failed checks.
    failed: Vec<ServerCheck>,
}

/// A failed check of the server.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ServerCheck {
    /// The name of the check.
    name: String,
    /// The result of the check.
    message: String,
}

impl ServerStatus {
    pub(crate) fn new(file: Option<PathBuf>) -> Self {
        Self(file)
    }

    /// Reads the status of the server. A missing or old check counts as a failed check, because it would hide
    /// other failures.
    pub(crate) async fn read(&self, now: OffsetDateTime) -> Option<ServerView> {
        let bytes = tokio::fs::read(self.0.as_ref()?).await;
        let report = bytes.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Some(view(report, now))
    }
}

fn view(report: Option<WatchReport>, now: OffsetDateTime) -> ServerView {
    let Some(WatchReport { at, checks }) = report else {
        return ServerView {
            at: None,
            failed: vec![unwatched("its report cannot be read")],
        };
    };
    let failed = checks.into_iter().filter(|check| !check.is_healthy);
    let mut failed: Vec<_> = failed
        .map(|WatchCheck { name, message, .. }| ServerCheck { name, message })
        .collect();
    if now - at > MAX_CHECK_AGE {
        let minutes = (now - at).whole_minutes();
        failed.insert(0, unwatched(&format!("its last run was {minutes} minutes ago")));
    }
    ServerView {
        at: at.format(&time::format_description::well_known::Rfc3339).ok(),
        failed,
    }
}

fn unwatched(message: &str) -> ServerCheck {
    ServerCheck {
        name: "server check".to_owned(),
        message: format!("{message}: systemctl status vanmool-watch.timer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: OffsetDateTime = time::macros::datetime!(2026-01-05 12:00 UTC);

    fn report(at: OffsetDateTime) -> WatchReport {
        let checks = [("order", true, "ready"), ("last backup", false, "there is none")];
        let checks = checks.map(|(name, is_healthy, message)| WatchCheck {
            name: name.to_owned(),
            is_healthy,
            message: message.to_owned(),
        });
        WatchReport {
            at,
            checks: checks.into(),
        }
    }

    fn failed(report: Option<WatchReport>) -> Vec<String> {
        let failed = view(report, NOON).failed.into_iter();
        failed.map(|check| check.name).collect()
    }

    #[test]
    fn shows_only_failed_checks() {
        assert_eq!(failed(Some(report(NOON - Duration::minutes(5)))), ["last backup"]);
    }

    #[test]
    fn checks_that_stopped_count_as_a_failed_check() {
        assert_eq!(
            failed(Some(report(NOON - Duration::minutes(6)))),
            ["server check", "last backup"]
        );
        assert_eq!(failed(None), ["server check"]);
    }
}
