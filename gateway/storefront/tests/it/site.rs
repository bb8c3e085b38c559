use proto::catalog::v1::Product;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    backends::AMLA,
    built_site::build_site,
    fake_catalog::{FakeCatalog, KARELA, karela},
    fakes::{Gateway, header},
};

#[tokio::test]
async fn every_path_has_the_right_status_and_lifetime() {
    let gateway = Gateway::start().await;
    let product = format!("/product/{KARELA}");
    let long_name = format!("/assets/{}.js", "a".repeat(5_000));
    let good = "public, max-age=31536000, immutable";
    let table = [
        ("/", 200, "text/html; charset=utf-8", "no-cache"),
        ("/?utm_source=x", 200, "text/html; charset=utf-8", "no-cache"),
        ("/shop", 200, "text/html; charset=utf-8", "no-cache"),
        ("/app.html", 404, "text/html; charset=utf-8", "no-cache"),
        ("/pages/product.html", 404, "text/html; charset=utf-8", "no-cache"),
        (
            "/robots.txt",
            200,
            "text/plain; charset=utf-8",
            "public, max-age=3600",
        ),
        ("/sitemap.xml", 200, "application/xml", "public, max-age=3600"),
        ("/cart", 200, "text/html; charset=utf-8", "no-cache"),
        ("/cart/", 200, "text/html; charset=utf-8", "no-cache"),
        ("/aboutus", 200, "text/html; charset=utf-8", "no-cache"),
        (&product, 200, "text/html; charset=utf-8", "no-cache"),
        ("/product/unknown", 404, "text/html; charset=utf-8", "no-cache"),
        ("/404", 404, "text/html; charset=utf-8", "no-cache"),
        ("/nowhere", 404, "text/html; charset=utf-8", "no-cache"),
        ("/index.html", 404, "text/html; charset=utf-8", "no-cache"),
        ("/assets/app-4f2a.js", 200, "text/javascript", good),
        (
            "/assets/gone-1111.js",
            404,
            "text/html; charset=utf-8",
            "no-cache",
        ),
        ("/assets", 404, "text/html; charset=utf-8", "no-cache"),
        ("/assets/", 404, "text/html; charset=utf-8", "no-cache"),
        ("/images/karela-1.webp", 200, "image/webp", "public, max-age=3600"),
        ("/favicon.svg", 200, "image/svg+xml", "public, max-age=3600"),
        ("/.env", 404, "text/html; charset=utf-8", "no-cache"),
        ("/%2eenv", 404, "text/html; charset=utf-8", "no-cache"),
        ("/assets/%2e%2e/.env", 404, "text/html; charset=utf-8", "no-cache"),
        (&long_name, 404, "text/html; charset=utf-8", "no-cache"),
        ("/apiary", 404, "text/html; charset=utf-8", "no-cache"),
    ];
    for (path, status, content_type, cache_control) in table {
        for method in [Method::GET, Method::HEAD] {
            let response = gateway.request(method.clone(), path).send().await.unwrap();
            assert_eq!(response.status(), status, "{method} {path}");
            assert_eq!(header(&response, "content-type"), content_type, "{method} {path}");
            assert_eq!(
                header(&response, "cache-control"),
                cache_control,
                "{method} {path}"
            );
            let body = response.text().await.unwrap();
            assert_eq!(body.is_empty(), method == Method::HEAD, "{method} {path}");
            assert!(!body.contains("SECRET"), "{path}");
        }
    }
}

#[tokio::test]
async fn every_page_is_sent_as_its_document_in_the_form_that_is_accepted() {
    let gateway = Gateway::start().await;
    let home = "<!doctype html><title>Home</title><link href=https://shop.example/>";
    let shop = "<!doctype html><title>Everything</title>";
    let other = "<!doctype html><title>Shop</title>";
    for (path, body) in [
        ("/", home),
        ("/?utm_source=x", home),
        ("/shop", shop),
        ("/shop?", shop),
        ("/shop?type=box", other),
        ("/cart", other),
        ("/nowhere", other),
        ("/product/unknown", other),
    ] {
        let answer = gateway.get(path).await;
        assert_eq!(header(&answer, "vary"), "accept-encoding", "{path}");
        assert_eq!(answer.text().await.unwrap(), body, "{path}");
        for coding in ["br", "gzip"] {
            let request = gateway
                .request(Method::GET, path)
                .header("accept-encoding", coding);
            let compressed = request.send().await.unwrap();
            assert_eq!(header(&compressed, "content-encoding"), coding, "{path}");
        }
    }
}

#[tokio::test]
async fn a_products_page_says_what_it_is_before_any_script_runs() {
    let gateway = Gateway::start().await;
    let page = gateway
        .get(&format!("/product/{KARELA}"))
        .await
        .text()
        .await
        .unwrap();
    let karela = karela();
    for expected in [
        format!("<title>{} · Vanmool</title>", karela.product_name),
        format!("<link href=\"https://shop.example/product/{KARELA}\">"),
        format!("data-id=\"{KARELA}\" data-hindi=\"{}\"", karela.hindi_name),
        format!("data-photo=\"{}\"", karela.photos[0]),
        "data-files=\"/images/karela-1-400.avif\"".to_owned(),
        format!(">{}: {}</div>", karela.product_name, karela.tagline),
    ] {
        assert!(page.contains(&expected), "{expected} is not in {page}");
    }
    let data = page.split_once("ld+json\">").unwrap().1;
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data[0]["@type"], "Product");
    assert_eq!(
        data[0]["image"][0],
        format!("https://shop.example{}", karela.photos[0])
    );
    assert_eq!(data[0]["offers"][0]["priceCurrency"], "INR");
    assert_eq!(
        data[0]["offers"][0]["price"],
        karela.variants[0].price_paise / 100
    );
    assert_eq!(data[0]["offers"].as_array().unwrap().len(), karela.variants.len());
    assert_eq!(data[0]["aggregateRating"], Value::Null, "it has no rating");
    assert_eq!(data[1]["itemListElement"][2]["name"], karela.product_name);

    let mut renamed = karela;
    renamed.product_name = "Karela <b>&</b>".to_owned();
    gateway.catalog.now_answers(Ok(vec![renamed]));
    testkit::eventually("the page follows the catalog", async || {
        let page = gateway
            .get(&format!("/product/{KARELA}"))
            .await
            .text()
            .await
            .unwrap();
        page.contains("<title>Karela &lt;b&gt;&amp;&lt;/b&gt; · Vanmool</title>")
            .then_some(())
    })
    .await;
}

#[tokio::test]
async fn search_engines_find_every_page_that_is_listed_and_every_product() {
    let gateway = Gateway::start().await;
    let robots = gateway.get("/robots.txt").await.text().await.unwrap();
    assert!(
        robots.contains("Sitemap: https://shop.example/sitemap.xml"),
        "{robots}"
    );
    let sitemap = gateway.get("/sitemap.xml").await.text().await.unwrap();
    let listed: Vec<_> = sitemap
        .split("<loc>https://shop.example")
        .skip(1)
        .map(|rest| rest.split_once("</loc>").unwrap().0)
        .collect();
    let product = format!("/product/{KARELA}");
    assert_eq!(listed, ["/", "/shop", "/aboutUs", &product]);
}

#[tokio::test]
async fn the_way_to_report_a_hole_is_found() {
    let gateway = Gateway::start().await;
    let answer = gateway.get("/.well-known/security.txt").await;
    assert_eq!(header(&answer, "content-type"), "text/plain; charset=utf-8");
    let text = answer.text().await.unwrap();
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    assert_eq!(field("Contact: "), "https://shop.example/contact");
    assert_eq!(
        field("Canonical: "),
        "https://shop.example/.well-known/security.txt"
    );
    let now = time::OffsetDateTime::now_utc();
    let until =
        time::OffsetDateTime::parse(field("Expires: "), &time::format_description::well_known::Rfc3339)
            .unwrap();
    assert!(until > now && until < now + time::Duration::days(365), "{until}");
}

#[tokio::test]
async fn the_sitemap_is_kept_until_pages_or_products_change() {
    let gateway = Gateway::start().await;
    let first = gateway.get("/sitemap.xml").await;
    let tag = header(&first, "etag").to_owned();
    assert!(!tag.is_empty(), "it is compared instead of sent again");
    let again = gateway
        .request(Method::GET, "/sitemap.xml")
        .header("if-none-match", &tag);
    assert_eq!(again.send().await.unwrap().status(), 304);

    let another = Product {
        id: AMLA.to_owned(),
        ..karela()
    };
    gateway.catalog.now_answers(Ok(vec![karela(), another]));
    testkit::eventually("the new product is listed", async || {
        let sitemap = gateway.get("/sitemap.xml").await.text().await.unwrap();
        (sitemap.matches("<loc>https://shop.example/product/").count() == 2).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_new_build_is_found_and_a_half_one_is_not_served() {
    let gateway = Gateway::start().await;
    let site = gateway.site.path();
    std::fs::remove_file(site.join("pages.json")).unwrap();
    std::fs::write(site.join("app.html"), "<!doctype html><title>New</title>").unwrap();
    assert!(gateway.get("/cart").await.text().await.unwrap().contains("Shop"));
    build_site(site);
    std::fs::write(site.join("app.html"), "<!doctype html><title>New</title>").unwrap();
    testkit::eventually("the new build is served", async || {
        let page = gateway.get("/cart").await.text().await.unwrap();
        page.contains("<title>New</title>").then_some(())
    })
    .await;
}

#[tokio::test]
async fn cards_products_and_what_search_engines_read_tell_what_every_review_gave() {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let amla = Product {
        id: AMLA.to_owned(),
        product_name: "Amla Powder".to_owned(),
        other_names: vec!["Indian gooseberry".to_owned()],
        ..karela()
    };
    let gateway = Gateway::with(FakeCatalog::answering(Ok(vec![karela(), amla])), site).await;
    let rated = testkit::eventually("the ratings are known", async || {
        let page = gateway
            .get(&format!("/product/{AMLA}"))
            .await
            .text()
            .await
            .unwrap();
        page.contains("aggregateRating").then_some(page)
    })
    .await;
    let data = rated.split_once("ld+json\">").unwrap().1;
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let expected = json!({
        "@type": "AggregateRating",
        "ratingValue": 4.5,
        "reviewCount": 900,
        "bestRating": 5,
        "worstRating": 0,
    });
    assert_eq!(data[0]["aggregateRating"], expected);
    let told = async |path: &str| -> Value {
        let mut body: Value = gateway.get(path).await.json().await.unwrap();
        body["data"].take()
    };
    let given = json!({ "mean": 4.5, "count": 900 });
    let product = told(&format!("/api/v1/products/{AMLA}")).await;
    assert_eq!(product["rating"], given);
    assert_eq!(told("/api/v1/products/").await[1]["rating"], given);
    let cards = told("/api/v1/products/cards").await;
    assert_eq!(cards["products"][1]["rating"], given);
    assert_eq!(cards["products"][0]["rating"], Value::Null, "it has no rating");
    let page = gateway
        .get(&format!("/product/{KARELA}"))
        .await
        .text()
        .await
        .unwrap();
    assert!(!page.contains("aggregateRating"), "it has no rating: {page}");
}

#[tokio::test]
async fn a_page_is_checked_and_not_sent_again() {
    let gateway = Gateway::start().await;
    let tag = header(&gateway.get("/cart").await, "etag").to_owned();
    assert!(!tag.is_empty());
    let ask = async |path: &str| {
        gateway
            .request(Method::GET, path)
            .header("if-none-match", &tag)
            .send()
            .await
            .unwrap()
    };
    assert_eq!(ask("/cart").await.status(), 304);
    assert_eq!(header(&ask("/cart").await, "cache-control"), "no-cache");
    assert_eq!(
        ask("/nowhere").await.status(),
        404,
        "\"not modified\" would hide that it is not there"
    );
    let part = gateway
        .request(Method::GET, "/nowhere")
        .header("range", "bytes=0-3")
        .send()
        .await
        .unwrap();
    assert_eq!(part.status(), 404);
}

#[tokio::test]
async fn a_product_that_may_exist_is_worth_another_try() {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Err(tonic::Status::unavailable("down")));
    let gateway = Gateway::with(catalog, site).await;
    let answer = gateway.get(&format!("/product/{KARELA}")).await;
    assert_eq!(answer.status(), 503);
    assert!(!header(&answer, "retry-after").is_empty());
    assert_eq!(header(&answer, "cache-control"), "no-cache");
    let page = answer.text().await.unwrap();
    assert!(
        page.contains("<title>Shop</title>"),
        "the front end says what is wrong: {page}"
    );
    assert_eq!(gateway.get("/cart").await.status(), 200);
}

#[tokio::test]
async fn a_missing_front_end_is_explained_and_found_once_it_is_built() {
    let site = tempfile::tempdir().unwrap();
    let gateway = Gateway::with(FakeCatalog::answering(Ok(vec![karela()])), site).await;
    gateway.has_the_list().await;
    for path in ["/", "/cart", "/assets/app-4f2a.js"] {
        let response = gateway.get(path).await;
        assert_eq!(response.status(), 503, "{path}");
        assert_eq!(header(&response, "cache-control"), "no-store");
        assert!(response.text().await.unwrap().contains("npm run build"), "{path}");
    }
    assert_eq!(
        gateway.get("/api/v1/products").await.status(),
        200,
        "the API works without pages"
    );
    assert_eq!(gateway.get("/readyz").await.status(), 503);
    build_site(gateway.site.path());
    assert_eq!(gateway.get("/cart").await.status(), 200);
    assert_eq!(gateway.get("/readyz").await.status(), 200);
}
