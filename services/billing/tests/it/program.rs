//! The real program, as Kubernetes runs it.

use std::process::{Child, Command, Stdio};

use crate::shop::Shop;

pub(crate) struct Program(Child);

impl Program {
    /// Another replica, which hears events.
    pub(crate) fn start(shop: &Shop) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_billing"))
            .env("LISTEN", "127.0.0.1:0")
            .env("DATABASE_URL", shop.database.url())
            .env("NATS_URL", shop.nats_url())
            .env("ORDER_URL", shop.order_service.target().to_string())
            .env("CATALOG_URL", shop.catalog_service.target().to_string())
            .env("UNPROVEN_CALLERS", "true")
            .env("LOG_FORMAT", "json")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        testkit::listens_at(child.stderr.take().expect("stderr is piped"), drop);
        Self(child)
    }
}

/// `kill -9`, also at the end of a test that failed.
impl Drop for Program {
    fn drop(&mut self) {
        // One that died already cannot be killed.
        let _ = self.0.kill();
        self.0.wait().expect("a killed child ends");
    }
}
