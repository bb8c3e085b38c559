use std::process::{Child, Command, Stdio};

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
        let address = testkit::listens_at(child.stderr.take().expect("stderr is piped"), drop);
        Self {
            child,
            url: format!("http://{address}"),
        }
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
