//! The gateway as the deployed program, and raw bytes sent to it.

use std::{
    net::{IpAddr, SocketAddr},
    process::{Child, Command, Stdio},
};

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::{backends::Backends, built_site::build_site};

/// A running gateway program with fakes behind it. It is killed on drop.
pub(crate) struct Program {
    pub(crate) address: SocketAddr,
    child: Child,
    settings: Vec<(String, String)>,
    _backends: Backends,
    _site: TempDir,
}

impl Program {
    /// Starts the program with these settings and waits until it is ready.
    pub(crate) async fn start(settings: &[(&str, &str)]) -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_gateway")), settings).await
    }

    /// Starts the program with a limit on open files.
    pub(crate) async fn with_files(files: u32) -> Self {
        let mut shell = Command::new("/bin/sh");
        let script = format!("ulimit -n {files}; exec \"$0\"");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_gateway")]);
        Self::run(shell, &[]).await
    }

    async fn run(mut command: Command, settings: &[(&str, &str)]) -> Self {
        allow_files();
        let backends = Backends::start().await;
        let site = tempfile::tempdir().unwrap();
        build_site(site.path());
        let urls = backends.urls();
        let own = [
            ("SITE_DIR", site.path().display().to_string()),
            ("CATALOG_URL", urls.catalog_url.to_string()),
            ("INVENTORY_URL", urls.inventory_url.to_string()),
            ("ORDER_URL", urls.order_url.to_string()),
            ("REVIEW_URL", urls.review_url.to_string()),
        ];
        let given = settings.iter().map(|(name, value)| (*name, (*value).to_owned()));
        let all = own.into_iter().chain(given);
        let settings: Vec<_> = all.map(|(name, value)| (name.to_owned(), value)).collect();
        let mut child = command
            .env("LISTEN", "127.0.0.1:0")
            .envs(settings.iter().cloned())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = child.stderr.take().unwrap();
        let address = tokio::task::spawn_blocking(move || testkit::listens_at(log, drop))
            .await
            .unwrap();
        let program = Self {
            address,
            child,
            settings,
            _backends: backends,
            _site: site,
        };
        testkit::eventually("the program is ready", async || {
            let mut connection = program.connect().await;
            let answer = ask(&mut connection, "/readyz", "").await;
            answer.starts_with("HTTP/1.1 200").then_some(())
        })
        .await;
        program
    }

    /// Whether the program's own health command reports ready.
    pub(crate) async fn says_that_it_is_ready(&self) -> bool {
        let asked = tokio::process::Command::new(env!("CARGO_BIN_EXE_gateway"))
            .args(["healthcheck", "--http"])
            .env("LISTEN", self.address.to_string())
            .envs(self.settings.iter().cloned())
            .output();
        asked.await.unwrap().status.success()
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends SIGTERM, as an orchestrator does.
    pub(crate) fn terminate(&self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
    }

    /// The resident memory, in MiB.
    pub(crate) fn resident(&self) -> u64 {
        let id = self.child.id().to_string();
        let listed = Command::new("ps")
            .args(["-o", "rss=", "-p", &id])
            .output()
            .unwrap();
        let kib: u64 = String::from_utf8(listed.stdout).unwrap().trim().parse().unwrap();
        kib / 1024
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Raises the limit on open files, because a test opens a thousand connections.
pub(crate) fn allow_files() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.unwrap_or(4096).min(4096);
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = Rlimit {
            current: Some(wanted),
            ..limit
        };
        setrlimit(Resource::Nofile, raised).unwrap();
    }
}

/// Connects from another address of this machine, such as 127.0.0.2, if the system has one.
pub(crate) async fn connect_from(source: IpAddr, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(source, 0)).unwrap();
    socket.connect(to).await.unwrap()
}

/// The response head to a request with these extra header lines, each ended by `\r\n`.
pub(crate) async fn ask(connection: &mut TcpStream, path: &str, lines: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: shop\r\n{lines}\r\n");
    connection.write_all(request.as_bytes()).await.unwrap();
    answer(connection).await
}

/// The head of the next response, whose body is discarded; all received bytes if there is none.
pub(crate) async fn answer(connection: &mut TcpStream) -> String {
    let mut received = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&received);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            if length.is_none_or(|length| body.len() >= length.parse().unwrap()) {
                return text.into_owned();
            }
        }
        if connection.read_buf(&mut received).await.unwrap_or_default() == 0 {
            return String::from_utf8_lossy(&received).into_owned();
        }
    }
}
