//! Tests of account data: saved addresses, credentials, the data download, and deletion.

use proto::identity::v1::{DeleteShopperRequest, RequestShopperDataRequest, SearchShoppersRequest};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use crate::shop::{OpenShop, answer, errors, placed};

const EMAIL: &str = "asha@gmail.com";
const NEW_EMAIL: &str = "asha.patel@yahoo.com";
const PASSWORD: &str = "monsoon-42";
const NEW_PASSWORD: &str = "winter-harvest";

/// The six-digit code on a line of a mail.
fn code_in(mail: &str) -> Option<String> {
    let mut lines = mail.lines().map(str::trim);
    let code = lines.find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()));
    code.map(str::to_owned)
}

/// A code other than this one.
fn another(code: &str) -> &'static str {
    if code == "000000" { "000001" } else { "000000" }
}

impl OpenShop {
    async fn send(&self, method: Method, path: &str, cookie: &str, body: Option<Value>) -> (u16, Value) {
        let request = self.request(method, path).header("Cookie", cookie);
        answer(match body {
            Some(body) => request.json(&body),
            None => request,
        })
        .await
    }

    /// Requests a code for the account's address, and reads it from the mail.
    async fn account_code(&self, cookie: &str) -> String {
        let (status, body) = self.send(Method::POST, "users/me/code", cookie, None).await;
        assert_eq!(status, 200, "{body}");
        testkit::eventually("a mail brings a new code", async || {
            let mails = self.mails();
            let mail = mails
                .iter()
                .find(|mail| mail.contains("Subject: Your code for your account"))?;
            code_in(mail)
        })
        .await
    }

    /// Returns true if a session is valid.
    async fn is_logged_in(&self, cookie: &str) -> bool {
        let (status, body) = self.send(Method::GET, "users/me", cookie, None).await;
        assert!([200, 401].contains(&status), "{body}");
        status == 200
    }

    /// Returns the status of a login.
    async fn try_log_in(&self, email: &str, password: &str) -> u16 {
        let credentials = json!({ "email": email, "password": password });
        self.post("users/userlogin", &credentials).await.0
    }

    async fn place_as(&self, cookie: &str) -> String {
        let order = self.good_order().await;
        let request = self
            .request(Method::POST, "users/orders/create/")
            .header("Cookie", cookie);
        let placed = placed(request.json(&order)).await;
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
    shop.register(EMAIL, PASSWORD).await;
    shop.register("bina@gmail.com", PASSWORD).await;
    let asha = shop.log_in(EMAIL, PASSWORD).await;
    let bina = shop.log_in("bina@gmail.com", PASSWORD).await;
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
async fn a_checkout_begins_with_the_default_address() {
    let shop = OpenShop::shared().await;
    let cookie = shop.new_session().await;
    let save = async |name: &str, is_default: bool| {
        let address = json!({
            "fullname": name, "mobilenumber": "9876543210", "deliveryAddress": "12 Ring Road, Surat",
            "pincode": "395007", "isDefault": is_default,
        });
        let (status, saved) = shop
            .send(Method::POST, "users/addresses", &cookie, Some(address))
            .await;
        assert_eq!(status, 201, "{saved}");
        saved["data"].clone()
    };
    let names = async || {
        let (_, list) = shop.send(Method::GET, "users/addresses", &cookie, None).await;
        let addresses = list["data"]["addresses"].as_array().cloned();
        let addresses = addresses.expect("a list").into_iter();
        let names = addresses.map(|address| (address["fullname"].clone(), address["isDefault"].clone()));
        names.collect::<Vec<_>>()
    };
    let is = |name: &str, is_default: bool| (json!(name), json!(is_default));
    let home = save("Home", false).await;
    assert_eq!(home["isDefault"], true, "the first is it by itself");
    save("Mother", false).await;
    let office = save("Office", true).await;
    assert_eq!(
        names().await,
        [is("Office", true), is("Mother", false), is("Home", false)]
    );

    let id = |address: &Value| address["id"].as_str().expect("it has an id").to_owned();
    let mut chosen = home.clone();
    chosen["isDefault"] = json!(true);
    let path = format!("users/addresses/{}", id(&home));
    let (status, saved) = shop.send(Method::PUT, &path, &cookie, Some(chosen)).await;
    assert_eq!((status, &saved["data"]["isDefault"]), (200, &json!(true)));
    let (status, _) = shop.send(Method::DELETE, &path, &cookie, None).await;
    assert_eq!(status, 200);
    assert_eq!(
        names().await,
        [is("Office", true), is("Mother", false)],
        "the newest of the others follows"
    );
    let path = format!("users/addresses/{}", id(&office));
    let mut moved = office.clone();
    moved["pincode"] = json!("395002");
    moved.as_object_mut().expect("an object").remove("isDefault");
    let (status, saved) = shop.send(Method::PUT, &path, &cookie, Some(moved)).await;
    assert_eq!(
        (status, &saved["data"]["isDefault"]),
        (200, &json!(true)),
        "a change says nothing of it"
    );
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_changes_what_opens_the_account_and_stays_logged_in() {
    let shop = OpenShop::start().await;
    shop.register(EMAIL, PASSWORD).await;
    let laptop = shop.log_in(EMAIL, PASSWORD).await;
    change_the_password(&shop, &laptop).await;
    end_the_other_sessions(&shop, &laptop).await;
    change_the_email(&shop, &laptop).await;
    assert!(shop.is_logged_in(&laptop).await);
    shop.close().await;
}

async fn change_the_password(shop: &OpenShop, laptop: &str) {
    let phone = shop.log_in(EMAIL, PASSWORD).await;
    let change = async |present: &str, new: &str| {
        let body = json!({ "password": present, "newPassword": new });
        shop.send(Method::PUT, "users/me/password", laptop, Some(body))
            .await
    };
    let (status, refused) = change("monsoon-43", NEW_PASSWORD).await;
    let wrong = vec![("password", "The password is incorrect.")];
    assert_eq!((status, errors(&refused)), (422, wrong));
    let (status, refused) = change(PASSWORD, "123456").await;
    let common = "This password is too common. Please choose another one.";
    assert_eq!((status, errors(&refused)), (422, vec![("newPassword", common)]));
    assert!(shop.is_logged_in(&phone).await, "nothing has changed so far");

    let (status, done) = change(PASSWORD, NEW_PASSWORD).await;
    assert_eq!(status, 200, "{done}");
    assert!(!shop.is_logged_in(&phone).await, "it may be a stranger's");
    assert!(shop.is_logged_in(laptop).await);
    assert_eq!(shop.try_log_in(EMAIL, PASSWORD).await, 401);
    shop.mail(EMAIL, "Your password was changed").await;
}

async fn end_the_other_sessions(shop: &OpenShop, laptop: &str) {
    let phone = shop.log_in(EMAIL, NEW_PASSWORD).await;
    let sessions = async || {
        let (status, listed) = shop.send(Method::GET, "users/me/sessions", laptop, None).await;
        assert_eq!(status, 200, "{listed}");
        let sessions = listed["data"]["sessions"].as_array().cloned();
        let sessions = sessions.expect("a list").into_iter().map(|session| {
            assert!(session["startedAt"].is_string() && session["lastUsedAt"].is_string());
            session["isCurrent"] == true
        });
        sessions.collect::<Vec<_>>()
    };
    assert_eq!(sessions().await, [false, true], "the newest comes first");
    let end = async |password: &str| {
        let body = json!({ "password": password });
        shop.send(Method::DELETE, "users/me/sessions", laptop, Some(body))
            .await
    };
    assert_eq!(end(PASSWORD).await.0, 422, "it was another one then");
    assert!(shop.is_logged_in(&phone).await);
    let (status, ended) = end(NEW_PASSWORD).await;
    assert_eq!((status, &ended["data"]["ended"]), (200, &json!(1)), "{ended}");
    assert!(!shop.is_logged_in(&phone).await);
    assert_eq!(sessions().await, [true]);
    shop.mail(EMAIL, "Your other devices were logged out").await;
}

async fn change_the_email(shop: &OpenShop, laptop: &str) {
    shop.register("bina@gmail.com", PASSWORD).await;
    let phone = shop.log_in(EMAIL, NEW_PASSWORD).await;
    let ask = async |email: &str, password: &str| {
        let body = json!({ "email": email, "password": password });
        shop.send(Method::POST, "users/me/email", laptop, Some(body))
            .await
    };
    let (status, taken) = ask("bina@gmail.com", NEW_PASSWORD).await;
    assert_eq!((status, &taken["code"]), (409, &json!("EMAIL_TAKEN")), "{taken}");
    assert_eq!(ask(NEW_EMAIL, PASSWORD).await.0, 422, "the password is wrong");
    let (status, done) = ask(NEW_EMAIL, NEW_PASSWORD).await;
    assert_eq!(status, 200, "{done}");
    let mail = shop.mail(NEW_EMAIL, "Your code for your new email address").await;
    let code = code_in(&mail).expect("the mail holds a code");

    let confirm = async |code: &str| {
        let body = json!({ "code": code });
        shop.send(Method::PUT, "users/me/email", laptop, Some(body)).await
    };
    let (status, refused) = confirm(another(&code)).await;
    assert_eq!((status, errors(&refused)[0].0), (422, "code"));
    let (status, account) = confirm(&code).await;
    assert_eq!(
        (status, &account["data"]["email"]),
        (200, &json!(NEW_EMAIL)),
        "{account}"
    );
    assert!(!shop.is_logged_in(&phone).await);
    let notice = shop.mail(EMAIL, "Your email address was changed").await;
    assert!(!notice.contains(NEW_EMAIL), "{notice}");
    assert_eq!(shop.try_log_in(EMAIL, NEW_PASSWORD).await, 401);
    assert_eq!(shop.try_log_in(NEW_EMAIL, NEW_PASSWORD).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_gets_everything_that_the_shop_keeps_of_them_and_leaves() {
    let shop = OpenShop::start().await;
    shop.register(EMAIL, PASSWORD).await;
    let cookie = shop.log_in(EMAIL, PASSWORD).await;
    let number = shop.place_as(&cookie).await;

    let code = shop.account_code(&cookie).await;
    let data = async |code: &str| {
        let body = json!({ "code": code });
        shop.send(Method::POST, "users/me/data", &cookie, Some(body))
            .await
            .0
    };
    assert_eq!(data(another(&code)).await, 422);
    assert_eq!(data(&code).await, 202);
    assert_eq!(data(&code).await, 422, "a code serves once");
    shop.mail(EMAIL, "Your data is ready").await;
    let (status, refused) = download(&shop, &cookie, "monsoon-43").await;
    let wrong = vec![("password", "The password is incorrect.")];
    assert_eq!(
        (status, errors(&refused)),
        (422, wrong),
        "a session alone opens nothing"
    );
    let (status, file) = download(&shop, &cookie, PASSWORD).await;
    assert_eq!(status, 200, "{file}");
    let file = file.to_string();
    for kept in [EMAIL, &number, "12 Ring Road, Surat", "9876543210"] {
        assert!(file.contains(kept), "{kept} is missing in {file}");
    }
    assert!(!file.contains("password"), "{file}");

    shop.close().await;
}

async fn download(shop: &OpenShop, cookie: &str, password: &str) -> (u16, Value) {
    let body = json!({ "password": password, "format": "json" });
    shop.send(Method::POST, "users/me/data/file", cookie, Some(body))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_an_unproven_address_gets_and_erases_nothing_of_its_guest() {
    let shop = OpenShop::start().await;
    let mut order = shop.good_order().await;
    order["email"] = json!(EMAIL);
    let guests = placed(shop.request(Method::POST, "users/orders/create/").json(&order)).await;
    let number = guests["data"]["orderNumber"].as_str().expect("a text");
    let owner = crate::office::owned_shop(&shop).await;
    shop.register(EMAIL, PASSWORD).await;
    let stranger = shop.log_in(EMAIL, PASSWORD).await;
    let search = SearchShoppersRequest {
        query: EMAIL.to_owned(),
        ..SearchShoppersRequest::default()
    };
    let found = owner.call(&search).await.shoppers;
    let account_id = found.into_iter().next().expect("it is found").account_id;

    let asking = RequestShopperDataRequest {
        account_id: account_id.clone(),
    };
    owner.call(&asking).await;
    shop.mail(EMAIL, "Your data is ready").await;
    let (status, file) = download(&shop, &stranger, PASSWORD).await;
    assert_eq!(status, 200, "{file}");
    let file = file.to_string();
    for guests in [number, "12 Ring Road, Surat"] {
        assert!(!file.contains(guests), "{guests} is the guest's: {file}");
    }

    owner.call(&DeleteShopperRequest { account_id }).await;
    shop.mail(EMAIL, "Your account is deleted").await;
    let kept = "SELECT count(*) FROM orders WHERE email <> '' AND delivery_address <> ''";
    assert_eq!(shop.count("order", kept).await, 1, "the guest's order stays");
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_is_forgotten_and_the_books_stay() {
    let shop = OpenShop::start().await;
    shop.register(EMAIL, PASSWORD).await;
    let cookie = shop.log_in(EMAIL, PASSWORD).await;
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
