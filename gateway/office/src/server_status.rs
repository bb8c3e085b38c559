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
    is_well: bool,
    says: String,
}

/// The status of the server.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ServerView {
    /// The time of the last check; absent if its result cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    at: Option<String>,
    /// The failed checks.
    wrong: Vec<ServerCheck>,
}

/// A failed check of the server.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ServerCheck {
    /// The name of the check.
    name: String,
    /// The result of the check.
    says: String,
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
            wrong: vec![unwatched("its report cannot be read")],
        };
    };
    let wrong = checks.into_iter().filter(|check| !check.is_well);
    let mut wrong: Vec<_> = wrong
        .map(|WatchCheck { name, says, .. }| ServerCheck { name, says })
        .collect();
    if now - at > MAX_CHECK_AGE {
        let minutes = (now - at).whole_minutes();
        wrong.insert(0, unwatched(&format!("its last run was {minutes} minutes ago")));
    }
    ServerView {
        at: at.format(&time::format_description::well_known::Rfc3339).ok(),
        wrong,
    }
}

fn unwatched(says: &str) -> ServerCheck {
    ServerCheck {
        name: "server check".to_owned(),
        says: format!("{says}: systemctl status vanmool-watch.timer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: OffsetDateTime = time::macros::datetime!(2026-01-05 12:00 UTC);

    fn report(at: OffsetDateTime) -> WatchReport {
        let checks = [("order", true, "ready"), ("last backup", false, "there is none")];
        let checks = checks.map(|(name, is_well, says)| WatchCheck {
            name: name.to_owned(),
            is_well,
            says: says.to_owned(),
        });
        WatchReport {
            at,
            checks: checks.into(),
        }
    }

    fn wrong(report: Option<WatchReport>) -> Vec<String> {
        let wrong = view(report, NOON).wrong.into_iter();
        wrong.map(|check| check.name).collect()
    }

    #[test]
    fn only_what_is_wrong_is_told() {
        assert_eq!(wrong(Some(report(NOON - Duration::minutes(5)))), ["last backup"]);
    }

    #[test]
    fn a_server_that_stopped_to_look_is_wrong() {
        assert_eq!(
            wrong(Some(report(NOON - Duration::minutes(6)))),
            ["server check", "last backup"]
        );
        assert_eq!(wrong(None), ["server check"]);
    }
}
