//! Tests of accounts through REST.

use std::{num::NonZeroU32, os::unix::fs::MetadataExt as _};

use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{OpenShop, answer, errors, form, new_email};

/// An address without an account.
const UNKNOWN: &str = "unknown@gmail.com";
const PASSWORD: &str = "monsoon-42";
const NEW: &str = "winter-harvest";

/// Returns the status of a call that needs a login, with this cookie.
async fn review_with(shop: &OpenShop, cookie: &str) -> u16 {
    let request = shop
        .request(Method::POST, "users/review")
        .header("Cookie", cookie);
    answer(request.multipart(form(&[("unknown", "x")]))).await.0
}

/// The six-digit code on a line of a mail.
fn code_in(mail: &str) -> String {
    let mut lines = mail.lines().map(str::trim);
    let code = lines.find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()));
    code.expect("the mail holds a code").to_owned()
}

const WRONG_CODE: (&str, &str) = (
    "code",
    "This code is wrong or has expired. Please ask for a new one.",
);

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_registers_logs_in_and_logs_out() {
    let (shop, email) = (OpenShop::shared().await, &new_email());
    let account =
        json!({ "email": email, "password": PASSWORD, "mobileNumber": "9876543210", "role": "admin" });
    let made = json!({ "success": true, "message": "Account created. Please log in." });
    assert_eq!(shop.post("users/userregister", &account).await, (201, made));
    let taken = "An account with this email already exists. Please log in, or reset your password.";
    let taken = json!({ "success": false, "message": taken, "code": "EMAIL_TAKEN" });
    assert_eq!(shop.post("users/userregister/", &account).await, (409, taken));

    let phone = shop.log_in(email, PASSWORD).await;
    let laptop = shop.log_in(email, PASSWORD).await;
    assert_eq!(
        review_with(&shop, &laptop).await,
        422,
        "logged in, only the form is empty"
    );
    let logout = shop
        .request(Method::POST, "users/userlogout")
        .header("Cookie", &laptop);
    let response = logout.send().await.expect("the gateway answers");
    let cleared = "sid=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";
    assert_eq!(response.headers()["set-cookie"], cleared);
    let ended = json!({ "success": true, "message": "Logout successful" });
    assert_eq!(response.json::<Value>().await.expect("the answer is JSON"), ended);
    assert_eq!(review_with(&shop, &laptop).await, 401);
    assert_eq!(review_with(&shop, &phone).await, 422);
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_replaced_by_way_of_a_mail() {
    let (shop, email) = (OpenShop::shared().await, &new_email());
    shop.register(email, PASSWORD).await;
    let phone = shop.log_in(email, PASSWORD).await;
    let (status, _) = shop
        .post("users/forgotpassword", &json!({ "email": email }))
        .await;
    assert_eq!(status, 200);
    let code = code_in(&shop.mail(email, "Your code for a new password").await);
    let folder = std::fs::metadata(shop.shop.mail_folder()).expect("it is there");
    assert_eq!(folder.mode() & 0o777, 0o700, "no other user reads codes");
    let verify = json!({ "email": email, "code": code });
    let verified = json!({ "success": true, "message": "OTP verified successfully" });
    assert_eq!(shop.post("users/verifyOtp", &verify).await, (200, verified));
    let reset = json!({ "email": email, "code": code, "newPassword": NEW });
    let done = json!({ "success": true, "message": "Password reset successfully. Please log in." });
    assert_eq!(shop.post("users/resetpassword", &reset).await, (200, done));

    assert_eq!(review_with(&shop, &phone).await, 401, "every session has ended");
    shop.mail(email, "Your password was changed").await;
    let (status, body) = shop.post("users/resetpassword", &reset).await;
    assert_eq!((status, errors(&body)), (422, vec![WRONG_CODE]));
    let old = json!({ "email": email, "password": PASSWORD });
    assert_eq!(shop.post("users/userlogin", &old).await.0, 401);
    let again = shop.log_in(email, NEW).await;
    assert_eq!(review_with(&shop, &again).await, 422);
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_rule_has_its_words() {
    let shop = OpenShop::shared().await;
    for (path, payload, expected) in broken_rules() {
        let (status, body) = shop.post(path, &payload).await;
        assert_eq!(
            (status, errors(&body)),
            (422, expected.clone()),
            "{path} {payload}"
        );
        assert_eq!(body["message"], expected[0].1, "{path} {payload}");
    }
    for (path, payload, message) in [
        (
            "users/userlogin",
            json!({ "email": UNKNOWN }),
            "password is missing",
        ),
        (
            "users/userregister",
            json!({ "email": 7 }),
            "email must be a string",
        ),
        ("users/forgotpassword", json!([]), "The body must be an object."),
    ] {
        let (status, body) = shop.post(path, &payload).await;
        assert_eq!(
            (status, body["message"].as_str()),
            (400, Some(message)),
            "{path} {payload}"
        );
    }
    shop.close().await;
}

type Rule = (&'static str, &'static str);

fn broken_rules() -> Vec<(&'static str, Value, Vec<Rule>)> {
    let bad_email = ("email", "Please enter a valid email address.");
    let short = ("password", "Password must be at least 6 characters.");
    let common = (
        "password",
        "This password is too common. Please choose another one.",
    );
    let number = ("mobileNumber", "Please enter a valid 10-digit mobile number.");
    let new = |rule: Rule| ("newPassword", rule.1);
    let register = |email, password, number, rules| {
        let account = json!({ "email": email, "password": password, "mobileNumber": number });
        ("users/userregister", account, rules)
    };
    let log_in = |email, password, rule| {
        (
            "users/userlogin",
            json!({ "email": email, "password": password }),
            vec![rule],
        )
    };
    let verify = |email, code, rule| {
        (
            "users/verifyOtp",
            json!({ "email": email, "code": code }),
            vec![rule],
        )
    };
    let reset = |email, password, rule| {
        let payload = json!({ "email": email, "code": "123456", "newPassword": password });
        ("users/resetpassword", payload, vec![rule])
    };
    vec![
        register("asha@example.com", PASSWORD, "9876543210", vec![bad_email]),
        register(UNKNOWN, "five5", "9876543210", vec![short]),
        register(UNKNOWN, "123456", "9876543210", vec![common]),
        register(UNKNOWN, PASSWORD, "98765", vec![number]),
        register("", "", "", vec![bad_email, short, number]),
        log_in("asha", PASSWORD, bad_email),
        log_in(UNKNOWN, "five5", short),
        (
            "users/forgotpassword",
            json!({ "email": "asha" }),
            vec![bad_email],
        ),
        verify("asha", "123456", bad_email),
        verify(UNKNOWN, "", WRONG_CODE),
        verify(UNKNOWN, "123456", WRONG_CODE),
        reset("asha", NEW, bad_email),
        reset(UNKNOWN, "five5", new(short)),
        reset(UNKNOWN, NEW, WRONG_CODE),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_tells_whether_an_address_has_an_account() {
    let (shop, email) = (OpenShop::shared().await, &new_email());
    shop.register(email, PASSWORD).await;
    let both = async |path: &str, more: Value| {
        let mut answers = Vec::new();
        for email in [email.as_str(), UNKNOWN] {
            let mut payload = more.clone();
            payload["email"] = json!(email);
            answers.push(shop.post(path, &payload).await);
        }
        let [known, unknown] = <[_; 2]>::try_from(answers).expect("two were asked");
        assert_eq!(known, unknown, "{path}");
        known
    };
    let (status, body) = both("users/userlogin", json!({ "password": "monsoon-43" })).await;
    assert_eq!(
        (status, &body["message"]),
        (401, &json!("Email or password is incorrect."))
    );
    let said = "If this email has an account, a code is on its way. It is valid for 10 minutes.";
    let said = json!({ "success": true, "message": said });
    assert_eq!(both("users/forgotpassword", json!({})).await, (200, said));
    let (status, _) = both("users/verifyOtp", json!({ "code": "000000" })).await;
    assert_eq!(status, 422);
    shop.close().await;
}

/// The device cookie that a login sets for later logins, as a browser sends it.
async fn known_device(shop: &OpenShop, email: &str) -> String {
    let credentials = json!({ "email": email, "password": PASSWORD });
    let request = shop.request(Method::POST, "users/userlogin").json(&credentials);
    let response = request.send().await.expect("the gateway answers");
    let cookies = response.headers().get_all("set-cookie").into_iter();
    let mut cookies = cookies.map(|cookie| cookie.to_str().expect("it is text"));
    let device = cookies.find(|cookie| cookie.starts_with("device="));
    let (pair, attributes) = device
        .and_then(|cookie| cookie.split_once("; "))
        .expect("the device has a cookie");
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000");
    pair.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_failures_are_told_to_wait_and_a_known_device_need_not() {
    let (shop, email) = (OpenShop::shared().await, &new_email());
    shop.register(email, PASSWORD).await;
    let device = known_device(&shop, email).await;
    let wrong = json!({ "email": email, "password": "monsoon-43" });
    for _ in 0..5 {
        assert_eq!(shop.post("users/userlogin", &wrong).await.0, 401);
    }
    let right = json!({ "email": email, "password": PASSWORD });
    let request = shop.request(Method::POST, "users/userlogin").json(&right);
    let response = request.send().await.expect("the gateway answers");
    assert_eq!(response.status(), 429);
    let wait: u64 = response.headers()["retry-after"]
        .to_str()
        .expect("it is text")
        .parse()
        .expect("seconds");
    assert!((800..=900).contains(&wait), "{wait}");
    let request = shop.request(Method::POST, "users/userlogin").json(&right);
    let response = request.header("Cookie", device).send().await;
    assert_eq!(response.expect("the gateway answers").status(), 200);

    assert_eq!(
        shop.post("users/forgotpassword", &json!({ "email": email }))
            .await
            .0,
        200
    );
    let (status, body) = shop
        .post("users/forgotpassword", &json!({ "email": email }))
        .await;
    let message = body["message"].as_str().expect("it says what to do");
    assert!(
        status == 429 && message.starts_with("Please wait "),
        "{status} {message}"
    );
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_sessions_hold_nothing_personal_and_answers_are_not_cached() {
    let (shop, email) = (OpenShop::shared().await, &new_email());
    shop.register(email, PASSWORD).await;
    let credentials = json!({ "email": email, "password": PASSWORD });
    let request = shop.request(Method::POST, "users/userlogin").json(&credentials);
    let response = request.send().await.expect("the gateway answers");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert!(response.headers().get("access-control-allow-origin").is_none());
    let cookie = response.headers()["set-cookie"]
        .to_str()
        .expect("it is text")
        .to_owned();
    let (pair, attributes) = cookie.split_once("; ").expect("a cookie has attributes");
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Lax");
    assert_eq!(pair.len(), "sid=".len() + 43, "256 bits in base64url");
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_and_a_known_device_go_on_where_neighbours_used_up_the_address() {
    let few = NonZeroU32::new(5).expect("it is not 0");
    let shop = OpenShop::start_within(storefront::Rates {
        credential_tries_per_minute: few,
        orders_per_minute: few,
        submissions_per_minute: few,
        lookups_per_minute: few,
    });
    let (shop, email) = (shop.await, &new_email());
    shop.register(email, PASSWORD).await;
    let right = json!({ "email": email, "password": PASSWORD });
    let device = known_device(&shop, email).await;
    let session = shop.log_in(email, PASSWORD).await;
    testkit::eventually("neighbours use up the address", async || {
        let wrong = json!({ "email": new_email(), "password": "monsoon-43" });
        (shop.post("users/userlogin", &wrong).await.0 == 429).then_some(())
    })
    .await;
    assert_eq!(
        shop.post("users/userlogin", &right).await.0,
        429,
        "a stranger waits"
    );
    let known = shop.request(Method::POST, "users/userlogin").json(&right);
    let known = known.header("Cookie", &device).send().await;
    assert_eq!(known.expect("the gateway answers").status(), 200);
    let forged = shop.request(Method::POST, "users/userlogin").json(&right);
    let forged = forged
        .header("Cookie", format!("device={}", "A".repeat(43)))
        .send()
        .await;
    assert_eq!(forged.expect("the gateway answers").status(), 429);
    let change = json!({ "password": "monsoon-43", "newPassword": "winter-harvest-7" });
    let changing = shop.request(Method::PUT, "users/me/password").json(&change);
    let changing = changing.header("Cookie", &session).send().await;
    assert_eq!(
        changing.expect("the gateway answers").status(),
        422,
        "the password is wrong, and the session's own count has room"
    );
    shop.close().await;
}
