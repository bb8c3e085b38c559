//! Access control of every operation of the API, and the data that each returns.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use crate::shop::{OpenShop, answer, form, new_email};

/// The operations that need no session. None returns another person's account. An order needs its number and
/// its mobile number. Other responses are the same for every caller.
const FOR_EVERYBODY: [&str; 20] = [
    "get /api/v1/delivery",
    "get /api/v1/products/",
    "get /api/v1/products/cards",
    "get /api/v1/products/{id}",
    "get /api/v1/products/{id}/labels",
    "get /api/v1/users/getallreview",
    "post /api/v1/client-errors",
    "post /api/v1/client-errors/policy",
    "post /api/v1/users/contactus",
    "post /api/v1/users/forgotpassword",
    "post /api/v1/users/orders/create/",
    "post /api/v1/users/orders/track",
    "post /api/v1/users/orders/{number}/cancel",
    "post /api/v1/users/orders/{number}/returns",
    "post /api/v1/users/resetpassword",
    "post /api/v1/users/stockalerts",
    "post /api/v1/users/userlogin",
    "post /api/v1/users/userlogout",
    "post /api/v1/users/userregister",
    "post /api/v1/users/verifyOtp",
];

/// The operations that need a session, and the status for a new account and an empty request.
const FOR_ACCOUNTS: [(&str, u16); 23] = [
    ("delete /api/v1/users/addresses/{id}", 200),
    ("delete /api/v1/users/me", 400),
    ("delete /api/v1/users/me/sessions", 400),
    ("get /api/v1/users/addresses", 200),
    ("get /api/v1/users/me", 200),
    ("get /api/v1/users/me/data", 200),
    ("get /api/v1/users/me/sessions", 200),
    ("get /api/v1/users/orders", 200),
    ("get /api/v1/users/orders/{number}", 404),
    ("get /api/v1/users/orders/{number}/invoice", 404),
    ("get /api/v1/users/reviews", 200),
    ("post /api/v1/users/addresses", 400),
    ("post /api/v1/users/me/code", 200),
    ("post /api/v1/users/me/data", 400),
    ("post /api/v1/users/me/data/file", 400),
    ("post /api/v1/users/me/email", 400),
    ("post /api/v1/users/orders/claims", 400),
    ("post /api/v1/users/review", 422),
    ("put /api/v1/users/addresses/{id}", 400),
    ("put /api/v1/users/me", 400),
    ("put /api/v1/users/me/email", 400),
    ("put /api/v1/users/me/password", 400),
    ("put /api/v1/users/reviews/{id}", 400),
];

/// The operations that need a session or proof of the order's owner. An account cannot use them for other
/// orders.
const FOR_OWNERS: [&str; 4] = [
    "post /api/v1/users/orders/{number}/invoice",
    "post /api/v1/users/orders/{number}/payment",
    "post /api/v1/users/orders/{number}/payment/check",
    "post /api/v1/users/orders/{number}/payment/state",
];

/// The operations that change something and have no body.
const HAVE_NO_BODY: [&str; 3] = [
    "delete /api/v1/users/addresses/{id}",
    "post /api/v1/users/me/code",
    "post /api/v1/users/userlogout",
];

/// The public fields of a review.
const REVIEW_FIELDS: [&str; 11] = [
    "_id",
    "editedAt",
    "isSample",
    "isVerified",
    "name",
    "productId",
    "productPhoto",
    "productname",
    "rating",
    "review",
    "writtenAt",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_is_open_to_the_callers_of_the_table() {
    let document: Value = serde_json::from_str(include_str!("../../../../gateway/storefront/openapi.json"))
        .expect("it is JSON");
    let paths = document["paths"].as_object().expect("it has paths");
    let described: BTreeSet<_> = paths
        .iter()
        .flat_map(|(path, operations)| {
            let methods = operations.as_object().expect("a path has operations").keys();
            methods
                .filter(|key| *key != "parameters")
                .map(move |method| format!("{method} {path}"))
        })
        .collect();
    let table = FOR_EVERYBODY
        .into_iter()
        .chain(FOR_OWNERS)
        .chain(FOR_ACCOUNTS.map(|(operation, _)| operation));
    let table: BTreeSet<_> = table.map(str::to_owned).collect();
    assert_eq!(described, table, "a new operation says here whom it is for");

    let shop = OpenShop::shared().await;
    let logged_in = shop.new_session().await;
    for cookie in [
        "",
        "sid=",
        "sid=AAAA",
        &format!("sid={}", "A".repeat(43)),
        "isLoginUser=true",
    ] {
        let accounts = FOR_ACCOUNTS.into_iter().map(|(operation, _)| operation);
        for operation in accounts.chain(FOR_OWNERS) {
            let status = status(&shop, operation, cookie).await;
            assert_eq!(status, 401, "{operation} with {cookie:?}");
        }
        for operation in FOR_EVERYBODY {
            let status = status(&shop, operation, cookie).await;
            assert!(
                ![401, 403].contains(&status),
                "{operation} with {cookie:?}: {status}"
            );
        }
    }
    let of_owners = FOR_OWNERS.map(|operation| (operation, 404));
    for (operation, expected) in FOR_ACCOUNTS.into_iter().chain(of_owners) {
        assert_eq!(
            status(&shop, operation, &logged_in).await,
            expected,
            "{operation}"
        );
    }
    only_a_login_begins_a_session(&shop).await;
    shop.close().await;
}

/// A new account or a new password does not create a session.
async fn only_a_login_begins_a_session(shop: &OpenShop) {
    let send = async |path: &str, body: Value| {
        let request = shop.request(Method::POST, path).json(&body);
        let response = request.send().await.expect("the gateway answers");
        let cookies = response.headers().get_all("set-cookie").into_iter();
        let session = cookies.filter(|cookie| cookie.as_bytes().starts_with(b"sid="));
        (response.status().as_u16(), session.count())
    };
    let email = &new_email();
    let account = json!({ "email": email, "password": "monsoon-42", "mobileNumber": "9876543210" });
    assert_eq!(send("users/userregister", account).await, (201, 0));
    assert_eq!(
        send("users/forgotpassword", json!({ "email": email })).await,
        (200, 0)
    );
    let mail = shop.mail(email, "Your code").await;
    let mut lines = mail.lines().map(str::trim);
    let code = lines.find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()));
    let code = code.expect("the mail brings a code");
    assert_eq!(
        send("users/verifyOtp", json!({ "email": email, "code": code })).await,
        (200, 0)
    );
    let reset = json!({ "email": email, "code": code, "newPassword": "winter-harvest" });
    assert_eq!(send("users/resetpassword", reset).await, (200, 0));
    let credentials = json!({ "email": email, "password": "winter-harvest" });
    assert_eq!(send("users/userlogin", credentials).await, (200, 1));
}

#[test]
fn no_operation_takes_a_secret_in_its_address() {
    let document: Value = serde_json::from_str(include_str!("../../../../gateway/storefront/openapi.json"))
        .expect("it is JSON");
    let operations = document["paths"].as_object().expect("it has paths").values();
    let operations = operations.flat_map(|path| path.as_object().expect("a path has operations").values());
    let parameters: BTreeSet<_> = operations
        .flat_map(|operation| operation["parameters"].as_array().into_iter().flatten())
        .filter(|parameter| parameter["in"] != "header")
        .map(|parameter| parameter["name"].as_str().expect("it has a name"))
        .collect();
    let public = [
        "after",
        "concern",
        // The document of an invoice; the request also names the order.
        "document",
        "format",
        "id",
        "ids",
        "limit",
        // The number of an order, which grants no access by itself.
        "number",
        "pincode",
        "productname",
        "search",
        "sort",
        "type",
    ];
    assert!(!parameters.is_empty(), "the walk must have seen some");
    let other: Vec<_> = parameters.iter().filter(|name| !public.contains(name)).collect();
    assert!(other.is_empty(), "{other:?}");
}

/// The query parameters of the office. None is a shopper's name, number or email address, because ingresses
/// log URLs and browsers store them.
const IN_THE_OFFICES_ADDRESSES: [&str; 22] = [
    "creditId",
    "cursor",
    "documentId",
    "dryRun",
    "from",
    "goods",
    "id",
    "importId",
    "kind",
    "month",
    // The number of an order.
    "number",
    "orderId",
    "paymentId",
    "pincode",
    "productId",
    "refundId",
    "staffId",
    "state",
    "status",
    // The subject of a log entry: the number of an order or a ticket, or an account's id.
    "subject",
    "until",
    "weightInGrams",
];

#[test]
fn no_operation_of_the_office_takes_what_a_shopper_is_known_by_in_its_address() {
    let document: Value =
        serde_json::from_str(include_str!("../../../../gateway/office/openapi.json")).expect("it is JSON");
    let paths = document["paths"].as_object().expect("it has paths");
    let mut seen = BTreeSet::new();
    for (path, operations) in paths {
        let operations = operations.as_object().expect("a path has operations");
        let parameters = operations
            .values()
            .flat_map(|operation| operation["parameters"].as_array().into_iter().flatten());
        for parameter in parameters.filter(|parameter| parameter["in"] != "header") {
            let name = parameter["name"].as_str().expect("it has a name");
            seen.insert(name);
            assert!(IN_THE_OFFICES_ADDRESSES.contains(&name), "{path}: {name}");
        }
    }
    assert!(seen.contains("number"), "the walk must have seen some: {seen:?}");
}

/// The status of an operation whose body has no values.
async fn status(shop: &OpenShop, operation: &str, cookie: &str) -> u16 {
    let (method, path) = operation.split_once(" /api/v1/").expect("a method and a path");
    let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
    let address = path
        .replace("{id}", "0192f3a0-7c00-7000-8000-000000000001")
        .replace("{number}", "VM-261123-22222");
    let request = shop.request(method, &address);
    let request = request.header("Cookie", cookie);
    let request = match path {
        "users/review" | "users/contactus" => request.multipart(form(&[("name", "")])),
        _ if !operation.starts_with("get") && !HAVE_NO_BODY.contains(&operation) => request.json(&json!({})),
        _ => request,
    };
    request
        .send()
        .await
        .expect("the gateway answers")
        .status()
        .as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_fields_change_nothing() {
    let shop = OpenShop::start().await;
    let stranger = "0192f3a0-7c00-7000-8000-00000000dead";
    let mut account =
        json!({ "email": "asha@gmail.com", "password": "monsoon-42", "mobileNumber": "9876543210" });
    let more = json!({
        "id": stranger, "_id": stranger, "role": "admin", "isAdmin": true, "passwordHash": "x",
        "createdAt": "2001-01-01T00:00:00Z", "accountId": stranger, "userId": stranger, "status": "delivered",
        "orderNumber": "VM-010101-0001", "placedAt": "2001-01-01T00:00:00Z", "totalPaise": 1, "sample": true,
    });
    extend(&mut account, &more);
    assert_eq!(shop.post("users/userregister", &account).await.0, 201);
    let cookie = shop.log_in("asha@gmail.com", "monsoon-42").await;
    let mut order = shop.good_order().await;
    extend(&mut order, &more);
    extend(&mut order["products"][0], &more);
    assert_eq!(shop.order(&order, None).await.0, 201);
    let review = [
        ("name", "Asha"),
        ("productname", "Karela Powder"),
        ("review", "Bitter."),
        ("rating", "4"),
        ("accountId", stranger),
        ("sample", "true"),
        ("createdAt", "2001-01-01T00:00:00Z"),
        ("id", stranger),
    ];
    let review = shop
        .request(Method::POST, "users/review")
        .header("Cookie", cookie)
        .multipart(form(&review));
    assert_eq!(answer(review).await.0, 201);
    let (_, reviews) = answer(shop.request(Method::GET, "users/getallreview")).await;
    let reviews = reviews["data"].as_array().expect("a list");
    let mine = reviews
        .iter()
        .find(|review| review["name"] == "Asha")
        .expect("it is listed");
    let fields: BTreeSet<_> = mine
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    assert!(
        fields.is_subset(&REVIEW_FIELDS.into()),
        "nothing of the account is shown: {fields:?}"
    );

    nothing_of_it_is_kept(&shop, stranger).await;
    shop.close().await;
}

/// Checks that each service stored one row with its own ids and times.
async fn nothing_of_it_is_kept(shop: &OpenShop, stranger: &str) {
    for (service, kept) in [
        (
            "identity",
            "SELECT count(*) FROM accounts WHERE created_at > now() - interval '1 hour' AND id::text <> $1",
        ),
        (
            "order",
            "SELECT count(*) FROM orders WHERE placed_at > now() - interval '1 hour' AND status = 'placed' \
             AND account_id IS NULL AND total_paise > 1 AND id::text <> $1",
        ),
        (
            "review",
            "SELECT count(*) FROM reviews WHERE created_at > now() - interval '1 hour' AND NOT is_sample \
             AND account_id IS NOT NULL AND account_id::text <> $1 AND id::text <> $1",
        ),
    ] {
        let url = shop.shop.database_url(service);
        let mut database = PgConnection::connect(url).await.expect("the role may connect");
        let count: i64 = sqlx::query_scalar(kept)
            .bind(stranger)
            .fetch_one(&mut database)
            .await
            .expect("the columns are there");
        assert_eq!(count, 1, "{service}");
    }
}

fn extend(value: &mut Value, more: &Value) {
    let fields = more.as_object().expect("it is an object").clone();
    value.as_object_mut().expect("it is an object").extend(fields);
}
