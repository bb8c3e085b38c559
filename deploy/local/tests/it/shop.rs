//! A shop for tests, and a shopper without a browser.

use std::{path::PathBuf, sync::Arc, time::Duration};

use engines::External;
use local::{Options, Shop, registry::Service};
use reqwest::{Method, RequestBuilder, Response, multipart::Form};
use serde_json::{Value, json};
use tokio::{runtime, sync::OnceCell};

/// A running shop with its own database prefix and NATS.
pub struct OpenShop {
    pub shop: Arc<Shop>,
    pub browser: reqwest::Client,
}

/// The shop of all tests that only read, or use their own accounts. It ends with the process.
static SHARED: OnceCell<Arc<Shop>> = OnceCell::const_new();

impl OpenShop {
    pub async fn start() -> Self {
        Self::start_with(false).await
    }

    /// Returns the shared shop, for tests that do not need an empty one. Starting a shop takes two seconds of
    /// CPU time.
    pub async fn shared() -> Self {
        let shop = SHARED.get_or_init(|| async {
            let (opened, open) = tokio::sync::oneshot::channel();
            // A test's own runtime ends with the test, and so do its tasks.
            std::thread::spawn(move || {
                let runtime = runtime::Runtime::new().expect("a runtime starts");
                runtime.block_on(async move {
                    let shop = Self::start().await.shop;
                    opened.send(shop).expect("a test waits for it");
                    std::future::pending::<()>().await;
                });
            });
            open.await.expect("the shop opens")
        });
        Self::around(Arc::clone(shop.await))
    }

    /// Starts a shop with private engines, except those in `external`.
    pub async fn start_on(external: External) -> Self {
        Self::open(Self::new_name(), external, false).await
    }

    /// A new prefix of database names.
    pub fn new_name() -> String {
        format!("test_{}", uuid::Uuid::new_v4().simple())
    }

    /// Starts a shop that accepts messages from all visitors, or only from shoppers who are logged in.
    pub async fn start_with(contact_requires_login: bool) -> Self {
        let name = Self::new_name();
        make_databases(&name).await;
        Self::open(name, Self::shared_postgres(), contact_requires_login).await
    }

    fn shared_postgres() -> External {
        External {
            database_url: Some(testkit::database_url()),
            nats_url: None,
        }
    }

    /// Starts a shop with rate limits.
    pub async fn start_within(rates: storefront::Rates) -> Self {
        let name = Self::new_name();
        make_databases(&name).await;
        let options = Options {
            external: Self::shared_postgres(),
            site: PathBuf::from("/nowhere"),
            office_site: PathBuf::from("/nowhere"),
            rates,
            ..Options::temporary(name).expect("a temporary folder")
        };
        Self::open_as(options).await
    }

    async fn open(name: String, external: External, contact_requires_login: bool) -> Self {
        let options = Options {
            external,
            site: PathBuf::from("/nowhere"),
            office_site: PathBuf::from("/nowhere"),
            contact_requires_login,
            ..Options::temporary(name).expect("a temporary folder")
        };
        Self::open_as(options).await
    }

    async fn open_as(options: Options) -> Self {
        ::runtime::install_process_defaults();
        Self::around(Arc::new(Shop::start(options).await.expect("the shop opens")))
    }

    /// Wraps a shop with a new HTTP client, because connections end with the runtime of their test.
    fn around(shop: Arc<Shop>) -> Self {
        let browser = reqwest::Client::builder()
            .timeout(Duration::from_secs(15))
            .build()
            .expect("a client");
        Self { shop, browser }
    }

    /// The shop, to stop parts of it.
    pub fn parts(&mut self) -> &mut Shop {
        Arc::get_mut(&mut self.shop).expect("no other test uses it")
    }

    /// A request to the API, below `/api/v1/`.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.browser
            .request(method, format!("{}/api/v1/{path}", self.shop.url()))
    }

    /// Posts JSON. Returns the status and the body.
    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        answer(self.request(Method::POST, path).json(body)).await
    }

    /// Registers an account.
    pub async fn register(&self, email: &str, password: &str) {
        let account = json!({ "email": email, "password": password, "mobileNumber": "9876543210" });
        let (status, body) = self.post("users/userregister", &account).await;
        assert_eq!(status, 201, "{body}");
    }

    /// Logs in. Returns the cookie as a browser sends it.
    pub async fn log_in(&self, email: &str, password: &str) -> String {
        let credentials = json!({ "email": email, "password": password });
        let request = self.request(Method::POST, "users/userlogin").json(&credentials);
        let response = request.send().await.expect("the gateway answers");
        assert_eq!(response.status(), 200);
        let cookie = response.headers()["set-cookie"]
            .to_str()
            .expect("a cookie is text");
        let cookie = cookie.split(';').next().expect("a cookie has a value").to_owned();
        let begun = json!({ "success": true, "message": "Login successful" });
        assert_eq!(response.json::<Value>().await.expect("the answer is JSON"), begun);
        cookie
    }

    /// Registers an account with a new address. Returns the cookie of its session.
    pub async fn new_session(&self) -> String {
        let email = new_email();
        self.register(&email, "monsoon-42").await;
        self.log_in(&email, "monsoon-42").await
    }

    /// Waits for a mail to this address with this in its subject, and returns it.
    pub async fn mail(&self, to: &str, subject: &str) -> String {
        let (to, subject) = (format!("\nTo: {to}"), format!("Subject: {subject}"));
        testkit::eventually("the mail lands", async || {
            let mut mails = self.mails();
            mails.retain(|mail| mail.contains(&to) && mail.contains(&subject));
            mails.pop()
        })
        .await
    }

    /// The products as the front end gets them.
    pub async fn products(&self) -> Vec<Value> {
        let url = format!("{}/api/v1/products/", self.shop.url());
        let answer = self.browser.get(url).send().await.expect("the gateway answers");
        assert_eq!(answer.status(), 200);
        let mut body: Value = answer.json().await.expect("the answer is JSON");
        serde_json::from_value(body["data"].take()).expect("data is a list")
    }

    /// Sends an order, and retries while the shop answers 503, as on a busy machine. Returns the status and
    /// the body.
    pub async fn order(&self, payload: &Value, key: Option<&str>) -> (u16, Value) {
        testkit::eventually("the order can be taken", async || {
            let answered = self.try_order(payload, key).await;
            (answered.0 != 503).then_some(answered)
        })
        .await
    }

    /// Sends an order once. Returns the status and the body.
    pub async fn try_order(&self, payload: &Value, key: Option<&str>) -> (u16, Value) {
        let url = format!("{}/api/v1/users/orders/create/", self.shop.url());
        let mut request = self.browser.post(url).json(payload);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        let answer = request.send().await.expect("the gateway answers");
        (
            answer.status().as_u16(),
            answer.json().await.expect("the answer is JSON"),
        )
    }

    /// Two packs of the first product's lightest weight and one of its next, at current prices.
    pub async fn good_order(&self) -> Value {
        let products = self.products().await;
        let product = &products[0];
        let lines: Vec<_> = [(0, 2), (1, 1)]
            .map(|(variant, quantity)| line(product, variant, quantity))
            .into();
        let total: i64 = lines
            .iter()
            .map(|line| line["actualPrice"].as_i64().expect("whole rupees"))
            .sum();
        json!({
            "fullname": "Asha Patel",
            "email": "asha@example.com",
            "mobilenumber": "9876543210",
            "deliveryAddress": "12 Ring Road, Surat",
            "pincode": "395007",
            "totalAmount": total,
            "products": lines,
        })
    }

    /// The number of stored orders.
    pub async fn kept_orders(&self) -> i64 {
        let pool = sqlx::PgPool::connect(self.shop.database_url("order"))
            .await
            .expect("the role may connect");
        let count = sqlx::query_scalar("SELECT count(*) FROM orders")
            .fetch_one(&pool)
            .await;
        pool.close().await;
        count.expect("the orders can be counted")
    }

    /// The "order placed" events in JetStream, as bytes.
    pub async fn events(&self) -> Vec<Vec<u8>> {
        use futures_util::StreamExt as _;
        let client = outbox::connect(&outbox::Settings::new(self.shop.nats_url()))
            .await
            .expect("NATS answers");
        let stream = async_nats::jetstream::new(client).get_stream("ORDERS").await;
        let Ok(stream) = stream else { return Vec::new() };
        let settings = async_nats::jetstream::consumer::pull::OrderedConfig::default();
        let consumer = stream
            .create_consumer(settings)
            .await
            .expect("a stream can be read");
        let count = usize::try_from(consumer.cached_info().num_pending).expect("a test's stream is small");
        let messages = consumer
            .messages()
            .await
            .expect("a stream can be read")
            .take(count);
        messages
            .map(|message| message.expect("a message can be read").payload.to_vec())
            .collect()
            .await
    }

    /// The delivered mails, as text.
    pub fn mails(&self) -> Vec<String> {
        let Ok(folder) = std::fs::read_dir(self.shop.mail_folder()) else {
            return Vec::new();
        };
        let files = folder.map(|entry| entry.expect("it can be listed").path());
        let mails = files.filter(|path| path.extension().is_some_and(|extension| extension == "eml"));
        mails
            .map(|path| std::fs::read_to_string(path).expect("a mail can be read"))
            .collect()
    }

    /// Stops the shop if only this test uses it.
    pub async fn close(self) {
        if let Some(shop) = Arc::into_inner(self.shop) {
            shop.stop().await.expect("the shop closes in order");
        }
    }
}

/// Creates the databases of a shop as copies of migrated ones, because migrations take half of the CPU time
/// of a start. The service runs its remaining migrations itself.
async fn make_databases(name: &str) {
    for service in Service::ALL {
        let migrations = [service.migrations(), &jobs::MIGRATIONS, &outbox::MIGRATIONS];
        testkit::owned_database(&format!("{name}_{}", service.name()), &migrations).await;
    }
}

/// An address that no other test uses.
pub fn new_email() -> String {
    format!("asha.{}@gmail.com", uuid::Uuid::new_v4().simple())
}

pub fn line(product: &Value, variant: usize, quantity: i64) -> Value {
    let variant = &product["variants"][variant];
    let price = variant["price"].as_i64().expect("whole rupees");
    json!({
        "productName": product["productName"],
        "productId": product["_id"],
        "weightInGrams": variant["weightInGrams"],
        "quantity": quantity,
        "basePrice": price,
        "actualPrice": price * quantity,
    })
}

/// Places an order as a page does: with an idempotency key, and with retries while the shop answers 503.
pub async fn placed(request: RequestBuilder) -> Value {
    let request = request.header("Idempotency-Key", uuid::Uuid::new_v4().to_string());
    let (status, placed) = answer_at_last(request).await;
    assert_eq!(status, 201, "{placed}");
    placed
}

/// Sends a request as a page does: with retries while the shop answers 503, as on a busy machine.
pub async fn answer_at_last(request: RequestBuilder) -> (u16, Value) {
    let response = response_at_last(request).await;
    let status = response.status().as_u16();
    (status, response.json().await.expect("the answer is JSON"))
}

/// Sends a request like [`answer_at_last`]. Returns the response.
pub async fn response_at_last(request: RequestBuilder) -> Response {
    testkit::eventually("it can be answered", async || {
        let request = request.try_clone().expect("its body is a text");
        let response = request.send().await.expect("the gateway answers");
        (response.status() != 503).then_some(response)
    })
    .await
}

/// Sends a request. Returns the status and the body.
pub async fn answer(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.expect("the gateway answers");
    let status = response.status().as_u16();
    (status, response.json().await.expect("the answer is JSON"))
}

/// The invalid fields of a response, with their messages.
pub fn errors(body: &Value) -> Vec<(&str, &str)> {
    let errors = body["errors"].as_array().map_or(&[][..], Vec::as_slice);
    errors
        .iter()
        .map(|error| {
            (
                error["field"].as_str().unwrap_or_default(),
                error["message"].as_str().unwrap_or_default(),
            )
        })
        .collect()
}

/// A form as browsers send it.
pub fn form(fields: &[(&'static str, &str)]) -> Form {
    fields.iter().fold(Form::new(), |form, (name, value)| {
        form.text(*name, (*value).to_owned())
    })
}

/// Returns true if the bytes contain the text.
pub fn mentions(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}
