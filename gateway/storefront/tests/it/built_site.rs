//! A small front end, built.

use std::path::Path;

/// What a build of the front end leaves, in small.
const PAGES: &str = r#"{
    "brand": "Vanmool",
    "other": "app.html",
    "pages": [
        { "pattern": "/", "document": "index.html", "listed": true, "readsQuery": false },
        { "pattern": "/shop", "document": "pages/shop.html", "listed": true, "readsQuery": true },
        { "pattern": "/cart", "document": "app.html", "listed": false, "readsQuery": false },
        { "pattern": "/aboutUs", "document": "app.html", "listed": true, "readsQuery": false },
        { "pattern": "/product/:id", "document": "pages/product.html", "listed": true, "readsQuery": false },
        { "pattern": "/404", "document": "app.html", "listed": false, "readsQuery": false }
    ]
}"#;

const PRODUCT_TEMPLATE: &str = r#"<!doctype html><title>{{title}}</title><meta content="{{description}}">
<link href="{{site}}{{path}}"><script type="application/ld+json">{{data}}</script>
<div data-id="{{productId}}" data-hindi="{{hindiName}}" data-photo="{{photo}}" data-files="{{photoBase}}-400.{{photoFormat}}">{{productName}}: {{tagline}}</div>"#;

pub(crate) fn build_site(directory: &Path) {
    std::fs::create_dir_all(directory.join("assets")).unwrap();
    std::fs::create_dir_all(directory.join("images")).unwrap();
    std::fs::create_dir_all(directory.join("pages")).unwrap();
    let files: [(&str, &[u8]); 11] = [
        (
            "index.html",
            b"<!doctype html><title>Home</title><link href={{site}}/>",
        ),
        ("app.html", b"<!doctype html><title>Shop</title>"),
        ("pages/shop.html", b"<!doctype html><title>Everything</title>"),
        ("pages/product.html", PRODUCT_TEMPLATE.as_bytes()),
        ("pages.json", PAGES.as_bytes()),
        ("favicon.svg", b"<svg/>"),
        (".env", b"SECRET=1"),
        ("assets/app-4f2a.js", b"console.log('plain')"),
        ("assets/app-4f2a.js.br", b"app in brotli"),
        ("assets/app-4f2a.js.gz", b"app in gzip"),
        ("images/karela-1.webp", b"RIFF"),
    ];
    for (name, content) in files {
        std::fs::write(directory.join(name), content).unwrap();
    }
}
