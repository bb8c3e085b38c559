//! Restore tests: restores the newest backup into a temporary server and reads every row.

use std::{
    fs,
    io::ErrorKind,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::{catalogue::Backup, shell, unpack::unpack};
use crate::{
    command::finish,
    installation::{Installation, programs},
};

/// The settings of the temporary server: no archiving, and connections only through its socket.
const SERVER: &str = "\
archive_mode = off
listen_addresses = ''
port = 5432
shared_buffers = 32MB
fsync = off
logging_collector = off
";

/// The maximum start time of the server, in seconds.
const STARTED_WITHIN: &str = "600";
/// The maximum time for the WAL replay.
const REPLAYED_WITHIN: Duration = Duration::from_hours(2);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The result of a restore test.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoreTest {
    /// The name of the backup.
    pub backup: String,
    /// The time of the test.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// True if every row could be read.
    pub has_passed: bool,
    /// A description of the result.
    pub message: String,
}

impl RestoreTest {
    /// Returns the last restore test, if there is one.
    pub fn last(installation: &Installation) -> anyhow::Result<Option<Self>> {
        let file = installation.restore_tests().join("last.json");
        match fs::read_to_string(&file) {
            Ok(text) => Ok(Some(serde_json::from_str(&text)?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", file.display())),
        }
    }
}

/// Restores a backup for a test and records the result, including failures.
pub(super) async fn run(
    installation: &Installation,
    backup: &Backup,
    now: OffsetDateTime,
) -> anyhow::Result<String> {
    let folder = installation.restore_tests();
    fs::create_dir_all(&folder)?;
    shell::give_to_postgres(&folder)?;
    let work = tempfile::Builder::new().prefix("test-").tempdir_in(&folder)?;
    shell::give_to_postgres(work.path())?;
    let (owned, test_folder) = (installation.clone(), work.path().to_owned());
    let tested = backup.clone();
    let outcome =
        tokio::task::spawn_blocking(move || restore_and_read(&owned, &tested, &test_folder)).await?;
    let result = RestoreTest {
        backup: backup.name.clone(),
        at: now,
        has_passed: outcome.is_ok(),
        message: match &outcome {
            Ok(message) => message.clone(),
            Err(error) => format!("{error:#}"),
        },
    };
    fs::write(folder.join("last.json"), serde_json::to_string_pretty(&result)?)?;
    outcome.with_context(|| format!("{} cannot be restored", backup.name))
}

fn restore_and_read(installation: &Installation, backup: &Backup, work: &Path) -> anyhow::Result<String> {
    let data = work.join("data");
    unpack(installation, backup, &data)?;
    let (socket, settings, access) = (work.to_owned(), work.join("test.conf"), work.join("access.conf"));
    let more = format!(
        "unix_socket_directories = '{}'\nhba_file = '{}'\n",
        socket.display(),
        access.display()
    );
    fs::write(&settings, SERVER.to_owned() + &more)?;
    // Only the server's account can enter the folder, so `trust` is safe.
    fs::write(&access, "local all all trust\n")?;
    shell::give_to_postgres(work)?;
    let log = work.join("server.log");
    let mut start = shell::postgres(&backup.postgres, "pg_ctl");
    start
        .args([
            "start",
            "--silent",
            "--wait",
            "--timeout",
            STARTED_WITHIN,
            "--pgdata",
        ])
        .arg(&data)
        .arg("--log")
        .arg(&log)
        .arg("--options")
        .arg(format!("-c config_file={}", settings.display()));
    let started = start
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    let running = TemporaryServer {
        version: &backup.postgres,
        data: &data,
    };
    ensure!(
        started.success(),
        "PostgreSQL does not start on it: {}",
        fs::read_to_string(&log)
            .unwrap_or_default()
            .lines()
            .rev()
            .take(5)
            .collect::<Vec<_>>()
            .join(" | ")
    );
    let read =
        wait_until_replayed(&backup.postgres, &socket).and_then(|()| read_all(&backup.postgres, &socket));
    drop(running);
    read
}

/// Waits until the WAL is replayed. `pg_ctl` reports the start earlier, while connections are still refused.
fn wait_until_replayed(version: &str, socket: &Path) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        let mut command = shell::postgres(version, "pg_isready");
        let status = command
            .arg("--host")
            .arg(socket)
            .args(["--port=5432", "--quiet"])
            .status()?;
        match status.code() {
            Some(0) => return Ok(()),
            // The replay is running.
            Some(1) => {}
            _ => bail!("PostgreSQL ended while it replayed the WAL"),
        }
        ensure!(
            began.elapsed() < REPLAYED_WITHIN,
            "the WAL is not replayed within {REPLAYED_WITHIN:?}"
        );
        thread::sleep(POLL_INTERVAL);
    }
}

/// Reads all rows of all databases of the shop by dumping them.
fn read_all(version: &str, socket: &Path) -> anyhow::Result<String> {
    let names = programs();
    let services: Vec<_> = names.iter().filter(|program| program.is_service).collect();
    for program in &services {
        let database = program.database();
        let mut dump = shell::postgres(version, "pg_dump");
        at_socket(&mut dump, socket)
            .args(["--format=custom", "--no-sync", "--file=/dev/null"])
            .arg(&database);
        finish(&mut dump, &format!("{database} cannot be read completely"))?;
    }
    let mut command = shell::postgres(version, "psql");
    at_socket(&mut command, socket).args([
        "--no-psqlrc",
        "--tuples-only",
        "--no-align",
        "--command",
        "SELECT count(*) || ' orders, the last of ' || coalesce(to_char(max(placed_at), 'YYYY-MM-DD HH24:MI TZ'), 'no day') FROM orders",
        "shop_order",
    ]);
    let orders = finish(&mut command, "orders cannot be counted")?;
    Ok(format!("{} databases read completely, {orders}", services.len()))
}

fn at_socket<'a>(command: &'a mut Command, socket: &Path) -> &'a mut Command {
    command
        .arg("--host")
        .arg(socket)
        .args(["--port=5432", "--username=postgres", "--no-password"])
}

/// A temporary server, stopped on drop.
struct TemporaryServer<'a> {
    version: &'a str,
    data: &'a Path,
}

impl Drop for TemporaryServer<'_> {
    fn drop(&mut self) {
        let mut stop = shell::postgres(self.version, "pg_ctl");
        stop.args(["stop", "--mode=immediate", "--wait", "--pgdata"])
            .arg(self.data);
        // The server may have stopped already.
        let _ = stop.stdin(Stdio::null()).output();
    }
}
