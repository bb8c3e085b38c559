use std::{
    net::SocketAddr,
    process::{Child, Command, Stdio},
};

use crate::listens_at;

/// The real program of a service, as Kubernetes runs it: `kill -9` ends it, also at the end of a test that failed.
#[derive(Debug)]
pub struct Program {
    child: Child,
    address: SocketAddr,
}

impl Program {
    /// Starts it on a free port and waits until it is ready. Beside these settings it lets callers in without proof.
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

    /// Where it is asked.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its number among the processes.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("it is ours").is_some()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // One that died already cannot be killed.
        let _ = self.child.kill();
        self.child.wait().expect("a killed child ends");
    }
}
