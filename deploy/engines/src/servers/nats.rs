//! A private NATS server with JetStream.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::servers::port::{free_port, reports_port_in_use};
use crate::servers::process::{self, Process};
use crate::state::folder::{Durability, Folder, Options};
use crate::state::secret;

/// The oldest release with `sync_interval: always`.
const MIN_VERSION: (u32, u32) = (2, 10);
const STOP: &str = "TERM";
const ATTEMPTS: usize = 10;
/// The user with all permissions on the shop's streams.
const OPERATOR: &str = "operator";
/// The suffix of the variables with passwords in the users' configuration.
const PASSWORD: &str = "_PASSWORD";

/// A private NATS server on 127.0.0.1, stopped on drop.
#[derive(Debug)]
pub struct Nats {
    server: Server,
    process: Process,
    port: u16,
    operator_url: String,
}

impl Nats {
    /// Starts a server with the streams of the state folder.
    pub fn start(options: &Options) -> Result<Self> {
        stop_leftover(&options.folder);
        let server = Server {
            program: program(&options.tools)?,
            home: options.folder.private("nats")?,
            durability: options.durability,
            name: format!("vanmool-{}", secret::random(12)?),
            password: secret::random(32)?,
            users: fs::read_to_string(&options.nats_users)
                .with_context(|| format!("read {}", options.nats_users.display()))?,
            folder: Arc::clone(&options.folder),
        };
        let (process, port) = server.run(None)?;
        let operator_url = server.url(OPERATOR, port);
        Ok(Self {
            server,
            process,
            port,
            operator_url,
        })
    }

    /// The URL for the administration of streams. Its credentials keep other users of the machine from
    /// reading events.
    pub fn url(&self) -> &str {
        &self.operator_url
    }

    /// The URL for a service, with the same permissions as in the cluster.
    pub fn url_of(&self, service: &str) -> String {
        self.server.url(service, self.port)
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Stops the server gracefully and returns when it has ended.
    pub fn stop(&mut self) {
        self.process.stop();
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&mut self) {
        self.process.end("KILL");
    }

    /// Restarts the server with the same port, credentials and streams, running or not.
    pub fn restart(&mut self) -> Result<()> {
        self.process.stop();
        (self.process, self.port) = self.server.run(Some(self.port))?;
        Ok(())
    }
}

/// Stops the server that a killed run left in this folder. Two servers would destroy the streams.
pub(crate) fn stop_leftover(folder: &Folder) {
    let home = folder.path().join("nats");
    let pid = fs::read_to_string(home.join("pid"))
        .ok()
        .and_then(|pid| pid.trim().parse().ok());
    if let Some(pid) = pid {
        process::stop_leftover(pid, &home, STOP);
    }
}

/// The data to run a server with its streams.
#[derive(Debug)]
struct Server {
    program: PathBuf,
    home: PathBuf,
    durability: Durability,
    name: String,
    /// The password of all users, which all belong to programs of this process.
    password: String,
    users: String,
    folder: Arc<Folder>,
}

impl Server {
    /// Starts the server on `port`, or on a free one, and waits until it is ready.
    fn run(&self, port: Option<u16>) -> Result<(Process, u16)> {
        let mut log = String::new();
        for _ in 0..ATTEMPTS {
            let chosen = port.map_or_else(free_port, Ok)?;
            let configuration = self.home.join("nats.conf");
            secret::write(&configuration, &self.configuration(chosen))?;
            let mut command = Command::new(&self.program);
            command.arg("--config").arg(&configuration).current_dir("/");
            if self.durability == Durability::Full {
                // As on a production server: deploy/server/units/vanmool-nats.service. The streams of all
                // tests together need more.
                command.env("GOMEMLIMIT", "64MiB");
            }
            let mut process = Process::spawn("nats", &mut command, STOP, &self.folder)?;
            if process.becomes_ready(|| self.is_own_server(chosen).unwrap_or(false))? {
                return Ok((process, chosen));
            }
            log = process.log_tail();
            if port.is_some() || !reports_port_in_use(&log) {
                break;
            }
        }
        bail!("nats-server did not start. The end of its log:\n{log}")
    }

    fn url(&self, user: &str, port: u16) -> String {
        format!("nats://{user}:{}@127.0.0.1:{port}", self.password)
    }

    fn configuration(&self, port: u16) -> String {
        // `always` keeps acknowledged events through a power cut. The default lost whole streams.
        let sync_interval = match self.durability {
            Durability::Full => "always",
            Durability::None => "\"10m\"",
        };
        let passwords = password_variables(&self.users)
            .into_iter()
            .map(|variable| format!("{variable}: \"{}\"\n", self.password));
        format!(
            "server_name: {name}\n\
             host: 127.0.0.1\n\
             port: {port}\n\
             pid_file: {pid}\n\
             jetstream {{ store_dir: {store}, sync_interval: {sync_interval} }}\n\
             {passwords}\
             {users}",
            name = self.name,
            pid = quoted(&self.home.join("pid")),
            store = quoted(&self.home.join("store")),
            passwords = passwords.collect::<String>(),
            users = self.users,
        )
    }

    /// Returns true if the server on `port` is ours, and not another program that took the port.
    fn is_own_server(&self, port: u16) -> Result<bool> {
        let connection = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        connection.set_read_timeout(Some(Duration::from_secs(1)))?;
        let mut greeting = String::new();
        BufReader::new(connection).read_line(&mut greeting)?;
        Ok(greeting.starts_with("INFO ")
            && greeting.contains(&self.name)
            && greeting.contains("\"jetstream\":true"))
    }
}

/// The password variables that a users' configuration needs.
fn password_variables(users: &str) -> BTreeSet<&str> {
    let is_named = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let names = users
        .split('$')
        .skip(1)
        .map(|rest| rest.split(|c| !is_named(c)).next().unwrap_or_default());
    names.filter(|name| name.ends_with(PASSWORD)).collect()
}

/// A path as a string of the configuration file.
fn quoted(path: &Path) -> String {
    format!(
        "\"{}\"",
        path.display()
            .to_string()
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
    )
}

/// Finds the program: in the project's tools, with which it was tested, or else on the PATH.
fn program(tools: &Path) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = fs::read_dir(tools)
        .into_iter()
        .flatten()
        .flatten()
        .map(|tool| tool.path());
    own.chain(std::env::split_paths(&path))
        .map(|folder| folder.join("nats-server"))
        .find(|program| version(program).is_some_and(|version| version >= MIN_VERSION))
        .with_context(|| {
            let (major, minor) = MIN_VERSION;
            format!(
                "nats-server {major}.{minor} or newer was found neither in {} nor on the PATH. A checkout fetches it with \
                 `make setup`; a release brings it along: unpack it once more",
                tools.display()
            )
        })
}

/// Parses major and minor version from a line such as `nats-server: v2.15.1`.
fn version(program: &Path) -> Option<(u32, u32)> {
    program.is_file().then_some(())?;
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_once(": v").map(|(_, version)| version.split('.'))?;
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_user_with_a_password_gets_one() {
        let users = r#"
            a: { publish: { allow: ["$JS.API.STREAM.INFO.A"] } }
            users: [{ user: a, password: $A_PASSWORD, permissions: $a }, { user: b1, password: $B1_PASSWORD}]
            users: [{ user: c, password: $A_PASSWORD }]
        "#;
        assert_eq!(
            password_variables(users),
            BTreeSet::from(["A_PASSWORD", "B1_PASSWORD"])
        );
    }
}
