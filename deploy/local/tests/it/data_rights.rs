//! Stories about what an account keeps of its shopper: saved addresses, a download of everything, and leaving.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use crate::shop::{OpenShop, answer};

const EMAIL: &str = "asha@gmail.com";

impl OpenShop {
    async fn send(&self, method: Method, path: &str, cookie: &str, body: Option<Value>) -> (u16, Value) {
        let request = self.request(method, path).header("Cookie", cookie);
        answer(match body {
            Some(body) => request.json(&body),
            None => request,
        })
        .await
    }

    /// Asks for a code that proves the account's address, and reads it from the mail.
    async fn account_code(&self, cookie: &str) -> String {
        let (status, body) = self.send(Method::POST, "users/me/code", cookie, None).await;
        assert_eq!(status, 200, "{body}");
        testkit::eventually("a mail brings a new code", async || {
            let mails = self.mails();
            let mail = mails
                .iter()
                .find(|mail| mail.contains("Subject: Your code for your account"))?;
            let mut lines = mail.lines().map(str::trim);
            let code = lines.find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()));
            code.map(str::to_owned)
        })
        .await
    }

    async fn place_as(&self, cookie: &str) -> String {
        let order = self.good_order().await;
        let (status, placed) = self
            .send(Method::POST, "users/orders/create/", cookie, Some(order))
            .await;
        assert_eq!(status, 201, "{placed}");
        placed["data"]["orderNumber"].as_str().expect("a text").to_owned()
    }

    async fn count(&self, service: &str, question: &'static str) -> i64 {
        let url = self.shop.database_url(service);
        let mut database = PgConnection::connect(url).await.expect("the role may connect");
        let count = sqlx::query_scalar(question).fetch_one(&mut database).await;
        count.expect("it can be counted")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_saves_changes_and_deletes_its_addresses_and_no_others() {
    let shop = OpenShop::start().await;
    shop.register(EMAIL, "monsoon-42").await;
    shop.register("bina@gmail.com", "monsoon-42").await;
    let asha = shop.log_in(EMAIL, "monsoon-42").await;
    let bina = shop.log_in("bina@gmail.com", "monsoon-42").await;
    let address = json!({
        "fullname": "Asha Patel", "mobilenumber": "+91 98765 43210",
        "deliveryAddress": "12 Ring Road, Surat", "pincode": "395007",
    });
    let (status, mut saved) = shop
        .send(Method::POST, "users/addresses", &asha, Some(address.clone()))
        .await;
    assert_eq!(status, 201, "{saved}");
    let saved = saved["data"].take();
    assert_eq!(saved["mobilenumber"], "9876543210");
    let path = format!("users/addresses/{}", saved["id"].as_str().expect("it has an id"));

    let mut moved = address.clone();
    moved["deliveryAddress"] = json!("7 Station Road, Surat");
    let (status, _) = shop.send(Method::PUT, &path, &bina, Some(moved.clone())).await;
    assert_eq!(status, 404, "it is not hers");
    let (status, changed) = shop.send(Method::PUT, &path, &asha, Some(moved)).await;
    assert_eq!(
        (status, &changed["data"]["deliveryAddress"]),
        (200, &json!("7 Station Road, Surat"))
    );
    let mut wrong = address.clone();
    wrong["pincode"] = json!("39500");
    let (status, refused) = shop
        .send(Method::POST, "users/addresses", &asha, Some(wrong))
        .await;
    assert_eq!(
        (status, &refused["errors"][0]["field"]),
        (422, &json!("pincode")),
        "{refused}"
    );

    for _ in 1..10 {
        let (status, _) = shop
            .send(Method::POST, "users/addresses", &asha, Some(address.clone()))
            .await;
        assert_eq!(status, 201);
    }
    let (status, _) = shop
        .send(Method::POST, "users/addresses", &asha, Some(address))
        .await;
    assert_eq!(status, 409, "ten are the most");

    shop.send(Method::DELETE, &path, &bina, None).await;
    let (_, list) = shop.send(Method::GET, "users/addresses", &asha, None).await;
    assert_eq!(list["data"]["addresses"].as_array().map(Vec::len), Some(10));
    let (status, _) = shop.send(Method::DELETE, &path, &asha, None).await;
    assert_eq!(status, 200);
    let (_, list) = shop.send(Method::GET, "users/addresses", &asha, None).await;
    assert_eq!(list["data"]["addresses"].as_array().map(Vec::len), Some(9));
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_gets_everything_that_the_shop_keeps_of_them_and_leaves() {
    let shop = OpenShop::start().await;
    shop.register(EMAIL, "monsoon-42").await;
    let cookie = shop.log_in(EMAIL, "monsoon-42").await;
    let number = shop.place_as(&cookie).await;

    let code = shop.account_code(&cookie).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let data = async |code: &str| {
        let body = json!({ "code": code });
        shop.send(Method::POST, "users/me/data", &cookie, Some(body))
            .await
            .0
    };
    assert_eq!(data(wrong).await, 422);
    assert_eq!(data(&code).await, 202);
    assert_eq!(data(&code).await, 422, "a code serves once");
    shop.mail(EMAIL, "Your data is ready").await;
    let (status, file) = shop
        .send(Method::GET, "users/me/data?format=json", &cookie, None)
        .await;
    assert_eq!(status, 200, "{file}");
    let file = file.to_string();
    for kept in [EMAIL, &number, "12 Ring Road, Surat", "9876543210"] {
        assert!(file.contains(kept), "{kept} is missing in {file}");
    }
    assert!(!file.contains("password"), "{file}");

    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_is_forgotten_and_the_books_stay() {
    let shop = OpenShop::start().await;
    shop.register(EMAIL, "monsoon-42").await;
    let cookie = shop.log_in(EMAIL, "monsoon-42").await;
    let number = shop.place_as(&cookie).await;
    let second = shop.place_as(&cookie).await;
    for number in [&number, &second] {
        let order = format!("users/orders/{number}");
        let (_, seen) = shop.send(Method::GET, &order, &cookie, None).await;
        let wish = json!({ "version": seen["data"]["version"], "reason": "Changed my mind" });
        let (status, body) = shop
            .send(Method::POST, &format!("{order}/cancel"), &cookie, Some(wish))
            .await;
        assert_eq!(status, 200, "{body}");
    }

    let code = shop.account_code(&cookie).await;
    let (status, body) = shop
        .send(Method::DELETE, "users/me", &cookie, Some(json!({ "code": code })))
        .await;
    assert_eq!(status, 200, "{body}");
    let (status, _) = shop.send(Method::GET, "users/me", &cookie, None).await;
    assert_eq!(status, 401, "the session went with the account");
    shop.mail(EMAIL, "Your account is deleted").await;
    assert_eq!(shop.count("identity", "SELECT count(*) FROM accounts").await, 0);
    assert_eq!(shop.count("identity", "SELECT count(*) FROM erasures").await, 0);
    assert_eq!(
        shop.count(
            "order",
            "SELECT count(*) FROM orders WHERE account_id IS NULL AND total_paise > 0"
        )
        .await,
        2,
        "the books stay"
    );
    let told = "SELECT count(*) FROM orders WHERE email <> '' OR full_name <> '' OR delivery_address <> ''";
    assert_eq!(shop.count("order", told).await, 0, "the person went");
    shop.close().await;
}
