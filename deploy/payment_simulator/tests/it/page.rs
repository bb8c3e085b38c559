//! The page of a link in a browser without scripts.

use payment_simulator::PaymentScenario;
use serde_json::{Value, json};

use crate::shop::Shop;

async fn show(shop: &Shop, link: &Value) -> String {
    let url = link["short_url"].as_str().expect("a link has a page");
    let answer = shop.http.get(url).send().await.expect("the page answers");
    assert_eq!(answer.status(), 200);
    let policy = answer.headers()["content-security-policy"]
        .to_str()
        .expect("it is text");
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    answer.text().await.expect("it is text")
}

#[tokio::test]
async fn the_page_says_what_it_is_and_has_four_buttons() {
    let shop = Shop::open().await;
    let mut request = Shop::link_request("VM-1", PaymentScenario::Success);
    request["amount"] = json!(12_345_650);
    request["description"] = json!("<script>alert(1)</script> & more");
    let (_, link) = shop.post("v1/payment_links", &request).await;
    let page = show(&shop, &link).await;
    for part in [
        "<html lang=\"en-IN\">",
        "name=\"viewport\" content=\"width=device-width, initial-scale=1\"",
        "Test mode: no money is charged",
        "<h1>Pay ₹1,23,456.50</h1>",
        "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more",
        ">Pay by UPI</button>",
        ">Pay by card</button>",
        ">Decline</button>",
        ">Close the tab</button>",
        "Reference: VM-1",
    ] {
        assert!(page.contains(part), "{part} is missing: {page}");
    }
    assert!(!page.contains("<script"), "{page}");
}

#[tokio::test]
async fn a_shopper_declines_pays_and_does_not_come_back() {
    let shop = Shop::open().await;
    let link = shop.link("VM-1", PaymentScenario::Success).await;
    let declined = shop.press(&link, &[("button", "decline")]).await;
    assert_eq!(declined.status(), 200);
    let page = declined.text().await.expect("it is text");
    assert!(
        page.contains("role=\"alert\"") && page.contains("Pay by UPI"),
        "another try: {page}"
    );

    let left = shop
        .press(&link, &[("button", "close")])
        .await
        .text()
        .await
        .expect("it is text");
    assert!(left.contains("Nothing was paid"), "{left}");
    assert_eq!(shop.get("simulator/payments").await["captured"], 0);

    let stayed = shop
        .press(&link, &[("button", "card"), ("close_tab", "on")])
        .await;
    assert_eq!(stayed.status(), 200, "the browser is not sent back");
    let page = stayed.text().await.expect("it is text");
    assert!(page.contains("Paid. You can close this tab."), "{page}");
    assert!(!page.contains("<button"), "it is paid once: {page}");
    assert_eq!(shop.get("simulator/payments").await["captured"], 99_900);
    let again = shop
        .press(&link, &[("button", "upi")])
        .await
        .text()
        .await
        .expect("it is text");
    assert!(again.contains("Paid. You can close this tab."), "{again}");
    assert_eq!(shop.get("simulator/payments").await["captured"], 99_900);
}

#[tokio::test]
async fn a_link_that_is_closed_waiting_or_unknown_has_no_buttons() {
    let shop = Shop::open().await;
    let mut request = Shop::link_request("VM-1", PaymentScenario::CapturedAfterExpiry);
    request["expire_by"] = json!(shop.now().await + 1_800);
    let (_, link) = shop.post("v1/payment_links", &request).await;
    let waiting = shop
        .press(&link, &[("button", "upi")])
        .await
        .text()
        .await
        .expect("it is text");
    assert!(waiting.contains("Your bank has not answered yet"), "{waiting}");
    shop.forward(1_801).await;
    let expired = show(&shop, &link).await;
    assert!(expired.contains("This payment link has expired."), "{expired}");
    assert!(!(waiting + &expired).contains("<button"));
    let unknown = shop
        .http
        .get(shop.url("i/none"))
        .send()
        .await
        .expect("it answers");
    assert_eq!(unknown.status(), 404);
}
