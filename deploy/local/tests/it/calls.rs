//! Rules for all calls of the API.

use reqwest::{Method, RequestBuilder, multipart::Form};
use serde_json::{Value, json};

use crate::shop::{OpenShop, answer, form};

/// A call that changes something, with a body that reaches its service.
struct Call {
    path: &'static str,
    body: Body,
    /// The service that must be up.
    service: &'static str,
}

#[derive(Clone, Copy)]
enum Body {
    Json,
    Multipart,
    /// Multipart or urlencoded.
    Form,
    Empty,
}

const CALLS: [Call; 9] = [
    call("users/userlogin", Body::Json, "identity"),
    call("users/userlogout", Body::Empty, "identity"),
    call("users/userregister", Body::Json, "identity"),
    call("users/review", Body::Multipart, "review"),
    call("users/contactus", Body::Form, "contact"),
    call("users/forgotpassword", Body::Json, "identity"),
    call("users/verifyOtp", Body::Json, "identity"),
    call("users/resetpassword", Body::Json, "identity"),
    call("users/orders/create", Body::Json, "order"),
];

const fn call(path: &'static str, body: Body, service: &'static str) -> Call {
    Call { path, body, service }
}

/// A value with the fields of all calls.
async fn everything(shop: &OpenShop) -> Value {
    let mut value = shop.good_order().await;
    let more = json!({
        "email": "asha@gmail.com",
        "password": "monsoon-42",
        "mobileNumber": "9876543210",
        "code": "123456",
        "newPassword": "winter-harvest",
    });
    let fields = more.as_object().expect("it is an object").clone();
    value.as_object_mut().expect("it is an object").extend(fields);
    value
}

fn whole_form() -> Form {
    form(&[
        ("name", "Asha Patel"),
        ("productname", "Karela Powder"),
        ("review", "Bitter."),
        ("rating", "4.5"),
        ("email", "asha@example.com"),
        ("phone", "9876543210"),
        ("subject", "other"),
        ("message", "Hello"),
    ])
}

/// A good request for the call, with a session where it helps.
async fn good(shop: &OpenShop, call: &Call, cookie: &str) -> RequestBuilder {
    let request = shop.request(Method::POST, call.path).header("Cookie", cookie);
    match call.body {
        Body::Json => request.json(&everything(shop).await),
        Body::Multipart | Body::Form => request.multipart(whole_form()),
        Body::Empty => request,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_keeps_the_rules_of_the_house() {
    let shop = OpenShop::shared().await;
    let cookie = shop.new_session().await;
    for call in &CALLS {
        wrong_methods(&shop, call.path, &[Method::GET, Method::PUT, Method::DELETE]).await;
        wrong_types(&shop, call, &cookie).await;
        unreadable(&shop, call, &cookie).await;
        too_large(&shop, call, &cookie).await;
        other_sites(&shop, call, &cookie).await;
    }
    for path in ["products", "users/getallreview"] {
        wrong_methods(&shop, path, &[Method::POST, Method::PUT, Method::DELETE]).await;
    }
    shop.close().await;
}

async fn wrong_methods(shop: &OpenShop, path: &str, methods: &[Method]) {
    for method in methods {
        for path in [path.to_owned(), format!("{path}/")] {
            let (status, body) = answer(shop.request(method.clone(), &path)).await;
            assert_eq!(
                (status, &body["success"]),
                (405, &Value::Bool(false)),
                "{method} {path}"
            );
        }
    }
}

async fn wrong_types(shop: &OpenShop, call: &Call, cookie: &str) {
    let types: &[&str] = match call.body {
        Body::Json => &[
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "",
        ],
        Body::Multipart => &[
            "text/plain",
            "application/json",
            "application/x-www-form-urlencoded",
            "",
        ],
        Body::Form => &["text/plain", "application/json", ""],
        Body::Empty => &[],
    };
    for content_type in types {
        let request = shop.request(Method::POST, call.path).header("Cookie", cookie);
        let request = if content_type.is_empty() {
            request
        } else {
            request.header("Content-Type", *content_type)
        };
        let (status, body) = answer(request.body("{}")).await;
        assert_eq!(status, 415, "{} as {content_type:?}: {body}", call.path);
        let message = body["message"].as_str().expect("it says what to do");
        assert!(message.contains("Content-Type"), "{message}");
    }
}

async fn unreadable(shop: &OpenShop, call: &Call, cookie: &str) {
    let request = shop.request(Method::POST, call.path).header("Cookie", cookie);
    let request = match call.body {
        Body::Json => request
            .header("Content-Type", "application/json")
            .body("{\"email\": "),
        Body::Multipart | Body::Form => request
            .header("Content-Type", "multipart/form-data; boundary=x")
            .body("--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nhalf"),
        Body::Empty => return,
    };
    let (status, body) = answer(request).await;
    assert_eq!(status, 400, "{}: {body}", call.path);
}

async fn too_large(shop: &OpenShop, call: &Call, cookie: &str) {
    let large = "x".repeat(64 * 1024 + 1);
    let request = shop.request(Method::POST, call.path).header("Cookie", cookie);
    let request = match call.body {
        Body::Json => request.json(&json!({ "email": large })),
        Body::Multipart | Body::Form => request.multipart(form(&[("name", &large)])),
        Body::Empty => return,
    };
    let (status, body) = answer(request).await;
    assert_eq!(status, 413, "{}: {body}", call.path);
}

async fn other_sites(shop: &OpenShop, call: &Call, cookie: &str) {
    for (name, value) in [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ] {
        let request = good(shop, call, cookie).await.header(name, value);
        let (status, body) = answer(request).await;
        assert_eq!(status, 403, "{} with {name}: {value}", call.path);
        assert_eq!(body["message"], "This request came from another site.");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shops_own_pages_and_clients_without_a_browser_are_served() {
    let shop = OpenShop::shared().await;
    let own = shop.shop.url();
    for (name, value) in [
        ("Sec-Fetch-Site", "same-origin"),
        ("Sec-Fetch-Site", "none"),
        ("Origin", own.as_str()),
        ("X-Nothing", "at all"),
    ] {
        let request = shop.request(Method::POST, "users/userlogout").header(name, value);
        let (status, body) = answer(request).await;
        assert_eq!(
            (status, &body["message"]),
            (200, &json!("Logout successful")),
            "{name}: {value}"
        );
    }
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_says_when_to_come_back_while_its_service_is_down() {
    let mut shop = OpenShop::start().await;
    let cookie = shop.new_session().await;
    // Reviews that were loaded once are served from memory.
    testkit::eventually("the reviews are loaded", async || {
        let (status, _) = answer(shop.request(Method::GET, "users/getallreview")).await;
        (status == 200).then_some(())
    })
    .await;
    for service in ["order", "contact", "review", "identity"] {
        let mut calls = Vec::new();
        for call in CALLS.iter().filter(|call| call.service == service) {
            calls.push((call.path, good(&shop, call, &cookie).await));
        }
        shop.parts().stop_service(service).await.expect("it stops");
        for (path, request) in calls {
            let response = request.send().await.expect("the gateway answers");
            assert_eq!(response.status(), 503, "{path}");
            assert!(response.headers().contains_key("retry-after"), "{path}");
            let body: Value = response.json().await.expect("the answer is JSON");
            assert_eq!(body["success"], false, "{path}");
        }
    }
    let (status, body) = answer(shop.request(Method::GET, "users/getallreview")).await;
    assert_eq!(status, 200, "{body}");
    let (status, _) =
        answer(shop.request(Method::GET, "users/getallreview?productname=Karela%20Powder")).await;
    assert_eq!(status, 503);
    // While identity is down, sessions cannot be checked, so the response is 503 instead of 401.
    let review = CALLS
        .iter()
        .find(|call| call.path == "users/review")
        .expect("it is a call");
    let (status, _) = answer(good(&shop, review, &cookie).await).await;
    assert_eq!(status, 503);

    for service in ["identity", "review", "contact", "order"] {
        shop.parts()
            .start_service(service)
            .await
            .expect("it starts again");
    }
    testkit::eventually("reviews are taken again", async || {
        let (status, _) = answer(good(&shop, review, &cookie).await).await;
        (status == 201).then_some(())
    })
    .await;
    shop.close().await;
}
