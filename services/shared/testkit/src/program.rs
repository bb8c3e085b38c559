use std::{
    net::SocketAddr,
    process::{Child, Command, Stdio},
};

use crate::listens_at;

/// The real program of a service, as Kubernetes runs it. Killed with `kill -9` on drop, even after a failed
/// test.
#[derive(Debug)]
pub struct Program {
    child: Child,
    address: SocketAddr,
}

impl Program {
    /// Starts the program on a free port and waits until it is ready. It accepts callers without a token.
    pub fn start(executable: &str, settings: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        let mut child = Command::new(executable)
            .env("LISTEN", "127.0.0.1:0")
            .env("UNPROVEN_CALLERS", "true")
            .env("LOG_FORMAT", "json")
            .envs(settings)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let address = listens_at(child.stderr.take().expect("stderr is piped"), drop);
        Self { child, address }
    }

    /// The URL.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// True if the program has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("it is ours").is_some()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A program that has already ended cannot be killed.
        let _ = self.child.kill();
        self.child.wait().expect("a killed child ends");
    }
}
