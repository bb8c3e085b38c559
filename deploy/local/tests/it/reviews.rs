//! Tests of reviews through REST.

use proto::order::v1::OrderStatus;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    office::{edit_product, owned_shop},
    shop::{OpenShop, answer, errors, form, placed},
};

impl OpenShop {
    /// Places a good order and delivers it. Returns its lines.
    async fn get_delivered(&self, cookie: &str) -> Vec<Value> {
        let request = self
            .request(Method::POST, "users/orders/create/")
            .header("Cookie", cookie)
            .json(&self.good_order().await);
        let placed = placed(request).await;
        let number = placed["data"]["orderNumber"].as_str().expect("a text").to_owned();
        let own = async || {
            let path = format!("users/orders/{number}");
            let (_, mut order) = answer(self.request(Method::GET, &path).header("Cookie", cookie)).await;
            order["data"].take()
        };
        for to in [
            OrderStatus::Confirmed,
            OrderStatus::Packed,
            OrderStatus::Shipped,
            OrderStatus::Delivered,
        ] {
            self.go(&own().await, to).await;
        }
        serde_json::from_value(own().await["lines"].take()).expect("an order has lines")
    }
}

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
    let karela = karela.expect("the shop sells it");
    let photo = &karela["photos"][0];
    // A list that was loaded before the products has no pictures. The next one has.
    let samples = testkit::eventually("reviews come with their products' pictures", async || {
        let samples = list(&shop, "").await;
        let have_pictures = samples.iter().all(|review| review["productPhoto"].is_string());
        have_pictures.then_some(samples)
    })
    .await;
    assert!(samples.len() >= 12);
    assert!(
        samples.iter().all(|review| review["isSample"] == true),
        "samples are marked: {samples:?}"
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
    let message = "Please login to submit a review.";
    let refused = json!({ "success": false, "message": message, "code": "NOT_LOGGED_IN" });
    for cookie in ["", "sid=", "sid=nonsense", &format!("sid={}", "A".repeat(43))] {
        assert_eq!(
            answer(request().header("Cookie", cookie)).await,
            (401, refused.clone()),
            "{cookie}"
        );
    }
    let cookie = shop.new_session().await;
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
        "productId": karela["_id"],
        "productPhoto": photo,
        "rating": 4.5,
        "review": "<b>Bitter</b>",
        "writtenAt": review["writtenAt"],
    });
    let written_at = review["writtenAt"].as_str().expect("it says when");
    assert!(written_at.ends_with('Z'), "{written_at}");
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
    let shop = OpenShop::shared().await;
    let cookie = shop.new_session().await;
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

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_who_got_a_pack_writes_a_verified_review_and_changes_it() {
    let shop = OpenShop::start().await;
    let cookie = shop.new_session().await;
    let lines = shop.get_delivered(&cookie).await;
    let product = lines[0]["productName"].as_str().expect("a text");
    let products = shop.products().await;
    let bought = products.iter().find(|known| known["productName"] == product);
    let in_hindi = bought.expect("the shop sells it")["hindiName"].as_str();
    let in_hindi = in_hindi.expect("it has a name in Hindi");
    let write = async |text: &'static str| {
        let fields = [
            ("name", "Asha"),
            ("productname", in_hindi),
            ("review", text),
            ("rating", "4.5"),
        ];
        let request = shop.request(Method::POST, "users/review");
        answer(request.header("Cookie", &cookie).multipart(form(&fields))).await
    };
    // One review for each of the two weights. The order service is asked directly, without events.
    let mut id = String::new();
    for line in &lines {
        let (status, kept) = write("Bitter.").await;
        let is_verified = &kept["data"]["isVerified"];
        assert_eq!((status, is_verified), (201, &json!(true)), "{line}: {kept}");
        kept["data"]["_id"].as_str().expect("a text").clone_into(&mut id);
    }

    let (status, refused) = write("Bitter again.").await;
    assert_eq!(
        (status, &refused["success"], &refused["data"]["_id"]),
        (409, &json!(false), &json!(&id))
    );
    let mut known = refused["data"].clone();
    assert_eq!(
        (&known["version"], &known["review"]),
        (&json!(1), &json!("Bitter."))
    );

    let change = async |body: Value, cookie: &str| {
        let request = shop.request(Method::PUT, &format!("users/reviews/{id}"));
        answer(request.header("Cookie", cookie).json(&body)).await
    };
    let edit = json!({ "version": 1, "review": "Sweet, in the end.", "rating": 2 });
    let (status, changed) = change(edit.clone(), &cookie).await;
    assert_eq!(status, 200, "{changed}");
    known["version"] = json!(2);
    known["review"] = json!("Sweet, in the end.");
    known["rating"] = json!(2);
    known["editedAt"] = changed["data"]["editedAt"].clone();
    assert!(known["editedAt"].is_string());
    assert_eq!(changed["data"], known);
    assert_eq!(change(edit, &cookie).await.1, changed, "the same again");
    let newest = &list(&shop, "").await[0];
    assert_eq!(
        (&newest["review"], &newest["isVerified"], &newest["version"]),
        (&known["review"], &json!(true), &Value::Null),
        "the next list shows it"
    );

    only_from_what_its_writer_saw(&shop, &cookie, &id, known).await;
    stays_with_a_renamed_product(&shop, &id, bought.expect("the shop sells it")).await;
    shop.close().await;
}

/// A review stays with its renamed product, with its picture, and counts.
async fn stays_with_a_renamed_product(shop: &OpenShop, id: &str, product: &Value) {
    let product_id = product["_id"].as_str().expect("a text");
    let owner = owned_shop(shop).await;
    edit_product(shop, &owner.cookie, product_id, |content| {
        "Kakora".clone_into(&mut content.product_name);
        "ककोड़ा".clone_into(&mut content.hindi_name);
    })
    .await;
    let path = format!("products/{product_id}");
    testkit::eventually("the new name shows, with what was given before", async || {
        let (_, body) = answer(shop.request(Method::GET, &path)).await;
        let product = &body["data"];
        (product["productName"] == "Kakora" && product["rating"]["count"] == 2).then_some(())
    })
    .await;
    let found = list(shop, "?productname=kakora").await;
    let review = found.iter().find(|review| review["_id"] == id);
    let review = review.expect("it is still the product's");
    assert_eq!(
        (&review["productId"], &review["productPhoto"]),
        (&product["_id"], &product["photos"][0]),
        "{review}"
    );
    assert_ne!(review["productname"], "Kakora", "the name is that of the day");
}

/// Only its writer can change a review, and only from the current version.
async fn only_from_what_its_writer_saw(shop: &OpenShop, cookie: &str, id: &str, known: Value) {
    let change = async |body: Value, cookie: &str| {
        let request = shop.request(Method::PUT, &format!("users/reviews/{id}"));
        answer(request.header("Cookie", cookie).json(&body)).await
    };
    let late = json!({ "version": 1, "review": "On another device.", "rating": 5 });
    let (status, refused) = change(late.clone(), cookie).await;
    assert_eq!((status, &refused["data"]), (409, &known));
    let other = shop.new_session().await;
    let (status, refused) = change(late, &other).await;
    assert_eq!(
        (status, &refused["message"]),
        (404, &json!("You have no such review."))
    );
    let broken = json!({ "version": 2, "review": " ", "rating": 5.01 });
    let (status, refused) = change(broken, cookie).await;
    assert_eq!(status, 422);
    assert_eq!(
        errors(&refused),
        [
            ("review", "Review is required"),
            ("rating", "Rating must be between 0 and 5")
        ]
    );
    let own = async |cookie: &str| {
        let request = shop.request(Method::GET, "users/reviews");
        let (status, mut page) = answer(request.header("Cookie", cookie)).await;
        assert_eq!((status, &page["data"]["next"]), (200, &Value::Null));
        page["data"]["reviews"].take()
    };
    let mine = own(cookie).await;
    assert_eq!((&mine[0], &mine[1]["version"]), (&known, &json!(1)));
    assert_eq!(own(&other).await, json!([]));
}
