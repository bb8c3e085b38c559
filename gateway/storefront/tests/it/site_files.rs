//! Tests of static files: the accepted encoding is sent, and private files are not served.

use reqwest::Method;
use tokio::net::TcpStream;

use crate::{
    fakes::{Gateway, header},
    program::ask,
};

#[tokio::test]
async fn compressed_siblings_are_sent_to_those_who_accept_them() {
    let gateway = Gateway::start().await;
    let table = [
        ("/assets/app-4f2a.js", "br, gzip", "br", "app in brotli"),
        ("/assets/app-4f2a.js", "gzip", "gzip", "app in gzip"),
        ("/assets/app-4f2a.js", "", "", "console.log('plain')"),
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

/// A response without the headers that differ each time.
async fn told(gateway: &Gateway, headers: &[(&str, &str)]) -> (u16, Vec<(String, String)>, String) {
    let mut request = gateway.request(Method::GET, "/assets/app-4f2a.js");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = request.send().await.unwrap();
    let changes = ["date", "x-request-id", "x-trace-id"];
    let kept = answer
        .headers()
        .iter()
        .filter(|(name, _)| !changes.contains(&name.as_str()));
    let kept = kept.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    let mut kept: Vec<_> = kept.collect();
    kept.sort();
    (answer.status().as_u16(), kept, answer.text().await.unwrap())
}

#[tokio::test]
async fn a_hashed_file_is_read_once_for_each_form_and_whole() {
    let gateway = Gateway::start().await;
    let brotli = told(&gateway, &[("accept-encoding", "br")]).await;
    let part = told(&gateway, &[("range", "bytes=0-6")]).await;
    assert_eq!((part.0, part.2.as_str()), (206, "console"));
    for file in ["app-4f2a.js", "app-4f2a.js.br", "app-4f2a.js.gz"] {
        std::fs::remove_file(gateway.site.path().join("assets").join(file)).unwrap();
    }
    assert_eq!(brotli, told(&gateway, &[("accept-encoding", "br")]).await);
    assert_eq!(brotli.2, "app in brotli");
    let never_asked_for = told(&gateway, &[("accept-encoding", "gzip")]).await;
    assert_eq!(never_asked_for.0, 404);
    let never_kept = told(&gateway, &[("range", "bytes=0-6")]).await;
    assert_eq!(never_kept.0, 404);
}

#[tokio::test]
async fn no_path_leads_out_of_the_site() {
    let gateway = Gateway::start().await;
    let site = gateway.site.path();
    std::fs::create_dir_all(site.join(".git")).unwrap();
    std::fs::write(site.join(".git/config"), "SECRET").unwrap();
    std::fs::write(site.join("assets/.env"), "SECRET").unwrap();
    for path in [
        "/.git/config",
        "/.git/",
        "/.git",
        "/assets/.env",
        "/assets/../.git/config",
        "/assets/",
        "/../../../../../../etc/passwd",
        "/assets/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/assets/..%5c..%5cetc%5cpasswd",
        "/assets/%2e%2e%2f%2egit/config",
        "//etc/passwd",
        "/assets//etc/passwd",
        "/etc/passwd%00.js",
        "/proc/self/environ",
    ] {
        let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
        let answer = ask(&mut connection, path, "").await;
        assert!(
            !answer.contains("SECRET") && !answer.contains("root:"),
            "{path}: {answer}"
        );
        assert!(!answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn internal_files_of_the_build_are_not_served() {
    let gateway = Gateway::start().await;
    let site = gateway.site.path();
    for file in ["pages.json.br", "index.html.gz", "pages/pages.json"] {
        std::fs::write(site.join(file), "SECRET {{site}}").unwrap();
    }
    for path in [
        "/pages.json",
        "//pages.json",
        "///pages.json",
        "/pages.json/",
        "/PAGES.json",
        "/pages.json.br",
        "/pages/pages.json",
        "/pages//pages.json",
        "/./pages.json",
        "/assets/../pages.json",
        "/assets/..//pages.json",
        "/%70ages.json",
        "/\\pages.json",
        "/index.html",
        "//index.html",
        "/index.html.gz",
        "/pages/shop.HTML",
        "/pages//shop.html",
    ] {
        // Sent by hand, because HTTP clients normalize such paths.
        let mut connection = TcpStream::connect(gateway.address()).await.unwrap();
        let answer = ask(&mut connection, path, "accept-encoding: identity\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        let is_page = answer.contains("<title>Shop</title>");
        assert!(
            is_page && !answer.contains("{{site}}") && !answer.contains("readsQuery"),
            "{path}"
        );
    }
}
