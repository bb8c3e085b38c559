use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use engines::Options;
use time::{OffsetDateTime, format_description::well_known::Rfc2822};

use super::{
    account,
    ordeal::{self, Suffered},
    report::Seen,
};
use crate::{fleet::Fleet, invariant::Evidence, invariants, ledger::Ledger, load::Shoppers};

/// Orders before a clock goes wrong, while it is, and after it.
const ORDERS: usize = 30;

/// How long a clock stays wrong.
const WRONG_FOR: Duration = Duration::from_secs(2);

/// Where distributions keep the library, from which Linux's programs take another time than the machine's.
const FOLDERS: [&str; 4] = [
    "/usr/lib/x86_64-linux-gnu/faketime",
    "/usr/lib/aarch64-linux-gnu/faketime",
    "/usr/lib64/faketime",
    "/usr/lib/faketime",
];

/// Each with the seconds that the clock of every program is set to, one after the other.
const FAULTS: [(&str, &[i64]); 4] = [
    ("16 clocks an hour ahead", &[3_600]),
    ("16 clocks an hour behind", &[-3_600]),
    ("16 clocks 25 hours ahead", &[90_000]),
    ("16 clocks that step", &[60, -60, 1_800, -1_800]),
];

/// 16: the clocks of all programs are wrong while PostgreSQL's is right.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Seen> {
    let library = FOLDERS
        .iter()
        .map(|folder| Path::new(folder).join("libfaketime.so.1"));
    let Some(library) = library.into_iter().find(|library| library.exists()) else {
        let why = "there is no libfaketime (Debian's package `faketime`)";
        let nearest = "the tests of sessions and codes, which move what the database keeps into the past";
        return Ok(Seen::nothing(why, nearest));
    };
    let began = Instant::now();
    let mut seen = Seen::default();
    let options = Options::throw_away(engines::checkout())?;
    let clock = Clock {
        file: options.state_folder().join("clock"),
    };
    clock.set(0)?;
    let fleet = Fleet::start_on(options, clock.variables(&library), programs, log, &[]).await?;
    let shoppers = Shoppers::of(fleet.gateways()).await?;
    let gateway = fleet.gateways().remove(0);
    let shopper = account::Account::open(&gateway, &fleet.mails()).await?;
    let ledgers = wrong_clocks(&clock, (&shoppers, &shopper), &gateway, &mut seen).await?;
    let ledger = ordeal::joined(&ledgers);
    let doubled = invariants::hold_but_for_mails(Evidence {
        fleet: &fleet,
        ledger: &ledger,
    })
    .await?;
    ensure!(
        !fs::read_to_string(log)?.contains("panicked"),
        "a program panicked: {}",
        log.display()
    );
    let placed = ledger.placed().count();
    seen.notes.push(format!(
        "{placed} orders, none lost, doubled, untold or told twice; no panic; {doubled} mails came twice"
    ));
    seen.took = began.elapsed();
    Ok(seen)
}

/// Every fault, one after the other.
async fn wrong_clocks(
    clock: &Clock,
    (shoppers, shopper): (&Shoppers, &account::Account),
    gateway: &str,
    seen: &mut Seen,
) -> anyhow::Result<Vec<Ledger>> {
    let mut ledgers = Vec::new();
    for (name, steps) in FAULTS {
        let suffered = ordeal::suffer(shoppers, name, ORDERS, async || {
            for seconds in steps {
                clock.set(*seconds)?;
                clock.is_seen(gateway, *seconds).await?;
                shopper.is_logged_in().await?;
                shopper.code_is_good().await?;
                tokio::time::sleep(WRONG_FOR).await;
            }
            clock.set(0)
        });
        let Suffered { mut line, ledger, .. } = suffered.await?;
        line.remark.push_str("a session and a one-time code stayed good");
        ledgers.push(ledger);
        seen.lines.push(line);
    }
    Ok(ledgers)
}

/// The clock of every program, as seconds beside the machine's.
struct Clock {
    file: PathBuf,
}

impl Clock {
    fn variables(&self, library: &Path) -> Vec<(String, String)> {
        let set = [
            ("LD_PRELOAD", library.display().to_string()),
            ("FAKETIME_TIMESTAMP_FILE", self.file.display().to_string()),
            ("FAKETIME_NO_CACHE", "1".to_owned()),
            // Timers go by another clock, which no machine sets.
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ];
        set.map(|(name, value)| (name.to_owned(), value)).into()
    }

    fn set(&self, seconds: i64) -> anyhow::Result<()> {
        // Whoever reads it meanwhile must not find half of it.
        let next = self.file.with_extension("next");
        fs::write(&next, format!("{seconds:+}\n"))?;
        fs::rename(&next, &self.file).context("set the clock")
    }

    /// Ends when a program's answer has the wrong time; without this, nothing might be wrong at all.
    async fn is_seen(&self, gateway: &str, seconds: i64) -> anyhow::Result<()> {
        let deadline = Instant::now() + Duration::from_secs(20);
        let wanted = seconds.unsigned_abs() / 2;
        while off_by(gateway).await? < wanted {
            ensure!(Instant::now() < deadline, "no program sees the wrong time");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }
}

/// How many seconds the date of an answer is beside ours.
async fn off_by(gateway: &str) -> anyhow::Result<u64> {
    let answer = reqwest::get(format!("{gateway}/api/v1/products/")).await?;
    let date = answer.headers()["date"].to_str()?;
    let date = OffsetDateTime::parse(date, &Rfc2822)?;
    Ok((date - OffsetDateTime::now_utc()).whole_seconds().unsigned_abs())
}
