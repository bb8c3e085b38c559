//! One order is one trace, from the gateway's span to the mail's, as an OTLP receiver sees it.

use std::{
    collections::BTreeMap,
    process::{Child, Command},
    sync::{Arc, Mutex},
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    trace::v1::Span,
};
use serde_json::{Value, json};
use tonic::{Request, Response, Status, async_trait};

const GATEWAY: &str = "POST /api/v1/users/orders/create/";
const PUBLISH: &str = "publish shop.order.placed.v1";
const PROCESS: &str = "process shop.order.placed.v1";

/// Keeps every span it is sent.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Span>>>);

#[async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let batches = request
            .into_inner()
            .resource_spans
            .into_iter()
            .flat_map(|resource| resource.scope_spans);
        self.0
            .lock()
            .expect("nothing panics with it")
            .extend(batches.flat_map(|scope| scope.spans));
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    /// The spans of one trace, by id.
    fn trace(&self, trace_id: &str) -> BTreeMap<Vec<u8>, Span> {
        let spans = self.0.lock().expect("nothing panics with it");
        let trace_id = u128::from_str_radix(trace_id, 16)
            .expect("32 hexadecimal digits")
            .to_be_bytes();
        let of_trace = spans.iter().filter(|span| span.trace_id == trace_id);
        of_trace
            .map(|span| (span.span_id.clone(), span.clone()))
            .collect()
    }
}

/// The real program, told to send its traces to us.
struct Program {
    child: Child,
    _folder: tempfile::TempDir,
    addresses: Value,
}

impl Program {
    async fn start(collector: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ready_file = folder.path().join("ready.json");
        let child = Command::new(env!("CARGO_BIN_EXE_shop"))
            .args(["run", "--port", "0", "--throw-away", "--ready-file"])
            .arg(&ready_file)
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", collector)
            .env("OTEL_BSP_SCHEDULE_DELAY", "200")
            .spawn()
            .expect("the program starts");
        let addresses = testkit::eventually("the shop is open", async || {
            std::fs::read(&ready_file)
                .ok()
                .map(|bytes| serde_json::from_slice(&bytes).expect("it is JSON"))
        })
        .await;
        Self {
            child,
            _folder: folder,
            addresses,
        }
    }

    /// SIGTERM, and the end of the program.
    fn stop(mut self) {
        let asked = Command::new("kill")
            .arg(self.child.id().to_string())
            .status()
            .expect("kill runs");
        assert!(asked.success());
        let ended = self.child.wait().expect("the program ends");
        assert!(ended.success(), "{ended}");
    }
}

/// A test that failed must not leave a shop open.
impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_one_tree_from_the_gateway_to_the_consumer() {
    let collector = Collector::default();
    let receiver = testkit::grpc(TraceServiceServer::new(collector.clone())).await;
    let program = Program::start(&receiver.url().to_string()).await;

    let trace_id = place_an_order(program.addresses["url"].as_str().expect("a text")).await;
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
