use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use engines::Options;
use time::{OffsetDateTime, format_description::well_known::Rfc2822};

use super::report::{FaultResult, Report};
use crate::{
    fleet::Fleet,
    invariants,
    load::{account, history::History, shoppers::Shoppers},
};

/// Orders before, during and after a wrong clock.
const ORDERS: usize = 30;

/// The time that a clock stays wrong.
const HOLD: Duration = Duration::from_secs(2);

/// Folders in which distributions install libfaketime, which changes the time of a program.
const FOLDERS: [&str; 4] = [
    "/usr/lib/x86_64-linux-gnu/faketime",
    "/usr/lib/aarch64-linux-gnu/faketime",
    "/usr/lib64/faketime",
    "/usr/lib/faketime",
];

/// The faults, each with the clock offsets in seconds that all programs get in turn.
const FAULTS: [(&str, &[i64]); 4] = [
    ("16 clocks an hour ahead", &[3_600]),
    ("16 clocks an hour behind", &[-3_600]),
    ("16 clocks 25 hours ahead", &[90_000]),
    ("16 clocks that step", &[60, -60, 1_800, -1_800]),
];

/// Fault 16: the clocks of all programs are wrong, and PostgreSQL's is right.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    let library = FOLDERS
        .iter()
        .map(|folder| Path::new(folder).join("libfaketime.so.1"));
    let Some(library) = library.into_iter().find(|library| library.exists()) else {
        let why = "there is no libfaketime (Debian's package `faketime`)";
        let alternative = "the tests of sessions and codes, which move what the database keeps into the past";
        return Ok(Report::skipped(why, alternative));
    };
    let began = Instant::now();
    let mut report = Report::default();
    let options = Options::temporary(engines::checkout())?;
    let clock = Clock {
        file: options.state_folder().join("clock"),
    };
    clock.set(0)?;
    let fleet = Fleet::start_on(options, clock.variables(&library), programs, log, &[]).await?;
    let shoppers = Shoppers::connect(fleet.gateways()).await?;
    let gateway = fleet.gateways().remove(0);
    let shopper = account::Account::open(&gateway, &fleet.mails()).await?;
    let histories = inject_all(&clock, (&shoppers, &shopper), &gateway, &mut report).await?;
    let history = History::merged(&histories);
    let duplicates = invariants::ensure_all_but_duplicate_mails(&fleet, &history).await?;
    ensure!(
        !fs::read_to_string(log)?.contains("panicked"),
        "a program panicked: {}",
        log.display()
    );
    let placed = history.placed().count();
    report.notes.push(format!(
        "{placed} orders, none lost, duplicated, unpublished or published twice; no panic; {duplicates} mails were sent twice"
    ));
    report.duration = began.elapsed();
    Ok(report)
}

/// Runs every fault in turn.
async fn inject_all(
    clock: &Clock,
    (shoppers, shopper): (&Shoppers, &account::Account),
    gateway: &str,
    report: &mut Report,
) -> anyhow::Result<Vec<History>> {
    let mut histories = Vec::new();
    for (name, steps) in FAULTS {
        let injected = FaultResult::measure(shoppers, name, ORDERS, async || {
            for seconds in steps {
                clock.set(*seconds)?;
                clock.wait_until_seen(gateway, *seconds).await?;
                shopper.ensure_logged_in().await?;
                shopper.ensure_code_valid().await?;
                tokio::time::sleep(HOLD).await;
            }
            clock.set(0)
        });
        let (mut row, history, ()) = injected.await?;
        row.remark.push_str("a session and a one-time code stayed valid");
        histories.push(history);
        report.rows.push(row);
    }
    Ok(histories)
}

/// The clock of all programs, as an offset to the machine's.
struct Clock {
    file: PathBuf,
}

impl Clock {
    fn variables(&self, library: &Path) -> Vec<(String, String)> {
        let set = [
            ("LD_PRELOAD", library.display().to_string()),
            ("FAKETIME_TIMESTAMP_FILE", self.file.display().to_string()),
            ("FAKETIME_NO_CACHE", "1".to_owned()),
            // Timers use the monotonic clock, which no machine sets.
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ];
        set.map(|(name, value)| (name.to_owned(), value)).into()
    }

    fn set(&self, seconds: i64) -> anyhow::Result<()> {
        // Renamed into place, so that no program reads half of it.
        let next = self.file.with_extension("next");
        fs::write(&next, format!("{seconds:+}\n"))?;
        fs::rename(&next, &self.file).context("set the clock")
    }

    /// Waits until a program's response has the wrong time. Otherwise the test might test nothing.
    async fn wait_until_seen(&self, gateway: &str, seconds: i64) -> anyhow::Result<()> {
        let deadline = Instant::now() + Duration::from_secs(20);
        let wanted = seconds.unsigned_abs() / 2;
        while clock_offset(gateway).await? < wanted {
            ensure!(Instant::now() < deadline, "no program sees the wrong time");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }
}

/// The difference in seconds between a response's date and the local time.
async fn clock_offset(gateway: &str) -> anyhow::Result<u64> {
    let answer = reqwest::get(format!("{gateway}/api/v1/products/")).await?;
    let date = answer.headers()["date"].to_str()?;
    let date = OffsetDateTime::parse(date, &Rfc2822)?;
    Ok((date - OffsetDateTime::now_utc()).whole_seconds().unsigned_abs())
}
