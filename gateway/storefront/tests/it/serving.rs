use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use testkit::eventually;
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, PERMITS, karela},
    fakes::{Gateway, checkout, header},
    program::{Program, answer, ask},
};

#[test]
fn settings_do_not_clash() {
    runtime::check::<storefront::Settings>();
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
async fn a_draining_gateway_asks_its_clients_to_go_elsewhere() {
    let program = Program::start(&[("DRAIN_DELAY_SECONDS", "9")]).await;
    let (mut kept, mut silent) = (program.connect().await, program.connect().await);
    let before = ask(&mut kept, "/api/v1/products/", "").await;
    assert!(!before.contains("connection: close"), "{before}");
    assert!(program.says_that_it_is_ready().await);
    let (mut sender, http2) = h2::client::handshake(program.connect().await).await.unwrap();
    let requested = async {
        let request = http::Request::get("http://shop/").body(()).unwrap();
        let (response, _) = sender.send_request(request, true).unwrap();
        response.await.unwrap();
        program.terminate();
        eventually("the gateway is not ready", async || {
            let mut probe = program.connect().await;
            ask(&mut probe, "/readyz", "")
                .await
                .starts_with("HTTP/1.1 503")
                .then_some(())
        })
        .await;
    };
    let (gone, ()) = tokio::join!(http2, requested);
    gone.expect("GOAWAY without an error");
    assert!(!program.says_that_it_is_ready().await);
    for connection in [&mut kept, &mut silent] {
        let last = ask(connection, "/api/v1/products/", "").await;
        assert!(
            last.starts_with("HTTP/1.1 200") && last.contains("connection: close"),
            "{last}"
        );
    }
}

#[tokio::test]
async fn a_body_that_never_ends_is_given_up() {
    let times = web::Times {
        body: Duration::from_millis(100),
        ..web::Times::default()
    };
    let limits = web::Limits {
        times,
        ..web::Limits::default()
    };
    let gateway = Gateway::within(limits).await;
    let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
    let head = "POST /api/v1/users/orders/create HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n\
        content-length: 100\r\n\r\n{";
    connection.write_all(head.as_bytes()).await.unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(30), answer(&mut connection))
        .await
        .expect("the gateway answers");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("The body took too long to arrive."), "{answer}");
}

async fn readiness(gateway: &Gateway) -> (u16, Value) {
    let answer = gateway.get("/readyz").await;
    (
        answer.status().as_u16(),
        answer.json::<Value>().await.unwrap()["data"].take(),
    )
}

#[tokio::test]
async fn readiness_says_what_is_known() {
    let gateway = Gateway::start().await;
    assert_eq!(readiness(&gateway).await.1["order"], "unknown");
    gateway.checkout(&checkout()).send().await.unwrap();
    assert_eq!(readiness(&gateway).await.1["order"], "answers");
    gateway.order.now_answers(Err(tonic::Status::unavailable("down")));
    gateway.checkout(&checkout()).send().await.unwrap();
    let (status, known) = readiness(&gateway).await;
    assert_eq!(known["order"], "down");
    assert_eq!(
        status, 200,
        "a service that is down does not make the gateway useless"
    );
    assert_eq!(gateway.get("/healthz").await.status(), 200);
    eventually(
        "the order service is found to serve again, without an order",
        async || (readiness(&gateway).await.1["order"] == "unknown").then_some(()),
    )
    .await;
}

#[tokio::test]
async fn a_gateway_is_ready_once_it_has_both_lists() {
    let start = async |catalog, change: fn(&mut storefront::Settings)| {
        let site = tempfile::tempdir().unwrap();
        build_site(site.path());
        Gateway::set_up(catalog, site, change).await
    };
    let down = || Err(tonic::Status::unavailable("down"));
    let without_products = start(FakeCatalog::answering(down()), |_| {}).await;
    let without_reviews = start(FakeCatalog::answering(Ok(vec![karela()])), |settings| {
        settings.services.review_url = settings.services.contact_url.clone();
    })
    .await;
    for (gateway, list) in [(&without_products, "catalog"), (&without_reviews, "review")] {
        eventually("the list's service was asked in vain", async || {
            let (status, known) = readiness(gateway).await;
            assert_eq!((status, &known["lists"]), (503, &Value::Bool(false)));
            (known[list] == "down").then_some(())
        })
        .await;
    }
    without_products.catalog.now_answers(Ok(vec![karela()]));
    eventually("the list is loaded without a request", async || {
        (readiness(&without_products).await.0 == 200).then_some(())
    })
    .await;
    without_products.catalog.now_answers(down());
    assert_eq!(
        readiness(&without_products).await.0,
        200,
        "it has what it last knew"
    );
}

#[tokio::test]
async fn a_compressed_body_is_refused() {
    let gateway = Gateway::start().await;
    let send = async |coding: &str| {
        let request = gateway.checkout(&checkout()).header("content-encoding", coding);
        request.send().await.unwrap()
    };
    assert_eq!(send("identity").await.status(), 201);
    let refused = send("gzip").await;
    assert_eq!(refused.status(), 415);
    assert_eq!(header(&refused, "accept-encoding"), "identity");
    let said: Value = refused.json().await.unwrap();
    assert_eq!(
        said["message"],
        "The body must not be compressed: send it without Content-Encoding."
    );
}

#[tokio::test]
async fn a_page_of_the_same_host_over_an_open_line_is_another_site() {
    let gateway = Gateway::start().await;
    let send = async |origin: &str, site: Option<&str>| {
        let mut request = gateway.checkout(&checkout()).header("origin", origin);
        if let Some(site) = site {
            request = request.header("sec-fetch-site", site);
        }
        request.send().await.unwrap().status().as_u16()
    };
    let host = gateway.address();
    assert_eq!(send("https://shop.example", None).await, 201);
    assert_eq!(send(&format!("https://{host}"), None).await, 201);
    assert_eq!(send(&format!("http://{host}"), None).await, 403);
    assert_eq!(send("http://shop.example", None).await, 403);
    assert_eq!(send("https://elsewhere.example", None).await, 403);
    // Browsers that send this header have already compared the scheme.
    assert_eq!(send(&format!("http://{host}"), Some("same-origin")).await, 201);
}

#[tokio::test]
async fn an_unknown_field_may_come_twice() {
    let gateway = Gateway::start().await;
    let send = async |form: &'static str| {
        let request = gateway.request(reqwest::Method::POST, "/api/v1/users/contactus");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        request.body(form).send().await.unwrap()
    };
    assert_eq!(send("name=Asha&name=Ravi").await.status(), 400);
    let passed_on = send("utm=a&utm=b&name=Asha").await;
    assert_eq!(
        passed_on.status(),
        503,
        "the contact service is away, and was asked"
    );
}

#[tokio::test]
async fn a_form_part_is_text_even_if_it_claims_to_be_a_file() {
    let gateway = Gateway::start().await;
    let send = async |text: &[u8]| {
        let head = "--x\r\ncontent-disposition: form-data; name=\"name\"; filename=\"../../etc/shop.sh\"\r\n\
                    content-type: application/x-sh\r\ncontent-encoding: gzip\r\n\r\n";
        let body = [head.as_bytes(), text, b"\r\n--x--\r\n"].concat();
        let request = gateway.request(reqwest::Method::POST, "/api/v1/users/contactus");
        let request = request.header("content-type", "multipart/form-data; boundary=x");
        request.body(body).send().await.unwrap().status()
    };
    assert_eq!(
        send(b"Asha").await,
        503,
        "the contact service is away, and was asked"
    );
    for no_text in [&b"\xff\xd8\xff\xe0"[..], b"PK\x03\x04\xff", b"\x1f\x8b\x08"] {
        assert_eq!(send(no_text).await, 400, "{no_text:?}");
    }
}

#[tokio::test]
async fn a_field_that_comes_twice_is_refused() {
    let gateway = Gateway::start().await;
    let send = async |body: String| {
        let request = gateway.request(reqwest::Method::POST, "/api/v1/users/orders/create");
        let request = request.header("content-type", "application/json");
        request.body(body).send().await.unwrap().status()
    };
    let once = checkout().to_string();
    let twice = once.replacen('{', r#"{"pincode":"395007","#, 1);
    assert_eq!(send(once).await, 201);
    assert_eq!(send(twice).await, 400);
    for query in [
        "users/getallreview?productname=Karela&productname=Amla",
        "products/cards?search=bitter&search=sweet",
    ] {
        assert_eq!(
            gateway.get(&format!("/api/v1/{query}")).await.status(),
            400,
            "{query}"
        );
    }
}

#[tokio::test]
async fn clients_behind_a_proxy_do_not_see_which_service_is_down() {
    let gateway = Gateway::start().await;
    testkit::eventually("it is ready", async || {
        (gateway.get("/readyz").await.status() == 200).then_some(())
    })
    .await;
    for path in ["/readyz", "/healthz"] {
        assert_eq!(
            gateway.get(path).await.status(),
            200,
            "{path}: what probes it asks it itself"
        );
        let passed_on = gateway
            .request(Method::GET, path)
            .header("x-forwarded-for", "203.0.113.7")
            .send()
            .await
            .unwrap();
        assert_eq!(passed_on.status(), 404, "{path}");
        assert!(!passed_on.text().await.unwrap().contains("catalog"));
    }
}
