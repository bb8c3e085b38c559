//! A running shop with a simulated payment provider, seen from outside.

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::TraceServiceServer;
use payment_simulator::PaymentScenario;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::{Served, eventually};
use time::OffsetDateTime;
use totp_rs::Totp;
use url::Url;

use crate::{
    collector::Collector,
    program::Program,
    shop::{answer, answer_at_last, placed, response_at_last},
};

const MOBILE: &str = "9812345670";

/// The shop, with a receiver of its traces.
pub struct PaidOnline {
    pub program: Program,
    pub collector: Collector,
    pub browser: Client,
    _receiver: Served,
}

/// A provider's payment page of an order.
pub struct Page {
    browser: Client,
    url: Url,
}

impl PaidOnline {
    /// Opens a shop with this log filter.
    pub async fn open(filter: &str) -> Self {
        Self::open_with(filter, &[]).await
    }

    /// Opens a shop with further arguments for the program.
    pub async fn open_with(filter: &str, arguments: &[&str]) -> Self {
        let collector = Collector::default();
        let receiver = testkit::grpc(TraceServiceServer::new(collector.clone())).await;
        let program = Program::start_logging(filter, &receiver.url().to_string(), arguments).await;
        Self {
            program,
            collector,
            browser: Client::new(),
            _receiver: receiver,
        }
    }

    /// Posts JSON to the API. Returns the status and the body.
    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let url = format!("{}/api/v1/{path}", self.program.url());
        answer_at_last(self.browser.post(url).json(body)).await
    }

    async fn get(&self, path: &str) -> Value {
        let url = format!("{}/api/v1/{path}", self.program.url());
        let (status, body) = answer_at_last(self.browser.get(url)).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Places an order to be paid online. Returns its number and its total, in rupees.
    pub async fn placed(&self) -> (String, i64) {
        let products = self.get("products/").await;
        let product = &products["data"][0];
        let variant = &product["variants"][0];
        let price = variant["price"].as_i64().expect("whole rupees");
        let quote = self.get("delivery?pincode=395007").await;
        let total = price + quote["data"]["prepaid"].as_i64().expect("whole rupees");
        let order = json!({
            "fullname": "Asha Patel",
            "email": "asha@example.com",
            "mobilenumber": MOBILE,
            "deliveryAddress": "12 Ring Road, Surat",
            "pincode": "395007",
            "paymentMethod": "online",
            "totalAmount": total,
            "products": [{
                "productName": product["productName"],
                "productId": product["_id"],
                "weightInGrams": variant["weightInGrams"],
                "quantity": 1,
                "basePrice": price,
                "actualPrice": price,
            }],
        });
        let url = format!("{}/api/v1/users/orders/create", self.program.url());
        let placed = placed(self.browser.post(url).json(&order)).await;
        let number = placed["data"]["orderNumber"].as_str().expect("a text");
        (number.to_owned(), total)
    }

    /// Starts the payment of an order, and returns the payment page.
    pub async fn page(&self, number: &str) -> Page {
        let proof = json!({ "mobilenumber": MOBILE });
        let path = format!("users/orders/{number}/payment");
        let (status, started) = self.post(&path, &proof).await;
        assert_eq!(status, 200, "{started}");
        let url = started["data"]["payUrl"].as_str().expect("it is paid on a page");
        Page {
            browser: self.browser.clone(),
            url: url.parse().expect("it is an address"),
        }
    }

    /// Waits until the shopper sees this payment state.
    pub async fn until(&self, number: &str, state: &str) {
        let proof = json!({ "mobilenumber": MOBILE });
        let path = format!("users/orders/{number}/payment/state");
        eventually(state, async || {
            let (_, shown) = self.post(&path, &proof).await;
            (shown["data"]["state"] == state).then_some(())
        })
        .await;
    }

    /// Connects to the database of a service.
    pub async fn database(&self, service: &str) -> PgPool {
        let url = &self.program.addresses[format!("{service}DatabaseUrl")];
        let url = url.as_str().expect("a text");
        PgPool::connect(url).await.expect("the role may connect")
    }
}

impl Page {
    /// The origin of the provider: scheme, host and port.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// Presses a button of the page: `upi`, `card` or `decline`. Returns the result.
    pub async fn press(&self, button: &str) -> Value {
        let link = self.url.path_segments().and_then(Iterator::last);
        let link = format!("plink_{}", link.expect("a page has a path"));
        self.control("pay", &json!({ "order": link, "button": button }))
            .await
    }

    /// Sets the behaviour of the provider for later requests.
    pub async fn set_scenario(&self, scenario: PaymentScenario) {
        self.control("scenario", &json!({ "scenario": scenario })).await;
    }

    /// Controls the simulated provider.
    pub async fn control(&self, path: &str, body: &Value) -> Value {
        let url = self.url.join(&format!("/simulator/{path}"));
        let url = url.expect("it is an address");
        let (status, body) = answer(self.browser.post(url).json(body)).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }
}

/// The owner of the shop with a browser of the office.
pub struct Owner<'a> {
    shop: &'a PaidOnline,
    cookie: String,
}

impl PaidOnline {
    fn office(&self, method: Method, path: &str) -> RequestBuilder {
        let office = self.program.addresses["officeUrl"].as_str().expect("a text");
        self.browser
            .request(method, format!("{office}/api/office/v1/{path}"))
    }

    pub async fn owner(&self) -> Owner<'_> {
        let link = self.program.addresses["invitation"].as_str();
        let (_, token) = link
            .and_then(|link| link.split_once('#'))
            .expect("the shop has no owner yet");
        let lookup = self.office(Method::POST, "invitations/lookup");
        let (status, found) = answer_at_last(lookup.json(&json!({ "token": token }))).await;
        assert_eq!(status, 200, "{found}");
        let app = Totp::from_url(found["data"]["totpUri"].as_str().expect("a text"));
        let now = u64::try_from(OffsetDateTime::now_utc().unix_timestamp()).expect("it is after 1970");
        let code = app.expect("an app reads it").generate(now).to_string();
        let body = json!({
            "token": token, "name": "Hansa Desai", "email": "hansa@vanmool.example",
            "password": "neem-and-tulsi-42", "code": code,
        });
        let acceptance = self.office(Method::POST, "invitations/acceptance").json(&body);
        let accepted = response_at_last(acceptance).await;
        assert_eq!(accepted.status(), 200);
        let cookie = accepted.headers()["set-cookie"]
            .to_str()
            .expect("a cookie is text");
        let cookie = cookie.split(';').next().expect("a cookie has a value").to_owned();
        Owner { shop: self, cookie }
    }
}

impl Owner<'_> {
    /// Sends a request to the office, checks the status, and returns the data.
    async fn answered(&self, request: RequestBuilder, expected: u16) -> Value {
        let (status, mut body) = answer_at_last(request.header("cookie", &self.cookie)).await;
        assert_eq!(status, expected, "{body}");
        body["data"].take()
    }

    pub async fn get(&self, path: &str) -> Value {
        self.answered(self.shop.office(Method::GET, path), 200).await
    }

    pub async fn send(&self, method: Method, path: &str, body: &Value) -> Value {
        self.answered(self.shop.office(method, path).json(body), 200)
            .await
    }

    /// Imports a bank statement, and waits until it is processed.
    pub async fn import_statement(&self, content: String) -> Value {
        let path = format!("imports/statements/{}", uuid::Uuid::now_v7());
        let request = self
            .shop
            .office(Method::POST, &path)
            .header("content-type", "text/csv");
        self.answered(request.body(content), 202).await;
        eventually("the statement is read", async || {
            let import = self.get(&path).await;
            (import["state"] != "running").then_some(import)
        })
        .await
    }
}
