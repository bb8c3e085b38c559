//! Tests of the shop profile in every document.

use std::time::Instant;

use prost::Message as _;
use proto::{
    catalog::v1::{ShopFacts, SocialLink},
    event::v1::ShopChanged,
};
use reqwest::Method;
use serde_json::Value;
use testkit::eventually;

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, KARELA, karela},
    fakes::{Gateway, header},
};

const SUBJECT: &str = "shop.catalog.shop_changed.v1";

/// A name that breaks any place where it is not escaped.
const ODD: &str = r#"Asha & Sons "Herbs" </script> {{title}}"#;
const ODD_IN_HTML: &str = "Asha &amp; Sons &quot;Herbs&quot; &lt;/script&gt; {{title}}";

/// The profile of the shop until a test changes it.
pub(crate) fn vanmool() -> ShopFacts {
    ShopFacts {
        name: "Vanmool".to_owned(),
        hindi_name: "वनमूल".to_owned(),
        tagline: "Herbal powders".to_owned(),
        legal_name: "Vanmool Herbals".to_owned(),
        address_lines: vec!["14 Mill Compound".to_owned(), "Surat 395002".to_owned()],
        phone: "+919876543210".to_owned(),
        whatsapp: "+919876543210".to_owned(),
        email: "care@vanmool.example".to_owned(),
        care_hours: "10 am to 6 pm".to_owned(),
        food_licence: "12345678901234".to_owned(),
        country_of_origin: "India".to_owned(),
        best_before: "12 months from packing".to_owned(),
        cod_fee_paise: 5_000,
        cod_limit_paise: 1_000_000,
        social_links: vec![SocialLink {
            network: "instagram".to_owned(),
            url: "https://instagram.example/vanmool".to_owned(),
        }],
        ..ShopFacts::default()
    }
}

fn renamed() -> ShopFacts {
    ShopFacts {
        name: ODD.to_owned(),
        whatsapp: String::new(),
        delivery_paise: 4_000,
        ..vanmool()
    }
}

async fn page(gateway: &Gateway, path: &str) -> String {
    gateway.get(path).await.text().await.unwrap()
}

/// The JSON of the script that begins with this tag.
fn script(page: &str, tag: &str) -> Value {
    let (_, text) = page
        .split_once(tag)
        .unwrap_or_else(|| panic!("no {tag} in {page}"));
    let (text, _) = text.split_once("</script>").unwrap();
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

async fn says(gateway: &Gateway, name: &str) {
    eventually(name, async || {
        page(gateway, "/aboutUs").await.contains(name).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_new_name_stands_on_every_page_as_it_is_and_breaks_none() {
    let gateway = Gateway::start().await;
    says(&gateway, "<title>About · Vanmool</title>").await;
    let before = gateway.get("/aboutUs").await;
    let tag = header(&before, "etag").to_owned();
    let before = before.text().await.unwrap();
    assert!(
        before.contains("<a href=\"https://wa.me/919876543210\">WhatsApp +91 98765 43210</a>"),
        "{before}"
    );
    assert!(before.contains("<p>free, ₹50, ₹10,000</p>"), "{before}");
    assert!(
        before.contains("Vanmool Herbals<b>14 Mill Compound</b><b>Surat 395002</b></address>"),
        "{before}"
    );

    gateway.backends.shop.set(Some(renamed()));
    says(&gateway, ODD_IN_HTML).await;
    let again = gateway
        .request(Method::GET, "/aboutUs")
        .header("if-none-match", &tag);
    let again = again.send().await.unwrap();
    assert_eq!(again.status(), 200, "the page is another one");
    let about = again.text().await.unwrap();
    assert!(
        about.contains(&format!("<title>About · {ODD_IN_HTML}</title>")),
        "{about}"
    );
    assert!(
        about.contains(&format!("<meta content=\"{ODD_IN_HTML}\">")),
        "{about}"
    );
    assert!(
        !about.contains("WhatsApp"),
        "there is no number to chat with: {about}"
    );
    assert!(about.contains("<p>₹40, ₹50, ₹10,000</p>"), "{about}");
    let records = script(&about, "ld+json\">");
    assert_eq!(
        (&records[0]["name"], &records[1]["name"]),
        (&ODD.into(), &ODD.into())
    );
    assert_eq!(records[1]["sameAs"][0], "https://instagram.example/vanmool");
    let facts = script(&about, "id=\"shop\">");
    assert_eq!(facts["name"], ODD);
    assert_eq!(facts["address"].as_array().map(Vec::len), Some(2));

    let product = page(&gateway, &format!("/product/{KARELA}")).await;
    let title = format!("<title>{} · {ODD_IN_HTML}</title>", karela().product_name);
    assert!(product.contains(&title), "{product}");
    assert_eq!(script(&product, "ld+json\">")[0]["brand"]["name"], ODD);
    let manifest = gateway.get("/manifest.webmanifest").await;
    assert_eq!(header(&manifest, "content-type"), "application/manifest+json");
    assert_eq!(header(&manifest, "cache-control"), "no-cache");
    assert_eq!(manifest.json::<Value>().await.unwrap()["name"], ODD);
}

/// A gateway of a small site with changed settings.
async fn set_up(change: impl FnOnce(&mut storefront::Settings)) -> Gateway {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    Gateway::set_up(FakeCatalog::answering(Ok(vec![karela()])), site, change).await
}

#[tokio::test]
async fn a_shop_that_was_never_told_of_opens_with_the_samples_of_its_build() {
    let gateway = set_up(|settings| settings.services.catalog_url = testkit::away()).await;
    let about = page(&gateway, "/aboutUs").await;
    assert!(about.contains("<title>About · Sample</title>"), "{about}");
    assert!(
        about.contains("Sample Herbals<b>1 Sample Road</b></address>"),
        "{about}"
    );
}

#[tokio::test]
async fn while_the_catalog_is_away_pages_say_what_it_said_last() {
    let gateway = Gateway::start().await;
    says(&gateway, "Vanmool").await;
    let asked = || gateway.backends.shop.asked();
    gateway.backends.shop.set(None);
    let before = asked();
    eventually("it is asked in vain, twice", async || {
        (asked() >= before + 2).then_some(())
    })
    .await;
    let about = page(&gateway, "/aboutUs").await;
    assert!(about.contains("<title>About · Vanmool</title>"), "{about}");
}

#[tokio::test]
async fn an_announced_change_is_loaded_sooner_than_an_unannounced_one() {
    let gateway = set_up(|settings| settings.changes.nats_url = Some(testkit::nats_url().into())).await;
    says(&gateway, "Vanmool").await;
    let client = nats::connect(&testkit::nats_url().into(), None).await.unwrap();
    let asked = || gateway.backends.shop.asked();
    let (before, began) = (asked(), Instant::now());
    eventually("it asks more often than every three seconds", async || {
        let told = ShopChanged { version: 2 }.encode_to_vec();
        client.publish(SUBJECT, told.into()).await.unwrap();
        let untold = usize::try_from(began.elapsed().as_secs() / 3).unwrap() + 2;
        (asked() - before > untold).then_some(())
    })
    .await;
    gateway.backends.shop.set(Some(renamed()));
    says(&gateway, ODD_IN_HTML).await;
}
