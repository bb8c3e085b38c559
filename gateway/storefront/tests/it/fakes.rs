//! A gateway with fakes behind it, and a client in front.

use std::num::NonZeroU32;

use http::Uri;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::Served;

use crate::{
    backends::Backends,
    built_site::build_site,
    fake_catalog::{FakeCatalog, KARELA, karela},
    fake_order::FakeOrder,
};

/// A gateway in front of fakes and a small built site.
pub(crate) struct Gateway {
    pub(crate) catalog: FakeCatalog,
    pub(crate) order: FakeOrder,
    pub(crate) backends: Backends,
    pub(crate) site: TempDir,
    server: Served,
    client: reqwest::Client,
}

impl Gateway {
    pub(crate) async fn start() -> Self {
        Self::within(web::Limits::default()).await
    }

    /// A gateway with loaded lists and these limits.
    pub(crate) async fn within(limits: web::Limits) -> Self {
        let site = tempfile::tempdir().unwrap();
        build_site(site.path());
        let catalog = FakeCatalog::answering(Ok(vec![karela()]));
        let gateway = Self::set_up(catalog, site, |settings| settings.web.limits = limits).await;
        gateway.has_the_list().await;
        gateway
    }

    pub(crate) async fn has_the_list(&self) {
        testkit::eventually("the gateway has the list", async || {
            // A gateway with short timeouts may close the connection on a busy machine.
            let answer = self.request(Method::GET, "/readyz").send().await.ok()?;
            let ready: Value = answer.json().await.ok()?;
            (ready["data"]["catalog"] == "answers").then_some(())
        })
        .await;
    }

    pub(crate) async fn with(catalog: FakeCatalog, site: TempDir) -> Self {
        Self::set_up(catalog, site, |_| {}).await
    }

    /// A gateway with changed settings.
    pub(crate) async fn set_up(
        catalog: FakeCatalog,
        site: TempDir,
        change: impl FnOnce(&mut storefront::Settings),
    ) -> Self {
        let backends = Backends::with(catalog).await;
        let mut settings = storefront::Settings {
            web: web::Settings {
                trusted_proxies: "127.0.0.0/8".parse().unwrap(),
                ..web::Settings::at(Uri::from_static("https://shop.example"))
            },
            services: backends.urls(),
            rates: storefront::Rates {
                credential_tries_per_minute: NonZeroU32::MIN,
                orders_per_minute: NonZeroU32::new(1_000).unwrap(),
                submissions_per_minute: NonZeroU32::new(1_000).unwrap(),
                lookups_per_minute: NonZeroU32::new(100).unwrap(),
            },
            site_dir: site.path().to_owned(),
            contact_requires_login: false,
            changes: storefront::Changes::default(),
        };
        change(&mut settings);
        let server = testkit::serve(|frame| storefront::service(settings, frame)).await;
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            // A gateway under test may close an idle connection just as the next request uses it.
            .pool_max_idle_per_host(0)
            .build()
            .unwrap();
        Self {
            catalog: backends.catalog.clone(),
            order: backends.order.clone(),
            backends,
            site,
            server,
            client,
        }
    }

    pub(crate) fn address(&self) -> String {
        self.server.url().authority().unwrap().to_string()
    }

    pub(crate) fn stop(&self) {
        self.server.stop();
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("http://{}{path}", self.address()))
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    /// A checkout request, as the front end sends it.
    pub(crate) fn checkout(&self, body: &Value) -> RequestBuilder {
        self.request(Method::POST, "/api/v1/users/orders/create/")
            .json(body)
    }
}

pub(crate) fn checkout() -> Value {
    json!({
        "fullname": "Asha Patel",
        "email": "asha@example.com",
        "mobilenumber": "9876543210",
        "deliveryAddress": "12 Ring Road, Surat",
        "pincode": "395002",
        "totalAmount": 498.5,
        "products": [{
            "productName": "Karela Powder",
            "productId": KARELA,
            "weightInGrams": 100,
            "quantity": 2,
            "basePrice": 249.25,
            "actualPrice": 498.5,
        }],
    })
}

pub(crate) fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}
