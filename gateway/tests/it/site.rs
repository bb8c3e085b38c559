use reqwest::Method;

use crate::fakes::{FakeCatalog, Gateway, KARELA, build_site, header, karela};

#[tokio::test]
async fn every_path_has_the_right_status_and_lifetime() {
    let gateway = Gateway::start().await;
    let product = format!("/product/{KARELA}");
    let long_name = format!("/assets/{}.js", "a".repeat(5_000));
    let good = "public, max-age=31536000, immutable";
    let table = [
        ("/", 200, "text/html; charset=utf-8", "no-cache"),
        ("/?utm_source=x", 200, "text/html; charset=utf-8", "no-cache"),
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
async fn compressed_siblings_are_sent_to_those_who_accept_them() {
    let gateway = Gateway::start().await;
    let table = [
        ("/assets/app-4f2a.js", "br, gzip", "br", "app in brotli"),
        ("/assets/app-4f2a.js", "gzip", "gzip", "app in gzip"),
        ("/assets/app-4f2a.js", "", "", "console.log('plain')"),
        ("/cart", "br", "br", "index in brotli"),
        ("/nowhere", "br", "br", "index in brotli"),
        ("/cart", "gzip", "", "<!doctype html><title>Shop</title>"),
    ];
    for (path, accepted, encoding, body) in table {
        let request = gateway
            .request(Method::GET, path)
            .header("accept-encoding", accepted);
        let response = request.send().await.unwrap();
        assert_eq!(
            header(&response, "content-encoding"),
            encoding,
            "{path} {accepted}"
        );
        assert_eq!(header(&response, "vary"), "accept-encoding", "{path} {accepted}");
        assert_eq!(response.text().await.unwrap(), body, "{path} {accepted}");
    }
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
async fn no_product_is_declared_gone_while_the_list_is_not_known() {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Err(tonic::Status::unavailable("down")));
    let gateway = Gateway::with(catalog, site).await;
    assert_eq!(gateway.get("/product/unknown").await.status(), 200);
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
