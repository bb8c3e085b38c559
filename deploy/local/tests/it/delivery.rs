//! When a parcel comes to a pincode.

use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{OpenShop, answer};

#[tokio::test(flavor = "multi_thread")]
async fn a_pincode_says_where_it_lies_when_a_parcel_comes_and_whether_the_carrier_takes_cash() {
    let shop = OpenShop::shared().await;
    let quote = async |pincode: &str| {
        let path = format!("delivery?pincode={pincode}");
        let (status, mut answer) = answer(shop.request(Method::GET, &path)).await;
        (status, answer["data"].take(), answer["message"].take())
    };
    // What cash at the door costs, in rupees.
    let places = [
        ("395009", "Surat", "Gujarat", json!(50)),
        ("400001", "Mumbai", "Maharashtra", json!(50)),
        ("110001", "New Delhi", "Delhi", json!(50)),
        ("560001", "Bengaluru Urban", "Karnataka", json!(50)),
        ("781001", "Kamrup Metro", "Assam", Value::Null),
        (
            "744101",
            "South Andamans",
            "Andaman and Nicobar Islands",
            Value::Null,
        ),
        ("190001", "Srinagar", "Jammu and Kashmir", Value::Null),
    ];
    for (pincode, district, state, cod_fee) in places {
        let (status, place, _) = quote(pincode).await;
        assert_eq!(
            (status, &place["district"], &place["state"], &place["codFee"]),
            (200, &json!(district), &json!(state), &cod_fee)
        );
        assert_eq!(place["prepaid"], 0);
        assert!(place["earliestOn"].as_str() <= place["latestOn"].as_str());
    }
    let (status, _, message) = quote("999999").await;
    assert_eq!(
        (status, message),
        (404, json!("We do not know this pincode. Please check it."))
    );
    assert_eq!(quote("39500").await.0, 422);
    shop.close().await;
}
