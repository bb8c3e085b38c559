use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use testkit::TestDatabase;

use crate::{fake_catalog::FakeCatalog, fake_inventory::FakeInventory};

/// The real program, as Kubernetes runs it.
pub struct Program {
    child: Child,
    pub url: String,
}

impl Program {
    pub fn start(
        database: &TestDatabase,
        (catalog, inventory): (&FakeCatalog, &FakeInventory),
        nats_url: &str,
    ) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_order"))
            .env("LISTEN", "127.0.0.1:0")
            .env("DATABASE_URL", database.url())
            .env("NATS_URL", nats_url)
            .env("CATALOG_URL", catalog.target().to_string())
            .env("INVENTORY_URL", inventory.target().to_string())
            .env("ORDER_LINK_KEY", "k".repeat(32))
            .env("UNPROVEN_CALLERS", "true")
            .env("LOG_FORMAT", "json")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("stderr is piped")).lines();
        let url = loop {
            let line = lines
                .next()
                .expect("the program says where it listens")
                .expect("its log is text");
            let entry: serde_json::Value = serde_json::from_str(&line).expect("its log is JSON");
            if let Some(address) = entry["address"].as_str() {
                break format!("http://{address}");
            }
        };
        // A full pipe would stop the program.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url }
    }

    /// Stops it in its tracks: its sockets stay open and nobody answers.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Lets a frozen program go on.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status();
        assert!(sent.expect("there is a kill").success());
    }
}

/// `kill -9`, also at the end of a test that failed.
impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().expect("our own child can be killed");
        self.child.wait().expect("a killed child ends");
    }
}
