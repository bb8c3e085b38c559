//! No input makes the shop answer with an internal error.

use proptest::{
    prelude::{Just, Strategy, any},
    prop_oneof,
    strategy::{BoxedStrategy, ValueTree as _},
    test_runner::TestRunner,
};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Map, Value, json};

use crate::{
    shop::{OpenShop, answer},
    violations,
};

/// The number of odd bodies per call.
const BODIES: usize = 25;

/// The calls that take JSON, with their fields.
const JSON_CALLS: [(&str, &[&str]); 6] = [
    ("users/userlogin", &["email", "password"]),
    ("users/userregister", &["email", "password", "mobileNumber"]),
    ("users/forgotpassword", &["email"]),
    ("users/verifyOtp", &["email", "code"]),
    ("users/resetpassword", &["email", "code", "newPassword"]),
    (
        "users/orders/create/",
        &[
            "fullname",
            "email",
            "mobilenumber",
            "deliveryAddress",
            "pincode",
            "totalAmount",
            "products",
        ],
    ),
];

/// The calls that take forms, with their fields.
const FORM_CALLS: [(&str, &[&str]); 2] = [
    ("users/review", &["name", "productname", "review", "rating"]),
    (
        "users/contactus",
        &["name", "email", "phone", "subject", "message"],
    ),
];

/// A valid value, so that odd values in another field pass the earlier checks.
fn good(field: &str) -> Value {
    match field {
        "email" => json!("asha@gmail.com"),
        "password" | "newPassword" => json!("monsoon-42"),
        "mobileNumber" | "mobilenumber" | "phone" => json!("9876543210"),
        "code" => json!("123456"),
        "pincode" => json!("395007"),
        "totalAmount" => json!(249),
        "rating" => json!("4.5"),
        "subject" => json!("other"),
        "productname" => json!("Karela Powder"),
        "deliveryAddress" => json!("12 Ring Road, Surat"),
        "products" => json!([{
            "productName": "Karela Powder",
            "productId": "0192f3a0-7c00-7000-8000-000000000001",
            "weightInGrams": 100,
            "quantity": 1,
            "basePrice": 249,
            "actualPrice": 249,
        }]),
        _ => json!("Asha Patel"),
    }
}

/// Texts that have broken programs: special characters for databases, mails and terminals, and noise.
fn odd_text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("Asha\0Patel".to_owned()),
        Just("asha@gmail.com\r\nBcc: other@example.com".to_owned()),
        Just("\u{feff}\u{202e}\u{200d}".to_owned()),
        Just("'; DROP TABLE orders; --".to_owned()),
        Just("x".repeat(5000)),
        Just("1e400".to_owned()),
        Just("NaN".to_owned()),
        any::<String>(),
        "[0-9]{1,40}",
        "[a-z]{1,20}@gmail\\.com",
    ]
}

fn odd_value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        6 => odd_text().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        2 => any::<i64>().prop_map(Value::from),
        2 => any::<f64>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let key = prop_oneof![
            Just("productId"),
            Just("quantity"),
            Just("weightInGrams"),
            Just("actualPrice")
        ];
        let object = proptest::collection::vec((key, inner.clone()), 0..4).prop_map(|fields| {
            Value::Object(
                fields
                    .into_iter()
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect(),
            )
        });
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            object
        ]
    })
    .boxed()
}

/// The fields of a call, each with a good or an odd value.
fn fields(names: &'static [&'static str], odd: &BoxedStrategy<Value>) -> BoxedStrategy<Map<String, Value>> {
    let values: Vec<_> = names
        .iter()
        .map(|name| prop_oneof![2 => Just(good(name)), 1 => odd.clone()])
        .collect();
    values
        .prop_map(|values| {
            let names = names.iter().map(|name| (*name).to_owned());
            names.zip(values).collect()
        })
        .boxed()
}

fn as_form(fields: &Map<String, Value>) -> Form {
    fields.iter().fold(Form::new(), |form, (name, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        form.part(name.clone(), Part::bytes(text.into_bytes()))
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn no_body_however_odd_is_answered_that_the_shop_broke() {
    let shop = OpenShop::shared().await;
    let cookie = shop.new_session().await;
    // Deterministic, so that a failure is the same on every machine.
    let mut runner = TestRunner::deterministic();
    let calls = JSON_CALLS.iter().map(|call| (call, true));
    for (&(path, names), is_json) in calls.chain(FORM_CALLS.iter().map(|call| (call, false))) {
        let odd = if is_json {
            odd_value()
        } else {
            odd_text().prop_map(Value::from).boxed()
        };
        let bodies = fields(names, &odd);
        for _ in 0..BODIES {
            let body = bodies
                .new_tree(&mut runner)
                .expect("nothing is filtered out")
                .current();
            let request = shop.request(Method::POST, path).header("Cookie", &cookie);
            let request = if is_json {
                request.json(&body)
            } else {
                request.multipart(as_form(&body))
            };
            let (status, answer) = answer(request).await;
            assert!(status < 500, "{path} answers {status} to {body:?}");
            violations::codes(&answer);
        }
    }
    for _ in 0..BODIES {
        let name = odd_text()
            .new_tree(&mut runner)
            .expect("nothing is filtered out")
            .current();
        let query: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
        let request = shop.request(Method::GET, &format!("users/getallreview?productname={query}"));
        let status = request.send().await.expect("the gateway answers").status();
        assert!(status.as_u16() < 500, "getallreview answers {status} to {name:?}");
    }
    shop.close().await;
}
