//! Tests of messages to the shop through REST.

use reqwest::Method;
use serde_json::json;

use crate::shop::{OpenShop, answer, errors, form};

const GOOD: [(&str, &str); 5] = [
    ("name", "Asha Patel"),
    ("email", "asha@example.com"),
    ("phone", "9876543210"),
    ("subject", "order status"),
    ("message", "Where is my parcel?"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_writes_to_the_shop_in_either_form_and_two_mails_follow() {
    let shop = OpenShop::start().await;
    let taken = json!({ "success": true, "message": "Thank you! Your message has reached us." });
    let multipart = shop
        .request(Method::POST, "users/contactus")
        .multipart(form(&GOOD));
    assert_eq!(answer(multipart).await, (201, taken.clone()));
    let acknowledgement = shop.mail("asha@example.com", "").await;
    assert!(
        acknowledgement.contains("We have your message"),
        "{acknowledgement}"
    );
    let notice = shop.mail(notification::SAMPLE_SHOP_EMAIL, "").await;
    assert!(notice.contains("Message from"), "{notice}");
    assert_eq!(shop.mails().len(), 2);

    let mut other = GOOD;
    other[1].1 = "usha@example.com";
    let urlencoded = shop.request(Method::POST, "users/contactus/").form(&other);
    assert_eq!(answer(urlencoded).await, (201, taken));
    shop.mail("usha@example.com", "").await;
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_rule_has_its_words() {
    let shop = OpenShop::shared().await;
    let send = async |fields: &[(&'static str, &str)]| {
        answer(
            shop.request(Method::POST, "users/contactus")
                .multipart(form(fields)),
        )
        .await
    };
    let all = [
        ("name", "Name is required"),
        ("email", "Invalid email"),
        ("phone", "Invalid phone number"),
        ("subject", "Select a valid subject"),
        ("message", "Message is required"),
    ];
    let (status, body) = send(&[("unknown", "x")]).await;
    assert_eq!((status, errors(&body)), (422, all.to_vec()));
    for (index, wrong) in [(1, "asha"), (2, "12345"), (3, "select subject"), (4, "  ")] {
        let mut fields = GOOD;
        fields[index].1 = wrong;
        let (status, body) = send(&fields).await;
        assert_eq!((status, errors(&body)), (422, vec![all[index]]), "{wrong}");
    }
    let mut fields = GOOD;
    fields[0].1 = "Asha\r\nBcc: everyone@example.com";
    let (status, body) = send(&fields).await;
    assert_eq!(
        (status, errors(&body)),
        (422, vec![("name", "Name should be one line of plain text")])
    );
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_may_take_messages_only_from_shoppers_who_are_logged_in() {
    let shop = OpenShop::start_with(true).await;
    let request = || {
        shop.request(Method::POST, "users/contactus")
            .multipart(form(&GOOD))
    };
    let message = "Please login to submit a review.";
    let refused = json!({ "success": false, "message": message, "code": "NOT_LOGGED_IN" });
    assert_eq!(answer(request()).await, (401, refused));
    let cookie = shop.new_session().await;
    assert_eq!(answer(request().header("Cookie", cookie)).await.0, 201);
    shop.close().await;
}
