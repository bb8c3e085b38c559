//! A private PostgreSQL server.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::servers::installation;
use crate::servers::port::{free_port, reports_port_in_use};
use crate::servers::process::{self, Process};
use crate::servers::source::Source;
use crate::state::account::{self, Account};
use crate::state::folder::{Durability, Folder, Options};
use crate::state::secret;

/// Fast shutdown: open transactions are rolled back, and committed data is kept.
const FAST_SHUTDOWN: &str = "INT";
const ATTEMPTS: usize = 10;

/// A private PostgreSQL server on 127.0.0.1, stopped on drop.
#[derive(Debug)]
pub struct Postgres {
    server: Server,
    process: Process,
    port: u16,
    password: String,
}

impl Postgres {
    /// Starts a server with the data of the state folder, which is created if it is missing.
    pub fn start(options: &Options) -> Result<Self> {
        let account = Account::for_postgres()?;
        stop_leftover(&options.folder)?;
        let home = options.folder.private("postgres")?;
        account::change_owner(&home, account)?;
        let data = home.join("data");
        let bin = installation::find(&data, account)?;
        let server = Server {
            bin,
            account,
            data,
            durability: options.durability,
            folder: Arc::clone(&options.folder),
        };
        let password = server.initialise(&home)?;
        let (process, port) = server.run(None)?;
        Ok(Self {
            server,
            process,
            port,
            password,
        })
    }

    /// The URL of one database, as the superuser. The database need not exist yet.
    pub fn url(&self, database: &str) -> String {
        format!(
            "postgres://postgres:{}@127.0.0.1:{}/{database}",
            self.password, self.port
        )
    }

    /// The URL for creating databases and roles.
    pub fn superuser_url(&self) -> String {
        self.url("postgres")
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder with psql and the server's other programs, which need not be on the PATH.
    pub fn programs(&self) -> &Path {
        &self.server.bin
    }

    /// The server as the source of a copy.
    pub fn source(&self) -> Source {
        Source {
            programs: self.server.bin.clone(),
            port: self.port,
            password: self.password.clone(),
        }
    }

    /// Stops the server gracefully and returns when it has ended.
    pub fn stop(&mut self) {
        self.process.stop();
    }

    /// Ends the server like a crash: the next start replays its WAL.
    pub fn crash(&mut self) {
        self.process.end("QUIT");
    }

    /// Restarts the server on the same port and data, running or not.
    pub fn restart(&mut self) -> Result<()> {
        self.process.stop();
        (self.process, self.port) = self.server.run(Some(self.port))?;
        Ok(())
    }
}

/// Stops the server that a killed run left in this folder, and removes its pid file.
pub(crate) fn stop_leftover(folder: &Folder) -> Result<()> {
    let data = folder.path().join("postgres/data");
    let pid_file = data.join("postmaster.pid");
    let Ok(content) = fs::read_to_string(&pid_file) else {
        return Ok(());
    };
    if let Some(pid) = content.lines().next().and_then(|pid| pid.parse().ok()) {
        process::stop_leftover(pid, &data, FAST_SHUTDOWN);
    }
    match fs::remove_file(&pid_file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("delete the stale {}", pid_file.display()))
        }
        _ => Ok(()),
    }
}

/// The data to run a server.
#[derive(Debug)]
struct Server {
    bin: PathBuf,
    account: Option<Account>,
    data: PathBuf,
    durability: Durability,
    folder: Arc<Folder>,
}

impl Server {
    /// Initialises the data if there is none, and returns the superuser's password.
    fn initialise(&self, home: &Path) -> Result<String> {
        let password_file = home.join("password");
        if self.data.join("PG_VERSION").exists() {
            let password = fs::read_to_string(&password_file);
            return password.with_context(|| format!("read {}", password_file.display()));
        }
        let password = secret::random(32)?;
        secret::write(&password_file, &password)?;
        account::change_owner(&password_file, self.account)?;
        // An interrupted initdb leaves only the folder with the other name.
        let unfinished = home.join("data.unfinished");
        self.initdb(&unfinished, &password_file, "C.UTF-8")
            .or_else(|_| self.initdb(&unfinished, &password_file, "C"))?;
        fs::rename(&unfinished, &self.data).context("put the new data in place")?;
        Ok(password)
    }

    fn initdb(&self, data: &Path, password_file: &Path, locale: &str) -> Result<()> {
        fs::remove_dir_all(data).ok();
        let mut command = account::command(&self.bin.join("initdb"), self.account);
        // SCRAM's 4,096 rounds cost an unoptimised client 20 ms of a core per connection, and the server 5
        // ms. Temporary data belongs to tests, whose passwords are no secrets and never leave the machine.
        let auth = match self.durability {
            Durability::Full => "--auth=scram-sha-256",
            Durability::None => "--auth=md5",
        };
        command.args(["--username=postgres", auth, "--encoding=UTF8"]);
        command
            .arg(format!("--locale={locale}"))
            .arg("--pgdata")
            .arg(data)
            .arg("--pwfile")
            .arg(password_file);
        if self.durability == Durability::None {
            command.arg("--no-sync");
        }
        let output = command.output().context("run initdb")?;
        if !output.status.success() {
            bail!(
                "initdb could not make {}:\n{}",
                data.display(),
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(())
    }

    /// Starts the server on `port`, or on a free one, and waits until it is ready.
    fn run(&self, port: Option<u16>) -> Result<(Process, u16)> {
        let mut log = String::new();
        for _ in 0..ATTEMPTS {
            let chosen = port.map_or_else(free_port, Ok)?;
            let mut command = account::command(&self.bin.join("postgres"), self.account);
            command.args(self.arguments(chosen));
            let mut process = Process::spawn("postgres", &mut command, FAST_SHUTDOWN, &self.folder)?;
            if process.becomes_ready(|| self.is_ready())? {
                return Ok((process, chosen));
            }
            log = process.log_tail();
            // Sessions of a killed server need a moment to notice that it is gone.
            let busy = log.contains("pre-existing shared memory block");
            if !busy && (port.is_some() || !reports_port_in_use(&log)) {
                break;
            }
            if busy {
                thread::sleep(Duration::from_millis(200));
            }
        }
        bail!("PostgreSQL did not start. The end of its log:\n{log}")
    }

    fn arguments(&self, port: u16) -> Vec<OsString> {
        let port = format!("port={port}");
        let connections = match self.durability {
            // The pools of all services, a few times.
            Durability::Full => "max_connections=200",
            // As many shops at a time as the tests have threads, with about thirty connections each.
            Durability::None => "max_connections=1000",
        };
        let mut settings = vec![
            connections,
            port.as_str(),
            "listen_addresses=127.0.0.1",
            // A socket's path may have at most 107 bytes, and the socket is not needed.
            "unix_socket_directories=",
            "synchronous_commit=on",
            "timezone=UTC",
            "log_timezone=UTC",
            // Error details quote the row, and parameters contain shoppers' input, so both are left out of
            // logs.
            "log_error_verbosity=terse",
            "log_parameter_max_length=0",
        ];
        match self.durability {
            // As on a production server: deploy/server/postgresql.conf.
            Durability::Full => settings.push("shared_buffers=64MB"),
            Durability::None => settings.extend([
                "fsync=off",
                "full_page_writes=off",
                "wal_level=minimal",
                "max_wal_senders=0",
                // The WAL may be in memory, and it is not copied.
                "max_wal_size=128MB",
            ]),
        }
        let data = [OsString::from("-D"), self.data.clone().into_os_string()];
        data.into_iter()
            .chain(settings.iter().flat_map(|setting| ["-c".into(), setting.into()]))
            .collect()
    }

    /// The server writes its state to line eight of its pid file, so another server on the port cannot
    /// mislead us.
    fn is_ready(&self) -> bool {
        let status = fs::read_to_string(self.data.join("postmaster.pid")).unwrap_or_default();
        status.lines().nth(7).is_some_and(|state| state.trim() == "ready")
    }
}
