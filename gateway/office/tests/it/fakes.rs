//! An office with fakes behind it, and a client in front.

use std::sync::Arc;

use http::Uri;
use proto::{
    catalog::v1::catalog_service_server::CatalogServiceServer,
    identity::v1::staff_service_server::StaffServiceServer,
    inventory::v1::inventory_service_server::InventoryServiceServer,
    order::v1::order_service_server::OrderServiceServer,
};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;
use tempfile::TempDir;
use testkit::Served;

use crate::{
    fake_catalog::FakeCatalog, fake_inventory::FakeInventory, fake_order::FakeOrder, fake_staff::FakeStaff,
    record::Record,
};

pub(crate) const API: &str = "/api/office/v1";

/// An office in front of fakes and small built pages.
pub(crate) struct Office {
    pub(crate) record: Record,
    pub(crate) staff: FakeStaff,
    pub(crate) order: FakeOrder,
    pub(crate) inventory: FakeInventory,
    pub(crate) site: TempDir,
    pub(crate) identity_server: Served,
    pub(crate) catalog_server: Served,
    server: Served,
    _others: [Served; 2],
    client: reqwest::Client,
}

impl Office {
    pub(crate) async fn start() -> Self {
        Self::set_up(|_| {}).await
    }

    /// An office whose settings differ from those of the other tests.
    pub(crate) async fn set_up(change: impl FnOnce(&mut office::Settings)) -> Self {
        let record = Record::default();
        let staff = FakeStaff {
            record: record.clone(),
            ended: Arc::default(),
            tries: Arc::default(),
        };
        let order = FakeOrder {
            record: record.clone(),
            moves: Arc::default(),
            searches: Arc::default(),
            payments: Arc::default(),
        };
        let inventory = FakeInventory {
            record: record.clone(),
            receipts: Arc::default(),
            recalls: Arc::default(),
        };
        let catalog_server = testkit::grpc(CatalogServiceServer::new(FakeCatalog)).await;
        let identity_server = testkit::grpc(StaffServiceServer::new(staff.clone())).await;
        let inventory_server = testkit::grpc(InventoryServiceServer::new(inventory.clone())).await;
        let order_server = testkit::grpc(OrderServiceServer::new(order.clone())).await;
        let site = tempfile::tempdir().unwrap();
        build(&site);
        let mut settings = office::Settings {
            web: web::Settings::at(Uri::from_static("https://office.example")),
            services: office::ServiceUrls {
                catalog_url: catalog_server.target(),
                identity_url: identity_server.target(),
                inventory_url: inventory_server.target(),
                order_url: order_server.target(),
            },
            rates: office::Rates::unlimited(),
            site_dir: site.path().to_owned(),
        };
        change(&mut settings);
        let server = testkit::serve(|frame| office::service(settings, frame)).await;
        Self {
            record,
            staff,
            order,
            inventory,
            site,
            identity_server,
            catalog_server,
            server,
            _others: [inventory_server, order_server],
            client: reqwest::Client::new(),
        }
    }

    /// A request of somebody without a session.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let address = self.server.url().authority().unwrap().to_string();
        self.client.request(method, format!("http://{address}{path}"))
    }

    /// A request below the API with the cookie of a session: `owner`, `packer` and `accountant` are good ones.
    pub(crate) fn of(&self, session: &str, method: Method, path: &str) -> RequestBuilder {
        self.request(method, &format!("{API}{path}"))
            .header("cookie", format!("theme=dark; __Host-office_session={session}"))
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    /// What the owner reads below the API.
    pub(crate) async fn read(&self, path: &str) -> Value {
        data(self.of("owner", Method::GET, path).send().await.unwrap()).await
    }

    /// What the owner's request with a body is answered.
    pub(crate) async fn send(&self, method: Method, path: &str, body: &Value) -> Response {
        self.of("owner", method, path).json(body).send().await.unwrap()
    }
}

/// What a build of the front end leaves, in small.
fn build(site: &TempDir) {
    std::fs::create_dir(site.path().join("assets")).unwrap();
    for (name, content) in [
        ("index.html", "<!doctype html><title>Office</title>"),
        ("favicon.svg", "<svg/>"),
        ("assets/app-4f2a.js", "console.log('office')"),
        (".env", "SECRET=1"),
    ] {
        std::fs::write(site.path().join(name), content).unwrap();
    }
}

/// The data of an answer that succeeded.
pub(crate) async fn data(response: Response) -> Value {
    let (status, url) = (response.status(), response.url().clone());
    let body: Value = response.json().await.unwrap();
    assert_eq!(status, 200, "{url}: {body}");
    assert_eq!(body["success"], true, "{url}");
    body["data"].clone()
}

/// The body of an answer that was refused with this status.
pub(crate) async fn refusal(response: Response, status: u16) -> Value {
    let (told, url) = (response.status(), response.url().clone());
    assert_eq!(header(&response, "cache-control"), "no-store", "{url}");
    let body: Value = response.json().await.unwrap();
    assert_eq!(told, status, "{url}: {body}");
    assert_eq!(body["success"], false, "{url}");
    body
}

pub(crate) fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}
