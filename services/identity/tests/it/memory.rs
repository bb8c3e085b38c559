use std::process::Command;

use futures_util::{StreamExt as _, stream};
use proto::identity::v1::{LogInRequest, identity_service_client::IdentityServiceClient};
use testkit::TestDatabase;
use tonic::{Code, Status};

/// The number of hashed passwords.
const HASHES: usize = 300;

/// The maximum memory of the program afterwards, in KiB: far below its limit of 320 MiB in a cluster, far
/// above its needs.
const MOST: u64 = 120 * 1024;

/// The real program, with the same allocator and threads as in a cluster.
struct Program(testkit::Program);

impl Program {
    fn start(database: &TestDatabase) -> Self {
        let settings = [
            ("DATABASE_URL", database.url().to_owned()),
            ("NATS_URL", testkit::nats_url()),
            ("CODE_KEY", "k".repeat(32)),
        ];
        Self(testkit::Program::start(env!("CARGO_BIN_EXE_identity"), settings))
    }

    /// Its resident memory, in KiB.
    fn resident(&self) -> u64 {
        let pid = self.0.id().to_string();
        // Linux has a file for it, which needs no other program.
        if let Ok(status) = std::fs::read_to_string(format!("/proc/{pid}/status")) {
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
            let size = line.and_then(|line| line.trim().strip_suffix(" kB"));
            return size.expect("it has a size").parse().expect("a number");
        }
        let asked = Command::new("ps").args(["-o", "rss=", "-p", &pid]).output();
        let answer = String::from_utf8(asked.expect("there is a ps").stdout).expect("it is text");
        answer.trim().parse().expect("a number")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_logins_leave_no_memory_behind() {
    runtime::install_process_defaults();
    let database = testkit::database(&[]).await;
    let program = Program::start(&database);
    let client = IdentityServiceClient::connect(program.0.url()).await;
    let client = client.expect("the program answers");
    let log_ins = (0..HASHES).map(|nth| {
        let mut client = client.clone();
        async move {
            let request = LogInRequest {
                email: format!("a{nth}@gmail.com"),
                password: "monsoon-43".to_owned(),
                ..LogInRequest::default()
            };
            // A client that waited a second in vain on a busy machine tries again.
            let is_busy = |refused: &Status| refused.code() == Code::ResourceExhausted;
            loop {
                match client.log_in(request.clone()).await {
                    Err(refused) if is_busy(&refused) => (),
                    answer => break answer.expect_err("there is no account").code(),
                }
            }
        }
    });
    // More concurrent hashes than most machines have cores.
    let answers: Vec<_> = stream::iter(log_ins).buffer_unordered(16).collect().await;
    assert_eq!(answers, [Code::Unauthenticated; HASHES], "each was hashed");
    let resident = program.resident();
    assert!(
        resident < MOST,
        "{resident} KiB are held after {HASHES} hashes, more than {MOST}"
    );
}
