//! A small built front end.

use std::path::Path;

/// A small build of the front end.
const PAGES: &str = r#"{
    "shop": {
        "name": "Sample", "hindiName": "", "tagline": "", "legalName": "Sample Herbals",
        "address": ["1 Sample Road"], "addressLine": "1 Sample Road",
        "phone": { "display": "+91 00000 00000", "href": "tel:+910000000000" },
        "chat": { "display": "", "href": "" },
        "mail": { "display": "care@sample.example", "href": "mailto:care@sample.example" },
        "careHours": "", "social": {
            "instagram": { "href": "" }, "facebook": { "href": "" }, "youtube": { "href": "" }
        },
        "foodLicence": "00000000000000", "taxNumber": "", "countryOfOrigin": "India", "bestBefore": "",
        "delivery": "", "codFee": "₹50", "codLimit": "", "sample": "sample"
    },
    "other": "app.html",
    "pages": [
        { "pattern": "/", "document": "index.html", "listed": true, "readsQuery": false },
        { "pattern": "/shop", "document": "pages/shop.html", "listed": true, "readsQuery": true },
        { "pattern": "/cart", "document": "app.html", "listed": false, "readsQuery": false },
        { "pattern": "/aboutUs", "document": "pages/about.html", "listed": true, "readsQuery": false },
        { "pattern": "/product/:id", "document": "pages/product.html", "listed": true, "readsQuery": false },
        { "pattern": "/404", "document": "app.html", "listed": false, "readsQuery": false }
    ]
}"#;

const PRODUCT_TEMPLATE: &str = r#"<!doctype html><title>{{title}}</title><meta content="{{description}}">
<link href="{{site}}{{path}}"><script type="application/ld+json">{{data}}</script>
<div data-id="{{productId}}" data-hindi="{{hindiName}}" data-photo="{{photo}}" data-files="{{photoBase}}-400.{{photoFormat}}">{{productName}}: {{tagline}}</div>"#;

/// The parts of every page of the shop: text, an attribute, script data, search engine data, and a
/// conditional section.
const ABOUT: &str = r#"<!doctype html><title>About · {{shop.name}}</title><meta content="{{shop.name}}">
<script type="application/ld+json">[{"name":"{{json:shop.name}}"},{{organization}}]</script>
<address>{{shop.legalName}}{{#shop.address.0}}<b>{{shop.address.0}}</b>{{/shop.address.0}}{{#shop.address.1}}<b>{{shop.address.1}}</b>{{/shop.address.1}}{{#shop.address.2}}<b>{{shop.address.2}}</b>{{/shop.address.2}}</address>
{{#shop.chat.display}}<a href="{{shop.chat.href}}">{{shop.chat.display}}</a>{{/shop.chat.display}}<p>{{#shop.delivery}}{{shop.delivery}}{{/shop.delivery}}{{^shop.delivery}}free{{/shop.delivery}}, {{shop.codFee}}, {{shop.codLimit}}</p>
<script type="application/json" id="shop">{{shop}}</script>"#;

pub(crate) fn build_site(directory: &Path) {
    std::fs::create_dir_all(directory.join("assets")).unwrap();
    std::fs::create_dir_all(directory.join("images")).unwrap();
    std::fs::create_dir_all(directory.join("pages")).unwrap();
    let files: [(&str, &[u8]); 13] = [
        (
            "index.html",
            b"<!doctype html><title>Home</title><link href={{site}}/>",
        ),
        ("app.html", b"<!doctype html><title>Shop</title>"),
        ("pages/shop.html", b"<!doctype html><title>Everything</title>"),
        ("pages/product.html", PRODUCT_TEMPLATE.as_bytes()),
        ("pages/about.html", ABOUT.as_bytes()),
        ("manifest.webmanifest", br#"{"name":"{{json:shop.name}}"}"#),
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
