//! One order is one trace, from the gateway's span to the mail's, as an OTLP receiver sees it.

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::TraceServiceServer;
use serde_json::{Value, json};

use crate::{collector::Collector, program::Program};

const GATEWAY: &str = "POST /api/v1/users/orders/create/";
const PUBLISH: &str = "publish shop.order.placed.v1";
const PROCESS: &str = "process shop.order.placed.v1";

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_one_tree_from_the_gateway_to_the_consumer() {
    let collector = Collector::default();
    let receiver = testkit::grpc(TraceServiceServer::new(collector.clone())).await;
    let program = Program::start(&receiver.url().to_string()).await;

    let trace_id = place_an_order(program.url()).await;
    let trace = testkit::eventually("the consumer's span arrives", async || {
        let trace = collector.trace(&trace_id);
        trace
            .values()
            .any(|span| span.name == "process shop.order.placed.v1")
            .then_some(trace)
    })
    .await;

    let roots: Vec<_> = trace
        .values()
        .filter(|span| !trace.contains_key(&span.parent_span_id))
        .collect();
    assert_eq!(
        roots.len(),
        1,
        "{:?}",
        roots.iter().map(|span| &span.name).collect::<Vec<_>>()
    );
    assert_eq!(roots[0].name, "POST /api/v1/users/orders/create/");

    let edges: Vec<(&str, &str)> = trace
        .values()
        .filter_map(|span| Some((trace.get(&span.parent_span_id)?.name.as_str(), span.name.as_str())))
        .collect();
    let place_order = "shop.order.v1.OrderService/PlaceOrder";
    let quote_prices = "shop.catalog.v1.CatalogService/QuotePrices";
    for edge in [
        (GATEWAY, place_order),
        (place_order, place_order),
        (place_order, quote_prices),
        (quote_prices, quote_prices),
        (place_order, PUBLISH),
        (PUBLISH, PROCESS),
    ] {
        assert!(edges.contains(&edge), "{edge:?} is not among {edges:#?}");
    }
    for personal in ["Asha", "asha@example.com", "9876543210", "Ring Road", "395007"] {
        let told = trace.values().any(|span| format!("{span:?}").contains(personal));
        assert!(!told, "a span tells {personal}");
    }
    program.stop();
}

/// Places an order and answers the id of its trace.
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
