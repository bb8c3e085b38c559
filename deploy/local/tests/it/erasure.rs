//! The erasure of a person who left data everywhere in the shop. Afterwards only the data listed here
//! remains.

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::TraceServiceServer;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use crate::{
    collector::Collector,
    privacy::{EMAIL, MOBILE, NAME, PASSWORD, PINCODE, STREET, Shopper, WORDS, codes_in, mails_in},
    program::Program,
    stored_data,
};

const OTHER_STREET: &str = "9 Forgetful Road, Anand";
const REASON: &str = "My sister has bought it already.";
const REFUSAL: &str = "It names a neighbour in Nanpura.";
const SHOP_ANSWER: &str = "Greetings to Nanpura's gardens.";

/// The remaining data: the books keep the state to which an order's taxes went.
const BOOKS: [&str; 1] = ["order's orders tells 395917"];

impl Shopper {
    async fn own(&self, method: Method, path: &str, cookie: &str, body: Value, expected: u16) -> Value {
        let url = format!("{}/api/v1/users/{path}", self.url);
        let request = self.browser.request(method, url).header("Cookie", cookie);
        let answer = request.json(&body).send().await.expect("the gateway answers");
        let (status, body) = (answer.status(), answer.text().await.expect("it is text"));
        assert_eq!(status, expected, "{path}: {body}");
        serde_json::from_str(&body).unwrap_or_default()
    }

    /// Requests a code for the account, and reads it from the mails.
    async fn account_code(&self, cookie: &str, mails: &str) -> String {
        let before = codes_in(mails);
        self.own(Method::POST, "me/code", cookie, json!({}), 200).await;
        testkit::eventually("a code is mailed", async || {
            let mut codes = codes_in(mails);
            codes.retain(|code| !before.contains(code));
            codes.pop()
        })
        .await
    }
}

async fn connect(program: &Program, service: &str) -> PgConnection {
    let url = program.addresses[format!("{service}DatabaseUrl")].as_str();
    let connection = PgConnection::connect(url.expect("a text")).await;
    connection.expect("the role may connect")
}

/// Adds a stock alert. Another test checks that it needs a sold-out pack.
async fn wait_for_a_pack(program: &Program) {
    let waiting = "INSERT INTO stock_alerts (id, product_id, weight_in_grams, email)
                   SELECT $1, product_id, weight_in_grams, $2 FROM packs LIMIT 1";
    let waiting = sqlx::query(waiting).bind(uuid::Uuid::now_v7()).bind(EMAIL);
    let added = waiting.execute(&mut connect(program, "inventory").await).await;
    assert_eq!(added.expect("a pack is there").rows_affected(), 1);
}

/// Staff add notes to all orders.
async fn write_notes(orders: &mut PgConnection) {
    let noting = "INSERT INTO order_notes (id, order_id, text, staff_id)
                  SELECT gen_random_uuid(), id, $1, gen_random_uuid() FROM orders";
    let noting = sqlx::query(noting).bind(format!("{NAME} called")).execute(orders);
    assert_eq!(noting.await.expect("notes can be written").rows_affected(), 2);
}

/// Staff refuse and answer the review.
async fn moderate(reviews: &mut PgConnection) {
    let refusing = "WITH refused AS (
                      UPDATE reviews SET state = 'refused', refusal_reason = $1, shop_answer = $2, version = version + 1
                      WHERE NOT is_sample RETURNING id, version)
                    INSERT INTO review_moderations (id, review_id, staff_id, decision, reason, version)
                    SELECT gen_random_uuid(), id, gen_random_uuid(), 'refused', $1, version FROM refused";
    let refusing = sqlx::query(refusing).bind(REFUSAL).bind(SHOP_ANSWER);
    let refused = refusing.execute(reviews).await.expect("reviews can be refused");
    assert_eq!(refused.rows_affected(), 1);
}

/// Resets the limit of one code per minute.
async fn forget_counts(program: &Program) {
    let forgetting = sqlx::query("DELETE FROM counters");
    let forgotten = forgetting.execute(&mut connect(program, "identity").await).await;
    assert!(forgotten.expect("counters are the service's own").rows_affected() > 0);
}

/// Leaves data everywhere: account, address, review, message, orders with and without a login, and a stock
/// alert. Staff write about the orders and refuse the review. Returns the session's cookie.
async fn leave_traces(program: &Program, shopper: &Shopper) -> String {
    let cookies = shopper.speak().await;
    let cookie = cookies[0].clone();
    let address = json!({
        "fullname": NAME, "mobilenumber": MOBILE, "deliveryAddress": OTHER_STREET, "pincode": PINCODE,
    });
    shopper
        .own(Method::POST, "addresses", &cookie, address, 201)
        .await;
    wait_for_a_pack(program).await;
    shopper.order(None).await;
    shopper.order(Some(&cookie)).await;

    let mut orders = connect(program, "order").await;
    let numbers = sqlx::query_scalar("SELECT order_number FROM orders");
    let numbers: Vec<String> = numbers.fetch_all(&mut orders).await.expect("they are listed");
    assert_eq!(numbers.len(), 2);
    write_notes(&mut orders).await;
    moderate(&mut connect(program, "review").await).await;
    for number in &numbers {
        let wish = json!({ "version": 1, "mobilenumber": MOBILE, "reason": REASON });
        let cancel = format!("orders/{number}/cancel");
        shopper.own(Method::POST, &cancel, "", wish, 200).await;
    }
    cookie
}

/// Downloads the person's data.
async fn download(shopper: &Shopper, cookie: &str) -> String {
    testkit::eventually("all that is kept is collected", async || {
        let url = format!("{}/api/v1/users/me/data/file", shopper.url);
        let wanted = json!({ "password": PASSWORD, "format": "json" });
        let request = shopper.browser.post(url).header("Cookie", cookie);
        let file = request.json(&wanted).send().await;
        let file = file.expect("the gateway answers");
        let is_there = file.status() == 200;
        let text = file.text().await.expect("it is text");
        is_there.then_some(text)
    })
    .await
}

/// Waits until all services have erased the data and the last mail is gone.
async fn wait_until_forgotten(program: &Program, mails: &str) {
    testkit::eventually("they are told that it is done", async || {
        mails_in(mails)
            .iter()
            .any(|mail| mail.contains("Subject: Your account is deleted"))
            .then_some(())
    })
    .await;
    let mut identity = connect(program, "identity").await;
    testkit::eventually("the address of that mail is forgotten", async || {
        let jobs = sqlx::query_scalar("SELECT count(*) FROM jobs");
        let jobs: i64 = jobs.fetch_one(&mut identity).await.expect("jobs can be counted");
        (jobs == 0).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_is_found_nowhere_but_in_the_books() {
    let collector = Collector::default();
    let receiver = testkit::grpc(TraceServiceServer::new(collector.clone())).await;
    let program = Program::start(&receiver.url().to_string()).await;
    let mails = program.addresses["mailDir"].as_str().expect("a text").to_owned();
    let shopper = Shopper {
        url: program.url().to_owned(),
        browser: reqwest::Client::new(),
    };
    let cookie = leave_traces(&program, &shopper).await;

    let code = shopper.account_code(&cookie, &mails).await;
    let request = json!({ "code": code });
    shopper.own(Method::POST, "me/data", &cookie, request, 202).await;
    let data = download(&shopper, &cookie).await;
    let personal = [
        EMAIL,
        MOBILE,
        NAME,
        STREET,
        OTHER_STREET,
        PINCODE,
        WORDS,
        REASON,
        REFUSAL,
        SHOP_ANSWER,
    ]
    .map(str::to_owned);
    for planted in &personal {
        assert!(
            data.contains(planted.as_str()),
            "{planted} is not in what is kept: {data}"
        );
    }

    forget_counts(&program).await;
    let code = shopper.account_code(&cookie, &mails).await;
    let deletion = json!({ "code": code });
    shopper.own(Method::DELETE, "me", &cookie, deletion, 200).await;
    wait_until_forgotten(&program, &mails).await;
    assert_eq!(stored_data::anywhere(&program.addresses, &personal).await, BOOKS);

    let engines = std::path::Path::new(&mails)
        .parent()
        .expect("it stands beside the engines' logs");
    let engines = ["postgres.log", "nats.log"]
        .map(|name| std::fs::read_to_string(engines.join(name)).expect("an engine has a log"));
    let log = program.stop();
    for told in personal.iter().chain([&code]) {
        for log in engines.iter().chain([&log]) {
            assert!(!log.contains(told.as_str()), "a log tells {told}");
        }
    }
}
