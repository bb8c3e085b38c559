//! Copies of PostgreSQL with its WAL.
//!
//! A copy alone restores the moment when it was made. With the WAL, a restore reaches the last record that
//! the receiver has on its disk, milliseconds behind the server. NATS is not copied: its streams are refilled
//! from the outboxes.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use anyhow::{Context, Result, bail};

use crate::servers::installation;
use crate::state::account::{self, Account};
use crate::state::home::persistent_folder;
use crate::state::secret;

/// The replication slot that keeps the WAL on the server until it is received. If the receiver never returns,
/// the server's disk fills up: then drop the slot.
const SLOT: &str = "archive";

/// A running server to copy from.
#[derive(Debug, Clone)]
pub struct Source {
    pub(crate) programs: PathBuf,
    pub(crate) port: u16,
    pub(crate) password: String,
}

impl Source {
    /// The server of `make run` for a checkout.
    pub fn persistent(checkout: &Path) -> Result<Self> {
        let account = Account::for_postgres()?;
        let home = persistent_folder(checkout, account.is_some()).join("postgres");
        let data = home.join("data");
        let pid_file = fs::read_to_string(data.join("postmaster.pid"));
        let pid_file = pid_file.context("the shop does not run: start it with `make run`")?;
        let port = pid_file.lines().nth(3).and_then(|port| port.trim().parse().ok());
        Ok(Self {
            programs: installation::find(&data, account)?,
            port: port.context("PostgreSQL does not say its port")?,
            password: fs::read_to_string(home.join("password")).context("read the superuser's password")?,
        })
    }

    /// Copies the running server, with the WAL that the copy needs, into `to`, which must be new or empty.
    pub fn copy(&self, to: &Path) -> Result<()> {
        fs::create_dir_all(to).with_context(|| format!("make {}", to.display()))?;
        fs::set_permissions(to, Permissions::from_mode(0o700))?;
        let mut command = self.command("pg_basebackup");
        command.args(["--checkpoint=fast", "--wal-method=stream", "--pgdata"]);
        finish(command.arg(to.join("base")), "copy PostgreSQL")?;
        secret::write(&to.join("password"), &self.password)
    }

    /// Receives the server's WAL into `to` until the process is stopped. Start it before the copy, so that no
    /// WAL is missing between them.
    pub fn receive_log(&self, to: &Path) -> Result<Child> {
        let log = to.join("wal");
        fs::create_dir_all(&log).with_context(|| format!("make {}", log.display()))?;
        fs::set_permissions(to, Permissions::from_mode(0o700))?;
        let mut slot = self.command("pg_receivewal");
        slot.args(["--slot", SLOT, "--create-slot", "--if-not-exists"]);
        finish(&mut slot, "keep PostgreSQL's log for its receiver")?;
        let mut receiving = self.command("pg_receivewal");
        // Each record is on the disk before it is acknowledged to the server.
        receiving
            .args(["--slot", SLOT, "--synchronous", "--directory"])
            .arg(log);
        receiving.spawn().context("receive PostgreSQL's log")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = account::command(&self.programs.join(program), None);
        // Passed in the environment, because all users can read arguments.
        command
            .env("PGHOST", "127.0.0.1")
            .env("PGPORT", self.port.to_string())
            .env("PGUSER", "postgres")
            .env("PGPASSWORD", &self.password)
            .arg("--no-password");
        command
    }
}

/// Runs a command to its end. Fails with its error output.
pub(crate) fn finish(command: &mut Command, what: &str) -> Result<()> {
    let output = command.output().with_context(|| what.to_owned())?;
    if output.status.success() {
        return Ok(());
    }
    bail!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim())
}
