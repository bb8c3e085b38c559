//! Tests of uploaded photos.

use futures_util::future::join_all;
use reqwest::Method;
use testkit::eventually;

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, PERMITS, karela},
    fake_photos::{CONTENT, PHOTO},
    fakes::{Gateway, header},
};

#[tokio::test]
async fn a_photo_is_given_out_for_good() {
    let gateway = Gateway::start().await;
    let path = format!("/photos/{PHOTO}");
    let photo = gateway.get(&path).await;
    assert_eq!(photo.status(), 200);
    for (name, value) in [
        ("content-type", "image/webp"),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("x-content-type-options", "nosniff"),
        ("content-encoding", ""),
        ("content-length", "16"),
    ] {
        assert_eq!(header(&photo, name), value, "{name}");
    }
    let tag = header(&photo, "etag").to_owned();
    assert_eq!(photo.bytes().await.unwrap(), CONTENT);

    let known = gateway.request(Method::GET, &path).header("if-none-match", &tag);
    let known = known.send().await.unwrap();
    assert_eq!(
        (known.status().as_u16(), header(&known, "etag")),
        (304, tag.as_str())
    );
    let head = gateway.request(Method::HEAD, &path).send().await.unwrap();
    assert_eq!(
        (head.status().as_u16(), header(&head, "content-length")),
        (200, "16")
    );
    let posted = gateway.request(Method::POST, &path).send().await.unwrap();
    assert_eq!(posted.status(), 405);
    assert_eq!(gateway.backends.photos.asked(), 1, "the rest came from memory");

    gateway.backends.catalog_server.stop();
    assert_eq!(gateway.get(&path).await.status(), 200, "it is still in memory");
}

#[tokio::test]
async fn everybody_who_waits_for_a_photo_gets_what_was_fetched_once() {
    let gateway = Gateway::start().await;
    let photos = gateway.backends.photos.clone();
    let closed = photos.gate.acquire_many(PERMITS).await.unwrap();
    let path = format!("/photos/{PHOTO}");
    let asking = join_all((0..20).map(|_| gateway.get(&path)));
    let opening = async {
        eventually("the catalog is asked", async || {
            (photos.asked() > 0).then_some(())
        })
        .await;
        drop(closed);
    };
    let (answers, ()) = tokio::join!(asking, opening);
    assert!(answers.iter().all(|answer| answer.status() == 200));
    assert_eq!(photos.asked(), 1);
}

#[tokio::test]
async fn a_photo_that_is_not_there_is_missing_for_a_minute() {
    let gateway = Gateway::start().await;
    let unknown = PHOTO.replace("0123", "ffff");
    let missing = gateway.get(&format!("/photos/{unknown}")).await;
    assert_eq!(missing.status(), 404);
    assert_eq!(header(&missing, "cache-control"), "public, max-age=60");
    assert_eq!(gateway.backends.photos.asked(), 1);
    for odd in [
        "karela-800.webp",
        "0123456789abcdef0123456789abcdef-800.svg",
        "0123456789ABCDEF0123456789ABCDEF-800.webp",
        "0123456789abcdef0123456789abcdef-.webp",
        "..%2f0123456789abcdef0123456789abcdef-800.webp",
        "%ff",
    ] {
        let status = gateway.get(&format!("/photos/{odd}")).await.status().as_u16();
        assert!([400, 404].contains(&status), "{odd}: {status}");
    }
    assert_eq!(gateway.backends.photos.asked(), 1, "such names are refused here");

    gateway.backends.catalog_server.stop();
    let away = eventually("the catalog is away", async || {
        let answer = gateway.get(&format!("/photos/{unknown}")).await;
        (answer.status() == 503).then_some(answer)
    })
    .await;
    assert_eq!(header(&away, "cache-control"), "no-store");
    assert!(!header(&away, "retry-after").is_empty());
}

#[tokio::test]
async fn a_drawn_page_names_the_formats_that_a_photo_has() {
    let mut product = karela();
    product.photos = vec![format!("/photos/{PHOTO}")];
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Ok(vec![product.clone()]));
    let gateway = Gateway::with(catalog, site).await;
    gateway.has_the_list().await;
    let page = gateway
        .get(&format!("/product/{}", product.id))
        .await
        .text()
        .await
        .unwrap();
    let file = "data-files=\"/photos/0123456789abcdef0123456789abcdef-400.webp\"";
    assert!(page.contains(file), "{page}");
}
