//! An order, and a message to the shop, each make one trace, from the gateway to the mail server. An OTLP
//! receiver checks it.

use std::collections::BTreeMap;

use opentelemetry_proto::tonic::{
    collector::trace::v1::trace_service_server::TraceServiceServer,
    trace::v1::{Span, Status, status::StatusCode},
};
use serde_json::{Value, json};
use testkit::FakeMailbox;

use crate::{collector::Collector, program::Program};

/// The names of all spans with a parent, each after its parent's name.
fn edges(trace: &BTreeMap<Vec<u8>, Span>) -> Vec<(&str, &str)> {
    let parent = |span: &Span| Some(trace.get(&span.parent_span_id)?.name.as_str());
    let edges = trace
        .values()
        .map(|span| Some((parent(span)?, span.name.as_str())));
    edges.flatten().collect()
}

/// The names of the spans without a known parent: the root, and spans of an attempt that is still running.
fn below_nothing(trace: &BTreeMap<Vec<u8>, Span>) -> Vec<&str> {
    let orphans = trace
        .values()
        .filter(|span| !trace.contains_key(&span.parent_span_id));
    orphans.map(|span| span.name.as_str()).collect()
}

/// Fails unless the trace is one tree below `root` with at least these edges.
#[track_caller]
fn check_tree(trace: &BTreeMap<Vec<u8>, Span>, root: &str, expected: &[(&str, &str)]) {
    assert_eq!(below_nothing(trace), [root]);
    let edges = edges(trace);
    for edge in expected {
        assert!(edges.contains(edge), "{edge:?} is not among {edges:#?}");
    }
}

/// Fails unless a span of this name has these attributes.
#[track_caller]
fn check_attributes(trace: &BTreeMap<Vec<u8>, Span>, name: &str, expected: &[(&str, &str)]) {
    let span = trace.values().find(|span| span.name == name);
    let span = span.unwrap_or_else(|| panic!("there is no {name}"));
    for (key, value) in expected {
        let attribute = span.attributes.iter().find(|attribute| attribute.key == *key);
        let found = format!("{:?}", attribute.and_then(|attribute| attribute.value.as_ref()));
        assert!(found.contains(value), "{name}: {key} is {found}, not {value}");
    }
}

/// Waits for spans with these names, and for all parents. The span of a running attempt arrives at its end,
/// after its children.
async fn whole(collector: &Collector, trace_id: &str, last: &[&str]) -> BTreeMap<Vec<u8>, Span> {
    testkit::eventually("the last spans arrive", async || {
        let trace = collector.trace(trace_id);
        let is_there = |name: &&str| trace.values().any(|span| span.name == *name);
        let is_whole = below_nothing(&trace).len() == 1 && last.iter().all(is_there);
        is_whole.then_some(trace)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_one_tree_from_the_gateway_to_the_mail_server() {
    let collector = Collector::default();
    let receiver = testkit::grpc(TraceServiceServer::new(collector.clone())).await;
    let mailbox = FakeMailbox::start().await;
    let program = Program::start_with(&receiver.url().to_string(), &["--smtp-url", &mailbox.url()]).await;

    let trace_id = place_an_order(program.url()).await;
    let process = "process shop.order.placed.v1";
    let trace = whole(&collector, &trace_id, &[process, "smtp send"]).await;
    let gateway = "POST /api/v1/users/orders/create/";
    let place_order = "shop.order.v1.OrderService/PlaceOrder";
    let quote_prices = "shop.catalog.v1.CatalogService/QuotePrices";
    let publish = "publish shop.order.placed.v1";
    check_tree(
        &trace,
        gateway,
        &[
            (gateway, place_order),
            (place_order, place_order),
            (place_order, quote_prices),
            (quote_prices, quote_prices),
            (quote_prices, "SELECT packs"),
            (place_order, "INSERT orders"),
            (place_order, publish),
            (publish, process),
            (process, "INSERT inbox"),
            (process, "smtp send"),
        ],
    );
    let http = [
        ("http.request.method", "POST"),
        ("http.response.status_code", "201"),
    ];
    check_attributes(&trace, gateway, &http);
    check_attributes(&trace, gateway, &[("http.route", "/api/v1/users/orders/create/")]);
    let rpc = [("rpc.system", "grpc"), ("rpc.method", "PlaceOrder")];
    check_attributes(&trace, place_order, &rpc);
    check_attributes(&trace, "INSERT orders", &[("db.system.name", "postgresql")]);
    let messaging = [
        ("messaging.system", "nats"),
        ("messaging.destination.name", "shop.order.placed.v1"),
    ];
    check_attributes(&trace, publish, &messaging);
    check_attributes(&trace, process, &messaging);
    for personal in ["Asha", "asha@example.com", "9876543210", "Ring Road", "395007"] {
        let told = trace.values().any(|span| format!("{span:?}").contains(personal));
        assert!(!told, "a span tells {personal}");
    }
    program.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_orders_mail_is_in_its_trace_without_a_mail_server() {
    let collector = Collector::default();
    let receiver = testkit::grpc(TraceServiceServer::new(collector.clone())).await;
    let program = Program::start_with(&receiver.url().to_string(), &[]).await;

    let trace_id = place_an_order(program.url()).await;
    let trace = whole(&collector, &trace_id, &["write mail"]).await;
    let mail = ("process shop.order.placed.v1", "write mail");
    check_tree(&trace, "POST /api/v1/users/orders/create/", &[mail]);
    program.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_one_tree_and_a_mail_server_that_refuses_marks_it() {
    let collector = Collector::default();
    let receiver = testkit::grpc(TraceServiceServer::new(collector.clone())).await;
    // The discard port: no server answers there.
    let unreachable = ["--smtp-url", "smtp://127.0.0.1:9"];
    let program = Program::start_with(&receiver.url().to_string(), &unreachable).await;

    let message = [
        ("name", "Asha Patel"),
        ("email", "asha@example.com"),
        ("phone", "9876543210"),
        ("subject", "other"),
        ("message", "Where is my parcel?"),
    ];
    let contact = "POST /api/v1/users/contactus";
    let answer = reqwest::Client::new()
        .post(format!("{}/api/v1/users/contactus", program.url()))
        .form(&message)
        .send()
        .await
        .expect("the gateway answers");
    let trace_id = answer.headers()["x-trace-id"]
        .to_str()
        .expect("an id is ASCII")
        .to_owned();
    let process = "process shop.contact.received.v1";
    let trace = whole(&collector, &trace_id, &[process, "smtp send"]).await;
    let send = "shop.contact.v1.ContactService/SendMessage";
    let publish = "publish shop.contact.received.v1";
    check_tree(
        &trace,
        contact,
        &[
            (contact, send),
            (send, send),
            (send, "INSERT messages"),
            (send, publish),
            (publish, process),
            (process, "smtp send"),
        ],
    );
    check_attributes(&trace, "smtp send", &[("error.type", "unreachable")]);
    for name in [process, "smtp send"] {
        let span = trace
            .values()
            .find(|span| span.name == name)
            .expect("it is there");
        let code = span.status.as_ref().map(Status::code);
        assert_eq!(code, Some(StatusCode::Error), "{name}");
    }
    program.stop();
}

/// Places an order. Returns its trace id.
async fn place_an_order(url: &str) -> String {
    let browser = reqwest::Client::new();
    let products: Value = browser
        .get(format!("{url}/api/v1/products/"))
        .send()
        .await
        .expect("the gateway answers")
        .json()
        .await
        .expect("the answer is JSON");
    let (product, variant) = (&products["data"][0], &products["data"][0]["variants"][0]);
    let order = json!({
        "fullname": "Asha Patel",
        "email": "asha@example.com",
        "mobilenumber": "9876543210",
        "deliveryAddress": "12 Ring Road, Surat",
        "pincode": "395007",
        "totalAmount": variant["price"],
        "products": [{
            "productName": product["productName"],
            "productId": product["_id"],
            "weightInGrams": variant["weightInGrams"],
            "quantity": 1,
            "basePrice": variant["price"],
            "actualPrice": variant["price"],
        }],
    });
    let answer = browser
        .post(format!("{url}/api/v1/users/orders/create/"))
        .json(&order)
        .send()
        .await;
    let answer = answer.expect("the gateway answers");
    assert_eq!(answer.status(), 201);
    let trace_id = answer.headers()["x-trace-id"]
        .to_str()
        .expect("an id is ASCII")
        .to_owned();
    assert_eq!(trace_id.len(), 32, "{trace_id}");
    trace_id
}
