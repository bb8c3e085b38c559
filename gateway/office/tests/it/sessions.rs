//! Tests of sessions.

use std::num::NonZeroU32;

use http::Uri;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    fake_staff::{ASHA, CODE, INVITATION, PASSWORD},
    fakes::{API, Office, data, header, refusal},
};

const SESSION: &str = "/api/office/v1/session";

/// The cookie header that ends the session in the browser.
const FORGOTTEN: &str = "__Host-office_session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0";

fn credentials() -> Value {
    json!({ "email": "asha@gmail.com", "password": PASSWORD, "code": CODE })
}

fn owner() -> Value {
    json!({
        "staffId": ASHA,
        "name": "Asha",
        "email": "asha@gmail.com",
        "role": "owner",
        "permissions": [
            "orders.read",
            "orders.transition",
            "orders.correct",
            "sales.read",
            "stock.read",
            "stock.write",
            "products.write",
            "payments.read",
            "payments.record",
            "pincodes.write",
            "shop.write",
            "staff.manage",
            "reviews.moderate",
            "messages.answer",
        ],
        "isReauthenticated": false,
    })
}

#[tokio::test]
async fn signing_in_sets_a_cookie_that_no_script_and_no_other_site_gets() {
    let office = Office::start().await;
    let signing_in = office.request(Method::POST, SESSION).json(&credentials());
    let response = signing_in.send().await.unwrap();
    assert_eq!(
        header(&response, "set-cookie"),
        "__Host-office_session=owner; Path=/; Secure; HttpOnly; SameSite=Strict"
    );
    assert_eq!(header(&response, "cache-control"), "no-store");
    assert_eq!(data(response).await, owner());
    assert_eq!(office.read("/session").await, owner());
}

#[tokio::test]
async fn on_a_laptop_the_cookie_travels_without_tls() {
    let office = Office::set_up(|settings| {
        settings.web = web::Settings::at(Uri::from_static("http://localhost:8081"));
    })
    .await;
    let signing_in = office.request(Method::POST, SESSION).json(&credentials());
    let response = signing_in.send().await.unwrap();
    assert_eq!(
        header(&response, "set-cookie"),
        "office_session=owner; Path=/; HttpOnly; SameSite=Strict"
    );
    let me = office
        .request(Method::GET, SESSION)
        .header("cookie", "office_session=owner");
    assert_eq!(data(me.send().await.unwrap()).await["staffId"], ASHA);
}

#[tokio::test]
async fn signing_in_again_ends_the_earlier_session() {
    let office = Office::start().await;
    let again = office.of("packer", Method::POST, "/session").json(&credentials());
    data(again.send().await.unwrap()).await;
    assert_eq!(*office.staff.ended.lock().unwrap(), ["packer"]);
}

#[tokio::test]
async fn wrong_credentials_begin_no_session_and_end_none() {
    let office = Office::start().await;
    let wrong = json!({ "email": "asha@gmail.com", "password": PASSWORD, "code": "000000" });
    let response = office
        .of("packer", Method::POST, "/session")
        .json(&wrong)
        .send()
        .await
        .unwrap();
    assert_eq!(header(&response, "set-cookie"), "");
    let body = refusal(response, 401).await;
    assert_eq!(body["code"], "WRONG_CREDENTIALS");
    assert_eq!(body["message"], "Email address, password or code is wrong.");
    assert!(office.staff.ended.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_body_that_is_none_is_told_what_to_change() {
    let office = Office::start().await;
    let half = office
        .request(Method::POST, SESSION)
        .json(&json!({ "email": "asha@gmail.com" }));
    let body = refusal(half.send().await.unwrap(), 400).await;
    assert_eq!(body["errors"][0]["field"], "password");
    assert_eq!(*office.staff.tries.lock().unwrap(), 0);
}

#[tokio::test]
async fn without_a_session_nothing_is_told_and_no_service_is_called() {
    let office = Office::start().await;
    let calls = [
        (Method::GET, "/session"),
        (Method::POST, "/session/reauthentication"),
        (Method::GET, "/session/sign-in"),
        (Method::PUT, "/session/password"),
        (Method::POST, "/session/recovery-codes"),
        (Method::GET, "/session/phone"),
        (Method::PUT, "/session/phone"),
        (Method::GET, "/log"),
        (Method::GET, "/today"),
        (Method::GET, "/orders"),
        (Method::GET, "/orders/VM-261121-7K3QX"),
        (Method::POST, "/orders/VM-261121-7K3QX/transitions"),
        (Method::POST, "/orders/VM-261121-7K3QX/payment"),
        (Method::GET, "/packs"),
        (
            Method::POST,
            "/stock/batches/01936f00-0000-7000-8000-0000000000b1/recall-notices",
        ),
    ];
    for (method, path) in calls {
        let response = office
            .request(method, &format!("{API}{path}"))
            .send()
            .await
            .unwrap();
        assert_eq!(header(&response, "set-cookie"), FORGOTTEN, "{path}");
        let body = refusal(response, 401).await;
        assert_eq!(body["code"], "NOT_SIGNED_IN", "{path}");
        assert_eq!(body["message"], "Please sign in.", "{path}");
    }
    assert!(office.record.take_authorized().is_empty());
    assert!(office.record.take_seen().is_empty());
}

#[tokio::test]
async fn a_session_that_has_ended_is_forgotten_by_the_browser() {
    let office = Office::start().await;
    let proof = json!({ "password": PASSWORD, "code": CODE });
    for request in [
        office.of("ended", Method::GET, "/session"),
        office.of("ended", Method::GET, "/orders"),
        office
            .of("ended", Method::POST, "/session/reauthentication")
            .json(&proof),
    ] {
        let response = request.send().await.unwrap();
        assert_eq!(header(&response, "set-cookie"), FORGOTTEN);
        refusal(response, 401).await;
    }
    assert!(
        office.record.take_seen().is_empty(),
        "no service was asked for orders"
    );
}

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server_too() {
    let office = Office::start().await;
    let response = office
        .of("owner", Method::DELETE, "/session")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "set-cookie"), FORGOTTEN);
    assert_eq!(*office.staff.ended.lock().unwrap(), ["owner"]);
    let without_session = office.request(Method::DELETE, SESSION).send().await.unwrap();
    assert_eq!(without_session.status(), 200, "there is nothing to end");
    assert_eq!(office.staff.ended.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn staff_reauthenticate_with_password_and_code() {
    let office = Office::start().await;
    let path = "/session/reauthentication";
    let right = json!({ "password": PASSWORD, "code": CODE });
    assert_eq!(data(office.send(Method::POST, path, &right).await).await, owner());
    let wrong = json!({ "password": PASSWORD, "code": "000000" });
    let body = refusal(office.send(Method::POST, path, &wrong).await, 422).await;
    assert_eq!(body["errors"][0]["field"], "code");
}

#[tokio::test]
async fn an_invitation_is_looked_up_and_accepted() {
    let office = Office::start().await;
    let look_up = async |token: &str| {
        let path = format!("{API}/invitations/lookup");
        let request = office
            .request(Method::POST, &path)
            .json(&json!({ "token": token }));
        request.send().await.unwrap()
    };
    assert_eq!(
        data(look_up(INVITATION).await).await,
        json!({
            "name": "Ravi",
            "email": "ravi@gmail.com",
            "role": "packer",
            "expiresAt": "2026-11-28T06:30:00Z",
            "totpSecret": "JBSWY3DPEHPK3PXP",
            "totpUri": "otpauth://totp/Vanmool:ravi@gmail.com?secret=JBSWY3DPEHPK3PXP",
        })
    );
    let body = refusal(look_up("another").await, 404).await;
    assert_eq!(body["code"], "NO_INVITATION");

    let accept = async |code: &str| {
        let path = format!("{API}/invitations/acceptance");
        let acceptance = json!({
            "token": INVITATION,
            "name": "Ravi",
            "email": "ravi@gmail.com",
            "password": PASSWORD,
            "code": code,
        });
        let request = office.request(Method::POST, &path).json(&acceptance);
        request.send().await.unwrap()
    };
    let response = accept(CODE).await;
    assert_eq!(
        header(&response, "set-cookie"),
        "__Host-office_session=packer; Path=/; Secure; HttpOnly; SameSite=Strict"
    );
    let accepted = data(response).await;
    assert_eq!(accepted["recoveryCodes"], json!(["aaaa-bbbb", "cccc-dddd"]));
    assert_eq!(accepted["me"]["role"], "packer");
    let response = accept("000000").await;
    assert_eq!(header(&response, "set-cookie"), "");
    refusal(response, 422).await;
}

#[tokio::test]
async fn a_page_of_another_site_cannot_sign_in() {
    let office = Office::start().await;
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://elsewhere.example"),
        ("origin", "http://office.example"),
    ] {
        let request = office.request(Method::POST, SESSION).json(&credentials());
        let response = request.header(name, value).send().await.unwrap();
        assert_eq!(header(&response, "set-cookie"), "", "{name}: {value}");
        refusal(response, 403).await;
    }
    assert_eq!(*office.staff.tries.lock().unwrap(), 0);
    let request = office.request(Method::POST, SESSION).json(&credentials());
    let own = request
        .header("origin", "https://office.example")
        .send()
        .await
        .unwrap();
    data(own).await;
}

#[tokio::test]
async fn a_client_that_tries_too_often_is_told_when_to_come_back() {
    let office = Office::set_up(|settings| settings.rates.sign_in_tries_per_minute = NonZeroU32::MIN).await;
    let path = format!("{API}/invitations/lookup");
    let guess = || {
        office
            .request(Method::POST, &path)
            .json(&json!({ "token": "a guess" }))
    };
    refusal(guess().send().await.unwrap(), 404).await;
    let response = guess().send().await.unwrap();
    assert_ne!(header(&response, "retry-after"), "");
    refusal(response, 429).await;
    let signing_in = office.request(Method::POST, SESSION).json(&credentials());
    refusal(signing_in.send().await.unwrap(), 429).await;
    assert_eq!(
        office.read("/session").await["staffId"],
        ASHA,
        "looking has no such limit"
    );
}

#[tokio::test]
async fn a_forgotten_password_is_set_anew_with_both_codes_and_signs_in() {
    let office = Office::start().await;
    let send = async |path: &str, body: Value| {
        let request = office.request(Method::POST, &format!("{API}{path}")).json(&body);
        request.send().await.unwrap()
    };
    let asked = send("/session/password-code", json!({ "email": "asha@gmail.com" })).await;
    let asked: Value = asked.json().await.unwrap();
    assert_eq!(
        asked["message"],
        "If this address belongs to a staff member, a code is on its way."
    );
    let new = |mailed: &str| {
        json!({
            "email": "asha@gmail.com", "mailedCode": mailed, "code": CODE, "newPassword": "amla-haldi-4711",
        })
    };
    let wrong = refusal(send("/session/password-reset", new("000000")).await, 422).await;
    assert_eq!(wrong["errors"][0]["field"], "mailedCode");
    let reset = send("/session/password-reset", new("012345")).await;
    assert_eq!(
        header(&reset, "set-cookie"),
        "__Host-office_session=owner; Path=/; Secure; HttpOnly; SameSite=Strict"
    );
    assert_eq!(data(reset).await, owner());
}

#[tokio::test]
async fn staff_change_their_own_password_codes_and_phone() {
    let office = Office::start().await;
    assert_eq!(
        office.read("/session/sign-in").await,
        json!({ "recoveryCodesLeft": 9 })
    );
    let old = json!({ "newPassword": "too long ago" });
    let again = refusal(office.send(Method::PUT, "/session/password", &old).await, 403).await;
    assert_eq!(again["code"], "REAUTHENTICATE");
    let new = json!({ "newPassword": "amla-haldi-4711" });
    let changed = office.send(Method::PUT, "/session/password", &new).await;
    assert_eq!(changed.status(), 200);
    let renewed = office
        .send(Method::POST, "/session/recovery-codes", &json!({}))
        .await;
    assert_eq!(data(renewed).await, json!({ "recoveryCodes": ["eeee-ffff"] }));
    let phone = office.read("/session/phone").await;
    assert_eq!(phone["totpSecret"], "JBSWY3DPEHPK3PXP");
    let change = |code: &str| json!({ "password": PASSWORD, "code": code, "newCode": "204394" });
    refusal(
        office
            .send(Method::PUT, "/session/phone", &change("000000"))
            .await,
        422,
    )
    .await;
    let changed = office.send(Method::PUT, "/session/phone", &change(CODE)).await;
    assert_eq!(changed.status(), 200);
}
