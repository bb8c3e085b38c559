//! Logs, traces and metrics contain no personal data, and neither do the tables and streams outside of the
//! records. The test spends a day in the shop and reads everything afterwards.

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::TraceServiceServer;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

use crate::{collector::Collector, program::Program, shop::form, stored_data};

pub const EMAIL: &str = "asha.of.the.log@gmail.com";
const UNKNOWN: &str = "nobody.knows.me@gmail.com";
pub const PASSWORD: &str = "monsoon-42-secret";
const WRONG: &str = "a-slip-of-the-hand";
const NEW: &str = "winter-harvest-secret";
pub const MOBILE: &str = "9812345670";
pub const NAME: &str = "Ashalata Logless";
pub const STREET: &str = "77 Whispering Lane, Surat";
pub const PINCODE: &str = "395917";
pub const WORDS: &str = "Between you and me: bitter.";

/// A shopper's requests to a running shop.
pub struct Shopper {
    pub url: String,
    pub browser: Client,
}

impl Shopper {
    fn post(&self, path: &str) -> RequestBuilder {
        self.browser.post(format!("{}/api/v1/users/{path}", self.url))
    }

    async fn send(&self, path: &str, body: Value, expected: u16) -> reqwest::Response {
        let answer = self.post(path).json(&body).send().await;
        let answer = answer.expect("the gateway answers");
        assert_eq!(answer.status(), expected, "{path}");
        answer
    }

    /// Logs in. Returns the cookies of the session and the device.
    async fn log_in(&self, password: &str) -> Vec<String> {
        let credentials = json!({ "email": EMAIL, "password": password });
        let answer = self.send("userlogin", credentials, 200).await;
        let cookies = answer.headers().get_all("set-cookie").into_iter();
        let cookies = cookies.map(|cookie| {
            let cookie = cookie.to_str().expect("it is ASCII");
            cookie.split(';').next().expect("it has a value").to_owned()
        });
        let cookies: Vec<_> = cookies.collect();
        assert!(
            cookies.len() == 2 && cookies[0].starts_with("sid="),
            "{cookies:?}"
        );
        cookies
    }

    /// Registers, mistypes the password, logs in, reviews, and writes a message. Returns the cookies.
    pub async fn speak(&self) -> Vec<String> {
        let account = json!({ "email": EMAIL, "password": PASSWORD, "mobileNumber": MOBILE });
        self.send("userregister", account.clone(), 201).await;
        self.send("userregister", account, 409).await;
        self.send("userlogin", json!({ "email": EMAIL, "password": WRONG }), 401)
            .await;
        self.send("userlogin", json!({ "email": UNKNOWN, "password": WRONG }), 401)
            .await;
        self.send(
            "userlogin",
            json!({ "email": format!("{EMAIL}\r\nforged: line"), "password": WRONG }),
            422,
        )
        .await;
        let cookies = self.log_in(PASSWORD).await;
        let review = [
            ("name", NAME),
            ("productname", "Karela"),
            ("review", WORDS),
            ("rating", "4"),
        ];
        let review = self
            .post("review")
            .header("Cookie", &cookies[0])
            .multipart(form(&review));
        assert_eq!(review.send().await.expect("the gateway answers").status(), 201);
        let message = [
            ("name", NAME),
            ("email", EMAIL),
            ("phone", MOBILE),
            ("subject", "other"),
            ("message", WORDS),
        ];
        let message = self.post("contactus").multipart(form(&message));
        assert_eq!(message.send().await.expect("the gateway answers").status(), 201);
        cookies
    }

    /// Resets the password with a mailed code. Returns the code and the new cookies.
    async fn recover(&self, mails: &str) -> (String, Vec<String>) {
        self.send("forgotpassword", json!({ "email": UNKNOWN }), 200)
            .await;
        self.send("forgotpassword", json!({ "email": EMAIL }), 200).await;
        let code = testkit::eventually("the code is mailed", async || codes_in(mails).pop()).await;
        let other = if code == "000000" { "000001" } else { "000000" };
        self.send("verifyOtp", json!({ "email": EMAIL, "code": other }), 422)
            .await;
        self.send("verifyOtp", json!({ "email": EMAIL, "code": code }), 200)
            .await;
        let reset = json!({ "email": EMAIL, "code": code, "newPassword": NEW });
        self.send("resetpassword", reset, 200).await;
        (code, self.log_in(NEW).await)
    }

    /// A browser reports errors, and a stranger sends personal data in a report.
    async fn tell_of_errors(&self) {
        let told = json!({ "kind": "error", "page": format!("/cart?q={EMAIL}"), "build": "DhO4RsRd" });
        let url = format!("{}/api/v1/client-errors", self.url);
        let answer = self.browser.post(&url).json(&told).send().await;
        assert_eq!(answer.expect("the gateway answers").status(), 204);
        let address = format!("https://shop.example/cart?q={EMAIL}");
        let violation = json!({
            "documentURL": &address, "effectiveDirective": NAME, "blockedURL": &address, "sample": WORDS,
        });
        let report = json!([{ "type": "csp-violation", "url": &address, "body": violation }]);
        let answer = self
            .browser
            .post(format!("{url}/policy"))
            .json(&report)
            .send()
            .await;
        assert_eq!(answer.expect("the gateway answers").status(), 204);
    }

    async fn first_product(&self) -> Value {
        let url = format!("{}/api/v1/products/", self.url);
        let products = self.browser.get(url).send().await;
        let mut products: Value = products
            .expect("the gateway answers")
            .json()
            .await
            .expect("it is JSON");
        products["data"][0].take()
    }

    /// Orders a pack, logged in with a cookie or as a guest.
    pub async fn order(&self, cookie: Option<&str>) {
        let product = self.first_product().await;
        let variant = &product["variants"][0];
        let line = json!({
            "productName": product["productName"],
            "productId": product["_id"],
            "weightInGrams": variant["weightInGrams"],
            "quantity": 1,
            "basePrice": variant["price"],
            "actualPrice": variant["price"],
        });
        let mut order = json!({
            "fullname": NAME,
            "email": EMAIL,
            "mobilenumber": MOBILE,
            "deliveryAddress": STREET,
            "pincode": PINCODE,
            "totalAmount": 1,
            "products": [line],
        });
        self.send("orders/create", order.clone(), 409).await;
        order["totalAmount"] = variant["price"].clone();
        let request = self.post("orders/create").json(&order);
        let request = match cookie {
            Some(cookie) => request.header("Cookie", cookie),
            None => request,
        };
        assert_eq!(request.send().await.expect("the gateway answers").status(), 201);
    }

    /// Requests a stock alert for a pack in stock.
    async fn wait_for_a_pack(&self) {
        let product = self.first_product().await;
        let wish = json!({
            "productId": product["_id"],
            "weightInGrams": product["variants"][0]["weightInGrams"],
            "email": EMAIL,
        });
        self.send("stockalerts", wish, 409).await;
    }
}

/// The mails in a folder, as text.
pub fn mails_in(folder: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mails = folder.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok());
    mails.collect()
}

/// The codes in all mails.
pub fn codes_in(folder: &str) -> Vec<String> {
    let mails = mails_in(folder).into_iter();
    let codes = mails
        .filter(|mail| mail.contains("Subject: Your code"))
        .filter_map(|mail| {
            let mut lines = mail.lines().map(str::trim);
            let code = lines.find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()));
            code.map(str::to_owned)
        });
    codes.collect()
}

/// All log lines as JSON, without their times, whose fractions may look like codes.
fn lines(log: &str) -> Vec<Value> {
    let lines = log.lines().map(|line| {
        let mut line: Value =
            serde_json::from_str(line).unwrap_or_else(|_| panic!("not one JSON object: {line}"));
        let time = line.as_object_mut().expect("an object").remove("timestamp");
        let in_utc = time
            .as_ref()
            .and_then(Value::as_str)
            .is_some_and(|time| time.ends_with('Z'));
        assert!(in_utc, "{time:?}");
        for always in ["level", "message", "target"] {
            assert!(line[always].is_string(), "{line} has no {always}");
        }
        line
    });
    lines.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_in_the_shop_leaves_nothing_personal_in_its_log_or_traces() {
    let collector = Collector::default();
    let receiver = testkit::grpc(TraceServiceServer::new(collector.clone())).await;
    let program = Program::start(&receiver.url().to_string()).await;
    let shopper = Shopper {
        url: program.url().to_owned(),
        browser: Client::new(),
    };
    let mut cookies = shopper.speak().await;
    shopper.wait_for_a_pack().await;
    shopper.order(None).await;
    shopper.tell_of_errors().await;
    let mails = program.addresses["mailDir"].as_str().expect("a text").to_owned();
    let (code, more) = shopper.recover(&mails).await;
    let logout = shopper.post("userlogout").header("Cookie", &more[0]).send().await;
    assert_eq!(logout.expect("the gateway answers").status(), 200);
    cookies.extend(more);
    let metrics = watched_numbers(&program).await;
    let mut secrets = cookies.iter().map(|cookie| {
        let (_, token) = cookie.split_once('=').expect("a cookie has a value");
        token.to_owned()
    });
    let mut secrets: Vec<String> = secrets.by_ref().chain([code]).collect();
    secrets.extend([PASSWORD, WRONG, NEW].map(str::to_owned));
    let personal = [EMAIL, UNKNOWN, MOBILE, NAME, STREET, PINCODE, WORDS].map(str::to_owned);
    let kept = stored_data::beside_records(&program.addresses, &secrets, &personal).await;
    assert_eq!(kept, Vec::<String>::new());
    let engines = std::path::Path::new(&mails)
        .parent()
        .expect("it stands beside the engines' logs");
    let read = |name: &str| std::fs::read_to_string(engines.join(name)).expect("an engine has a log");
    let (postgres, nats) = (read("postgres.log"), read("nats.log"));
    assert!(postgres.contains("ready to accept connections"), "{postgres}");
    assert!(nats.contains("Server is ready"), "{nats}");
    secrets.extend(stored_data::passwords(&program.addresses));
    let log = lines(&program.stop());

    every_event_is_told(&log);
    let spans = collector.spans();
    assert!(spans.len() > 50, "{}", spans.len());
    for told in secrets.iter().chain(&personal) {
        let logged = log
            .iter()
            .find(|line| stored_data::contains(&line.to_string(), told));
        assert_eq!(logged, None, "the log tells {told}");
        assert!(
            !stored_data::contains(&postgres, told),
            "PostgreSQL's log tells {told}"
        );
        assert!(
            !stored_data::contains(&nats, told),
            "the log of NATS tells {told}"
        );
        assert!(!stored_data::contains(&metrics, told), "the metrics tell {told}");
        let span = spans
            .iter()
            .find(|span| stored_data::contains(&format!("{:?}", without_times(span)), told));
        assert_eq!(span, None, "a span tells {told}");
    }
}

/// Checks that all security events are in the log, with the account where it is known.
fn every_event_is_told(log: &[Value]) {
    for event in [
        "an account was made",
        "a login failed",
        "logged in",
        "logged out",
        "a wrong code was tried",
        "a one-time code is sent",
        "a password was reset",
        "a review was written",
        "error of a page reported",
        "violation of the content security policy reported",
    ] {
        let lines: Vec<_> = log.iter().filter(|line| line["message"] == event).collect();
        assert!(!lines.is_empty(), "nothing tells that {event}");
        let is_of_somebody = ["an account was made", "logged in", "a password was reset"].contains(&event);
        if is_of_somebody {
            assert!(
                lines.iter().all(|line| line["account_id"].is_string()),
                "{lines:?}"
            );
        }
    }
}

/// Returns the metrics once they contain all numbers that operators watch.
async fn watched_numbers(program: &Program) -> String {
    let watched = [
        r#"http_server_request_duration_seconds_count{service="shop",http_request_method="POST",http_route="/api/v1/users/userlogin",http_response_status_code="401"} 2"#,
        r#"rpc_server_duration_seconds_count{service="shop",rpc_service="shop.order.v1.OrderService",rpc_method="PlaceOrder",rpc_grpc_status_code="OK"} 1"#,
        r#"rpc_client_duration_seconds_count{service="shop",rpc_service="shop.order.v1.OrderService",rpc_method="PlaceOrder",rpc_grpc_status_code="ABORTED"} 1"#,
        r#"database_pool_connections{service="shop",state="idle"}"#,
        r#"database_pool_connections_max{service="shop"} 8"#,
        r#"outbox_depth{service="shop"} 0"#,
        r#"outbox_oldest_seconds{service="shop"} 0"#,
        r#"outbox_published_total{service="shop",subject="shop.order.placed.v1"} 1"#,
        r#"outbox_published_total{service="shop",subject="shop.contact.received.v1"} 1"#,
        r#"consumer_pending{service="shop",consumer="order-notice"} 0"#,
        r#"consumer_ack_pending{service="shop",consumer="contact-acknowledgement"} 0"#,
        r#"consumer_handled_total{service="shop",consumer="order-confirmation",outcome="done"} 1"#,
        r#"mails_total{service="shop",mail="order-confirmation",outcome="sent"} 1"#,
        r#"mails_total{service="shop",mail="one-time-code",outcome="sent"} 1"#,
        r#"mails_total{service="shop",mail="password-changed",outcome="sent"} 1"#,
        r#"jobs_depth{service="shop",kind="one-time-code"} 0"#,
        r#"jobs_oldest_seconds{service="shop",kind="password-changed"} 0"#,
        r#"jobs_dead{service="shop",kind="one-time-code"} 0"#,
        r#"jobs_handled_total{service="shop",kind="password-changed",outcome="done"} 1"#,
        r#"periodic_task_rows_total{service="shop",task="idempotency-keys"} 0"#,
        r#"periodic_task_success_age_seconds{service="shop",task="recipients"}"#,
        r#"logins_total{service="shop",outcome="success"} 2"#,
        r#"logins_total{service="shop",outcome="failure"} 2"#,
        r#"logins_total{service="shop",outcome="refused"} 1"#,
        r#"accounts_registered_total{service="shop"} 1"#,
        r#"codes_sent_total{service="shop"} 1"#,
        r#"password_resets_total{service="shop"} 1"#,
        r#"wrong_codes_total{service="shop"} 1"#,
        r#"orders_placed_total{service="shop"} 1"#,
        r#"orders_placed_rupees_total{service="shop"} 249"#,
        r#"orders_refused_total{service="shop",reason="prices"} 1"#,
        r#"reviews_written_total{service="shop"} 1"#,
        r#"messages_received_total{service="shop"} 1"#,
        r#"list_age_seconds{service="shop",list="reviews"}"#,
        r#"client_errors_total{service="shop",kind="error"} 1"#,
        r#"client_errors_total{service="shop",kind="policy"} 1"#,
        r#"build_info{service="shop",version="#,
    ];
    for number in watched {
        testkit::eventually(number, async || {
            program.metrics().await.contains(number).then_some(())
        })
        .await;
    }
    program.metrics().await
}

/// A span without times and ids, in which six digits may occur by chance.
fn without_times(span: &opentelemetry_proto::tonic::trace::v1::Span) -> impl std::fmt::Debug {
    let events: Vec<_> = span
        .events
        .iter()
        .map(|event| (&event.name, &event.attributes))
        .collect();
    format!(
        "{:?} {:?} {:?} {events:?}",
        span.name, span.attributes, span.status
    )
}
