//! Stories about reviews, told through REST.

use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{OpenShop, answer, errors, form};

async fn list(shop: &OpenShop, query: &str) -> Vec<Value> {
    let (status, mut body) = answer(shop.request(Method::GET, &format!("users/getallreview{query}"))).await;
    assert_eq!(status, 200, "{body}");
    serde_json::from_value(body["data"].take()).expect("data is a list")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_needs_a_login_and_is_read_by_everybody_with_the_products_picture() {
    let shop = OpenShop::start().await;
    let karela = shop
        .products()
        .await
        .into_iter()
        .find(|product| product["productName"] == "Karela Powder");
    let photo = karela.expect("the shop sells it")["photos"][0].clone();
    // A list that came before the products has no pictures; the next one does.
    let samples = testkit::eventually("reviews come with their products' pictures", async || {
        let samples = list(&shop, "").await;
        let have_pictures = samples.iter().all(|review| review["productPhoto"].is_string());
        have_pictures.then_some(samples)
    })
    .await;
    assert!(samples.len() >= 12);
    assert!(
        samples.iter().all(|review| review["isSample"] == true),
        "what the shop made up says so: {samples:?}"
    );

    let fields = [
        ("name", "Asha"),
        ("productname", "karela powder"),
        ("review", "<b>Bitter</b>"),
        ("rating", "4.5"),
    ];
    let request = || {
        shop.request(Method::POST, "users/review")
            .multipart(form(&fields))
    };
    let refused = json!({ "success": false, "message": "Please login to submit a review." });
    for cookie in ["", "sid=", "sid=nonsense", &format!("sid={}", "A".repeat(43))] {
        assert_eq!(
            answer(request().header("Cookie", cookie)).await,
            (401, refused.clone()),
            "{cookie}"
        );
    }
    shop.register("asha@gmail.com", "monsoon-42").await;
    let cookie = shop.log_in("asha@gmail.com", "monsoon-42").await;
    let (status, body) = answer(request().header("Cookie", &cookie)).await;
    assert_eq!(
        (status, &body["message"]),
        (201, &json!("Review submitted successfully!"))
    );
    let review = &body["data"];
    let expected = json!({
        "_id": review["_id"],
        "name": "Asha",
        "productname": "karela powder",
        "productPhoto": photo,
        "rating": 4.5,
        "review": "<b>Bitter</b>",
    });
    assert_eq!(review, &expected, "and nothing about the account");

    assert_eq!(list(&shop, "").await[0], expected, "the next list has it");
    assert_eq!(list(&shop, "/?limit=1").await, std::slice::from_ref(&expected));
    let of_karela = list(&shop, "?productname=KARELA%20powder").await;
    assert_eq!(of_karela[0], expected);
    assert!(of_karela.len() < samples.len());
    assert!(list(&shop, "?productname=laptop").await.is_empty());
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_rule_has_its_words() {
    let shop = OpenShop::start().await;
    shop.register("asha@gmail.com", "monsoon-42").await;
    let cookie = shop.log_in("asha@gmail.com", "monsoon-42").await;
    let send = async |fields: &[(&'static str, &str)]| {
        let request = shop
            .request(Method::POST, "users/review")
            .header("Cookie", &cookie);
        answer(request.multipart(form(fields))).await
    };
    let all = [
        ("name", "Name is required"),
        ("productname", "Product Name is required"),
        ("review", "Review is required"),
        ("rating", "Rating must be between 0 and 5"),
    ];
    let (status, body) = send(&[("unknown", "x")]).await;
    assert_eq!((status, errors(&body)), (422, all.to_vec()));
    let good = [
        ("name", "Asha"),
        ("productname", "Karela Powder"),
        ("review", "Bitter."),
        ("rating", "5"),
    ];
    for rating in ["5.1", "-1", "4.55", "five", "NaN", ""] {
        let (status, body) = send(&[good[0], good[1], good[2], ("rating", rating)]).await;
        assert_eq!((status, errors(&body)), (422, vec![all[3]]), "{rating}");
    }
    for rating in ["0", "0.1", "5.0"] {
        let (status, body) = send(&[good[0], good[1], good[2], ("rating", rating)]).await;
        assert_eq!(status, 201, "{rating}: {body}");
    }
    let (status, body) = send(&[good[0], good[0]]).await;
    assert_eq!(
        (status, &body["message"]),
        (400, &json!("name must be sent once"))
    );
    for query in ["?limit=0", "?limit=201", "?limit=-1", "?limit=many"] {
        let (status, body) = answer(shop.request(Method::GET, &format!("users/getallreview{query}"))).await;
        assert_eq!(status, 422, "{query}: {body}");
        assert_eq!(errors(&body), [("limit", "must be a whole number from 1 to 200")]);
    }
    for name in ["%00", "Karela%E2%80%AEredwoP", "%CC%81%CC%82"] {
        let path = format!("users/getallreview?productname={name}");
        let (status, body) = answer(shop.request(Method::GET, &path)).await;
        assert_eq!(status, 422, "{name}: {body}");
        assert_eq!(errors(&body)[0].0, "productname", "{name}");
    }
    let (status, _) = answer(shop.request(Method::GET, "users/getallreview?limit=1&limit=2")).await;
    assert_eq!(status, 400);
    shop.close().await;
}
