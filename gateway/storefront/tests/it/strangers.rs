//! A single client cannot disturb the others.

use std::{io, net::Ipv4Addr, pin::pin, time::Duration};

use futures_util::{
    FutureExt as _,
    future::{join_all, select_all},
};
use h2::client::SendRequest;
use http::Request;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    fakes::{Gateway, checkout},
    program::{Program, allow_files, answer, ask, connect_from},
};

const PROXIES: [(&str, &str); 1] = [("TRUSTED_PROXIES", "127.0.0.0/8")];
const STRANGER: &str = "203.0.113.9";
const SHOPPER: &str = "x-forwarded-for: 198.51.100.1\r\n";

const PROMISE: &str = "POST /api/v1/users/orders/create HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: 203.0.113.9\r\n\
    content-type: application/json\r\ncontent-length: 10\r\n\r\n";

async fn shopper_is_served(program: &Program) {
    let mut connection = program.connect().await;
    for round in 0..20 {
        for path in ["/", "/api/v1/products/", "/favicon.svg"] {
            let answer = ask(&mut connection, path, SHOPPER).await;
            assert!(answer.starts_with("HTTP/1.1 200"), "{round} {path}: {answer}");
        }
    }
    let order = checkout().to_string();
    let head =
        "POST /api/v1/users/orders/create HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n";
    let request = format!("{head}{SHOPPER}content-length: {}\r\n\r\n{order}", order.len());
    connection.write_all(request.as_bytes()).await.unwrap();
    let answer = answer(&mut connection).await;
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
}

#[tokio::test]
async fn bodies_that_never_come_take_nothing_from_others() {
    let program = Program::start(&PROXIES).await;
    let promises = (0..1_060).map(async |_| {
        let mut connection = program.connect().await;
        connection.write_all(PROMISE.as_bytes()).await.unwrap();
        connection
    });
    let mut held = join_all(promises).await;
    let answers = held.iter_mut().map(|connection| Box::pin(answer(connection)));
    let (first, _, _) = select_all(answers).await;
    assert!(
        first.starts_with("HTTP/1.1 503"),
        "some are one too many: {first}"
    );
    shopper_is_served(&program).await;
}

#[tokio::test]
async fn bodies_from_every_household_of_one_large_network_take_nothing_from_others() {
    let program = Program::start(&PROXIES).await;
    let promises = (0..1_060).map(async |household| {
        let mut connection = program.connect().await;
        let promise = PROMISE.replace(STRANGER, &format!("2001:db8:0:{household:x}::1"));
        connection.write_all(promise.as_bytes()).await.unwrap();
        connection
    });
    let mut held = join_all(promises).await;
    let answers = held.iter_mut().map(|connection| Box::pin(answer(connection)));
    let (first, _, _) = select_all(answers).await;
    assert!(
        first.starts_with("HTTP/1.1 503"),
        "some are one too many: {first}"
    );
    shopper_is_served(&program).await;
}

#[tokio::test]
async fn streams_that_never_end_take_nothing_from_others() {
    let program = Program::start(&PROXIES).await;
    let mut held = Vec::new();
    for _ in 0..6 {
        let (sender, connection) = http2(program.connect().await).await;
        held.push((promise_streams(&sender), sender, connection));
    }
    shopper_is_served(&program).await;
}

/// An HTTP/2 connection after a first response, so that the server's settings are known.
async fn http2(stream: TcpStream) -> (SendRequest<bytes::Bytes>, tokio::task::JoinHandle<()>) {
    let (sender, connection) = h2::client::handshake(stream).await.unwrap();
    #[expect(clippy::disallowed_methods, reason = "it ends with the test's runtime")]
    let connection = tokio::spawn(async move { drop(connection.await) });
    let mut ready = sender.ready().await.unwrap();
    let request = Request::get("http://shop/healthz").body(()).unwrap();
    let (response, _) = ready.send_request(request, true).unwrap();
    assert_eq!(response.await.unwrap().status(), 200);
    (ready, connection)
}

/// Opens as many streams as the server allows, each with a body that never arrives.
fn promise_streams(
    sender: &SendRequest<bytes::Bytes>,
) -> Vec<(h2::client::ResponseFuture, h2::SendStream<bytes::Bytes>)> {
    let promise = |_| {
        let mut ready = sender.clone().ready().now_or_never()?.ok()?;
        let request = Request::post("http://shop/api/v1/users/orders/create")
            .header("content-type", "application/json")
            .header("x-forwarded-for", STRANGER);
        ready.send_request(request.body(()).unwrap(), false).ok()
    };
    (0..200).map_while(promise).collect()
}

/// A gateway with very short timeouts.
async fn hasty() -> Gateway {
    let moment = Duration::from_millis(100);
    let times = web::Times {
        first_byte: moment,
        head: moment,
        idle: moment,
        proxy_idle: moment,
        write: moment,
        ..web::Times::default()
    };
    let limits = web::Limits {
        times,
        ..web::Limits::default()
    };
    Gateway::within(limits).await
}

const PREFACE: &str = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// An empty SETTINGS frame.
const SETTINGS: &str = "\0\0\0\x04\0\0\0\0\0";

#[tokio::test]
async fn a_connection_that_does_not_go_on_is_closed() {
    let gateway = hasty().await;
    let preface_and_settings = format!("{PREFACE}{SETTINGS}");
    let table = [
        ("nothing", ""),
        ("half a method", "GE"),
        ("half a preface", "PRI * HTTP/2.0\r\n"),
        ("a preface", PREFACE),
        ("a preface and settings", &preface_and_settings),
        ("half a head", "GET / HTTP/1.1\r\nhost: sh"),
        (
            "a request, and nothing after it",
            "GET / HTTP/1.1\r\nhost: shop\r\n\r\n",
        ),
        (
            "a request, and half of another",
            "GET / HTTP/1.1\r\nhost: shop\r\n\r\nGET / HT",
        ),
    ];
    let closing = table.map(async |(what, bytes)| {
        let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
        connection.write_all(bytes.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let closed = connection.read_to_end(&mut rest);
        let closed = tokio::time::timeout(Duration::from_secs(30), closed).await;
        assert!(closed.is_ok(), "{what} keeps the connection");
    });
    join_all(closing).await;
}

#[tokio::test]
async fn a_head_byte_by_byte_is_closed() {
    let gateway = hasty().await;
    let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
    connection
        .write_all(b"GET / HTTP/1.1\r\nhost: shop\r\nx: ")
        .await
        .unwrap();
    testkit::eventually("the connection is closed", async || {
        connection.write_all(b"x").await.err()
    })
    .await;
}

#[tokio::test]
async fn an_http2_connection_without_requests_is_closed() {
    let gateway = hasty().await;
    let stream = TcpStream::connect(gateway.address()).await.unwrap();
    let (_sender, connection) = http2(stream).await;
    let closed = tokio::time::timeout(Duration::from_secs(30), connection).await;
    assert!(closed.is_ok(), "it is still open");
}

#[tokio::test]
async fn a_reader_that_does_not_read_is_closed() {
    let gateway = hasty().await;
    let file = std::fs::File::create(gateway.site.path().join("assets/large.bin")).unwrap();
    file.set_len(64 * 1024 * 1024).unwrap();

    let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
    let request = b"GET /assets/large.bin HTTP/1.1\r\nhost: shop\r\n\r\n";
    connection.write_all(request).await.unwrap();
    testkit::eventually("the connection is closed", async || {
        connection.write_all(b"x").await.err()
    })
    .await;

    let stream = TcpStream::connect(gateway.address()).await.unwrap();
    let (mut sender, connection) = http2(stream).await;
    let request = Request::get("http://shop/assets/large.bin").body(()).unwrap();
    let (response, _) = sender.send_request(request, true).unwrap();
    let _unread = response.await.unwrap();
    let closed = tokio::time::timeout(Duration::from_secs(30), connection).await;
    assert!(closed.is_ok(), "over HTTP/2 it is still open");
}

#[tokio::test]
async fn silent_connections_do_not_keep_other_clients_out() {
    let program = Program::with_files(256).await;
    let mut silent = Vec::new();
    // One after the other, because a busy machine would take longer for the last than an idle connection may
    // live.
    testkit::eventually("the gateway closes some to have room for others", async || {
        for _ in 0..50 {
            silent.push(program.connect().await);
        }
        let open = silent.iter().filter(|connection| is_open(connection)).count();
        (silent.len() >= 400 && open < silent.len() - 100).then_some(())
    })
    .await;
    let mut own = program.connect().await;
    let answer = ask(&mut own, "/", "").await;
    assert!(
        answer.starts_with("HTTP/1.1 200"),
        "a client that shares the stranger's address is served: {answer:?}"
    );
    if cfg!(target_os = "linux") {
        // Some systems have one loopback address only.
        let mut other = connect_from(Ipv4Addr::new(127, 0, 0, 2).into(), program.address).await;
        assert!(ask(&mut other, "/", "").await.starts_with("HTTP/1.1 200"));
    }
    drop(silent);
}

fn is_open(connection: &TcpStream) -> bool {
    matches!(connection.try_read(&mut [0]), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
}

#[tokio::test]
async fn unfinished_heads_take_little_memory() {
    let program = Program::start(&[]).await;
    let before = program.resident();
    let heads = (0..900).map(async |_| {
        let mut connection = program.connect().await;
        let line = format!("GET / HTTP/1.1\r\nhost: shop\r\nx: {}", "x".repeat(390_000));
        // The server refuses it during the write.
        let _ = connection.write_all(line.as_bytes()).await;
        connection
    });
    let mut held = join_all(heads).await;
    let mut refused = pin!(join_all(held.iter_mut().map(answer)));
    let (mut most, mut look) = (before, tokio::time::interval(Duration::from_millis(50)));
    for _ in 0..200 {
        tokio::select! {
            _ = refused.as_mut() => break,
            _ = look.tick() => most = most.max(program.resident()),
        }
    }
    assert!(most - before < 64, "{before} MiB grew to {most}");
    let mut connection = program.connect().await;
    assert!(ask(&mut connection, "/", "").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_head_may_have_64_kilobytes() {
    allow_files();
    let gateway = Gateway::start().await;
    for (length, status) in [(60_000, "200"), (70_000, "431")] {
        let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
        let line = format!("x: {}\r\n", "x".repeat(length));
        let answer = ask(&mut connection, "/", &line).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");

        let stream = TcpStream::connect(gateway.address()).await.unwrap();
        let (mut sender, _connection) = http2(stream).await;
        let request = Request::get("http://shop/").header("x", "x".repeat(length));
        let (response, _) = sender.send_request(request.body(()).unwrap(), true).unwrap();
        assert_eq!(response.await.unwrap().status().as_str(), status);
    }
}
