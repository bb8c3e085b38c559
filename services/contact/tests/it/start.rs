//! Starts of the service before its database is there.

use std::{
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
    str::FromStr as _,
};

use futures_util::{StreamExt as _, stream};
use sqlx::{AssertSqlSafe, Executor as _, postgres::PgConnectOptions};
use tokio::net::{TcpListener, TcpStream};

use crate::Desk;

/// Forwards a connection to PostgreSQL until one side closes it.
async fn forward(mut client: TcpStream, target: &str) {
    let mut server = TcpStream::connect(target).await.expect("PostgreSQL answers");
    // A connection that breaks ends the same way.
    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
}

/// The next attempt to connect.
async fn attempt(door: &TcpListener) -> TcpStream {
    let (client, _) = door.accept().await.expect("the listener is open");
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_waits_for_a_server_and_then_for_its_database() {
    let database = testkit::database(&[]).await;
    let server = PgConnectOptions::from_str(database.url()).expect("it is an address");
    let target = format!("{}:{}", server.get_host(), server.get_port());
    let door = TcpListener::bind("127.0.0.1:0").await.expect("port 0 is free");
    let own = door.local_addr().expect("it is bound").to_string();
    let url = format!("{}_later", database.url().replace(&target, &own));
    let (_, name) = url.rsplit_once('/').expect("it ends with the database");
    let settings = database::Settings {
        database_url: url.clone().into(),
        ..database.settings()
    };
    let administrator = database.pool().clone();
    let serving = async {
        // The server ends the first connection, as while it starts. Then it does not know the database.
        drop(attempt(&door).await);
        forward(attempt(&door).await, &target).await;
        let made = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        administrator.execute(made).await.expect("it can be made");
        stream::repeat(())
            .then(|()| attempt(&door))
            .for_each_concurrent(None, |client| forward(client, &target))
            .await;
    };
    let nats_url = testkit::nats_url();
    let _desk = tokio::select! {
        desk = Desk::open_on(database, settings, &nats_url) => desk,
        () = serving => panic!("the server ended first"),
    };
    let unused = AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"));
    administrator.execute(unused).await.expect("it can be dropped");
}

#[test]
fn a_start_that_waits_logs_each_attempt_and_stops_at_once() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_contact"))
        .env("LISTEN", "127.0.0.1:0")
        .env("UNPROVEN_CALLERS", "true")
        .env("LOG_FORMAT", "json")
        // The discard port: no server answers there.
        .env(
            "DATABASE_URL",
            "postgres://contact:a-secret@127.0.0.1:9/shop_contact",
        )
        .env("NATS_URL", "nats://127.0.0.1:9")
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let log = BufReader::new(program.stderr.take().expect("stderr is piped"));
    let mut lines = log.lines().map_while(Result::ok);
    for attempt in 1..=2 {
        let line = lines.find(|line| line.contains("the database cannot be opened yet"));
        let line = line.unwrap_or_else(|| panic!("attempt {attempt} is logged"));
        assert!(line.contains("refused"), "{line}");
        assert!(!line.contains("a-secret"), "{line}");
    }
    let asked = Command::new("kill").arg(program.id().to_string()).status();
    assert!(asked.expect("kill runs").success());
    let rest: Vec<_> = lines.collect();
    let ended = program.wait().expect("it ends");
    assert!(ended.success(), "{ended}: {rest:?}");
    let stopped = |line: &String| line.contains("has stopped before it was ready");
    assert!(rest.iter().any(stopped), "{rest:?}");
}
