use std::time::Duration;

use serde_json::Value;
use testkit::eventually;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::fakes::{Gateway, PERMITS, checkout};

#[test]
fn settings_do_not_clash() {
    runtime::check::<gateway::Settings>();
}

#[tokio::test]
async fn an_order_in_flight_is_answered_while_the_gateway_stops() {
    let gateway = Gateway::start().await;
    let closed = gateway.order.gate.acquire_many(PERMITS).await.unwrap();
    let placing = gateway.checkout(&checkout()).send();
    let stopping = async {
        eventually("the order arrives", async || {
            (!gateway.order.asked.lock().unwrap().is_empty()).then_some(())
        })
        .await;
        gateway.stop();
        eventually("the gateway takes no more connections", async || {
            TcpStream::connect(gateway.address()).await.is_err().then_some(())
        })
        .await;
        drop(closed);
    };
    let (placed, ()) = tokio::join!(placing, stopping);
    assert_eq!(placed.unwrap().status(), 201);
}

#[tokio::test]
async fn a_body_that_never_ends_is_given_up() {
    let gateway = Gateway::start().await;
    let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
    let head = "POST /api/v1/users/orders/create HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n\
        content-length: 100\r\n\r\n{";
    connection.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4096];
    let answering = connection.read(&mut answer);
    let read = tokio::time::timeout(Duration::from_secs(9), answering)
        .await
        .expect("before the whole deadline");
    let answer = String::from_utf8_lossy(&answer[..read.unwrap()]).into_owned();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("The body took too long to arrive."), "{answer}");
}

#[tokio::test]
async fn readiness_says_what_is_known() {
    let gateway = Gateway::start().await;
    let ready = async || gateway.get("/readyz").await.json::<Value>().await.unwrap()["data"].clone();
    eventually("the list is loaded", async || {
        (ready().await["catalog"] == "answers").then_some(())
    })
    .await;
    assert_eq!(ready().await["order"], "unknown");
    gateway.checkout(&checkout()).send().await.unwrap();
    assert_eq!(ready().await["order"], "answers");
    gateway.order.now_answers(Err(tonic::Status::unavailable("down")));
    gateway.checkout(&checkout()).send().await.unwrap();
    assert_eq!(ready().await["order"], "down");
    let response = gateway.get("/readyz").await;
    assert_eq!(
        response.status(),
        200,
        "a service that is down does not make the gateway useless"
    );
    assert_eq!(gateway.get("/healthz").await.status(), 200);
}
