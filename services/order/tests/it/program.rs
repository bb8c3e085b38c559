use std::process::Command;

use testkit::TestDatabase;

use crate::{fake_catalog::FakeCatalog, fake_inventory::FakeInventory};

/// The real program, as in Kubernetes.
pub struct Program {
    running: testkit::Program,
    pub url: String,
    settings: Vec<(&'static str, String)>,
}

impl Program {
    pub fn start(
        database: &TestDatabase,
        (catalog, inventory): (&FakeCatalog, &FakeInventory),
        nats_url: &str,
    ) -> Self {
        let settings = vec![
            ("DATABASE_URL", database.url().to_owned()),
            ("NATS_URL", nats_url.to_owned()),
            ("CATALOG_URL", catalog.target().to_string()),
            ("INVENTORY_URL", inventory.target().to_string()),
            ("ORDER_LINK_KEY", "k".repeat(32)),
            ("UNPROVEN_CALLERS", "true".to_owned()),
            ("LOG_FORMAT", "json".to_owned()),
        ];
        let running = testkit::Program::start(env!("CARGO_BIN_EXE_order"), settings.iter().cloned());
        Self {
            url: running.url(),
            running,
            settings,
        }
    }

    /// Runs its health check. Returns the reason why it is not ready, or `None`.
    pub fn says_why_it_is_not_ready(&self) -> Option<String> {
        let asked = Command::new(env!("CARGO_BIN_EXE_order"))
            .arg("healthcheck")
            .env("LISTEN", self.url.trim_start_matches("http://"))
            .envs(self.settings.iter().map(|(name, value)| (*name, value)))
            .output()
            .expect("the program starts");
        let why = String::from_utf8_lossy(&asked.stderr).into_owned();
        (!asked.status.success()).then_some(why)
    }

    /// Freezes the process: its sockets stay open without answers.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Resumes a frozen process.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let pid = self.running.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status();
        assert!(sent.expect("there is a kill").success());
    }
}
