use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use proto::order::v1::order_service_client::OrderServiceClient;
use testkit::{FaultProxy, TestDatabase};

use crate::{count, events_of, fake_catalog::FakeCatalog, good_order};

/// The real program, as Kubernetes runs it.
struct Program {
    child: Child,
    url: String,
}

impl Program {
    fn start(database: &TestDatabase, catalog: &FakeCatalog, nats_url: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_order"))
            .env("LISTEN", "127.0.0.1:0")
            .env("DATABASE_URL", database.url())
            .env("NATS_URL", nats_url)
            .env("CATALOG_URL", catalog.url().to_string())
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
}

/// `kill -9`, also at the end of a test that failed.
impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().expect("our own child can be killed");
        self.child.wait().expect("a killed child ends");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_whose_service_was_killed_before_it_published_is_told_after_the_restart() {
    runtime::install_process_defaults();
    let catalog = FakeCatalog::serve().await;
    let database = testkit::database(&[]).await;
    let (nats, nats_url) = FaultProxy::before(&testkit::nats_url()).await;

    nats.hang();
    let program = Program::start(&database, &catalog, &nats_url);
    let mut orders = OrderServiceClient::connect(program.url.clone())
        .await
        .expect("the program answers");
    let receipt = orders
        .place_order(good_order())
        .await
        .expect("the order is taken")
        .into_inner();
    drop(program);
    let waiting = count(
        database.pool(),
        "SELECT count(*) FROM outbox WHERE published_at IS NULL",
    )
    .await;
    assert_eq!(waiting, 1, "the event is on disk and nowhere else");
    assert_eq!(events_of(&receipt.order_id).await, 0);

    nats.restore();
    let _program = Program::start(&database, &catalog, &nats_url);
    testkit::eventually("the event arrives", async || {
        (events_of(&receipt.order_id).await == 1).then_some(())
    })
    .await;
}
