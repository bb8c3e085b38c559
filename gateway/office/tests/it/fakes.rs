//! An office with fakes behind it, and a client in front.

use fakes::{
    contact::v1::ticket_service_server::TicketServiceServer,
    review::v1::review_moderation_service_server::ReviewModerationServiceServer,
};
use http::Uri;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;
use tempfile::TempDir;
use testkit::Served;

use crate::{
    fake_cash::FakeCash,
    fake_held::{self, FakeHeld},
    fake_inventory::FakeInventory,
    fake_money::FakeMoney,
    fake_order::FakeOrder,
    fake_order_editing::{self, FakeOrderEditing},
    fake_order_exports::FakeOrderExports,
    fake_products::{self, FakeProducts},
    fake_recalls::FakeRecalls,
    fake_reviews::FakeReviews,
    fake_shoppers::{self, FakeShoppers},
    fake_staff::FakeStaff,
    fake_tickets::FakeTickets,
    record::Record,
};

pub(crate) const API: &str = "/api/office/v1";

/// An office in front of fakes and a small built site.
pub(crate) struct Office {
    pub(crate) record: Record,
    pub(crate) staff: FakeStaff,
    pub(crate) order: FakeOrder,
    pub(crate) order_editing: FakeOrderEditing,
    pub(crate) order_exports: FakeOrderExports,
    pub(crate) order_cash: FakeCash,
    pub(crate) recalls: FakeRecalls,
    pub(crate) held: FakeHeld,
    pub(crate) money: FakeMoney,
    pub(crate) money_server: Served,
    pub(crate) products: FakeProducts,
    pub(crate) site: TempDir,
    pub(crate) identity_server: Served,
    pub(crate) review_server: Served,
    pub(crate) contact_server: Served,
    server: Served,
    _others: [Served; 3],
    client: reqwest::Client,
}

impl Office {
    pub(crate) async fn start() -> Self {
        Self::set_up(|_| {}).await
    }

    /// An office with changed settings.
    pub(crate) async fn set_up(change: impl FnOnce(&mut office::Settings)) -> Self {
        let record = Record::default();
        let staff = FakeStaff::new(record.clone());
        let shoppers = FakeShoppers(record.clone());
        let order = FakeOrder::new(record.clone());
        let order_editing = FakeOrderEditing::new(record.clone());
        let order_exports = FakeOrderExports::new(record.clone());
        let order_cash = FakeCash::new(record.clone());
        let recalls = FakeRecalls::new(record.clone());
        let held = FakeHeld::new(record.clone());
        let money = FakeMoney::new(record.clone());
        let money_server = money.serve().await;
        let contact_server = testkit::grpc(TicketServiceServer::new(FakeTickets(record.clone()))).await;
        let review_server =
            testkit::grpc(ReviewModerationServiceServer::new(FakeReviews(record.clone()))).await;
        let products = FakeProducts::new(record.clone());
        let catalog_server = fake_products::serve_catalog(products.clone()).await;
        let identity_server = fake_shoppers::serve_identity(staff.clone(), shoppers).await;
        let stock = (FakeInventory::new(record.clone()), recalls.clone());
        let inventory_server = fake_held::serve_inventory(stock).await;
        let order_server = fake_order_editing::serve_orders(
            order.clone(),
            order_editing.clone(),
            order_exports.clone(),
            order_cash.clone(),
            (recalls.clone(), held.clone()),
        )
        .await;
        let site = built_site();
        let servers = [
            &catalog_server,
            &contact_server,
            &identity_server,
            &inventory_server,
        ];
        let urls = urls(servers, &order_server, &money_server, &review_server);
        let mut settings = settings_of(&site, urls);
        change(&mut settings);
        let server = testkit::serve(|frame| office::service(settings, frame)).await;
        Self {
            record,
            staff,
            order,
            order_editing,
            order_exports,
            order_cash,
            recalls,
            held,
            money,
            money_server,
            products,
            site,
            identity_server,
            review_server,
            contact_server,
            server,
            _others: [catalog_server, inventory_server, order_server],
            client: reqwest::Client::new(),
        }
    }

    /// A request without a session.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let address = self.server.url().authority().unwrap().to_string();
        self.client.request(method, format!("http://{address}{path}"))
    }

    /// A request below the API with a session cookie: `owner`, `packer` and `accountant` are valid sessions.
    pub(crate) fn of(&self, session: &str, method: Method, path: &str) -> RequestBuilder {
        self.request(method, &format!("{API}{path}"))
            .header("cookie", format!("theme=dark; __Host-office_session={session}"))
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    /// The data that the owner reads below the API.
    pub(crate) async fn read(&self, path: &str) -> Value {
        data(self.of("owner", Method::GET, path).send().await.unwrap()).await
    }

    /// The response to a request of the owner with a body.
    pub(crate) async fn send(&self, method: Method, path: &str, body: &Value) -> Response {
        self.of("owner", method, path).json(body).send().await.unwrap()
    }
}

fn urls(
    [catalog, contact, identity, inventory]: [&Served; 4],
    order: &Served,
    money: &Served,
    review: &Served,
) -> office::ServiceUrls {
    office::ServiceUrls {
        catalog_url: catalog.target(),
        contact_url: contact.target(),
        identity_url: identity.target(),
        inventory_url: inventory.target(),
        order_url: order.target(),
        payment_url: money.target(),
        billing_url: money.target(),
        review_url: review.target(),
    }
}

fn settings_of(site: &TempDir, services: office::ServiceUrls) -> office::Settings {
    office::Settings {
        web: web::Settings {
            trusted_proxies: "192.0.2.1".parse().unwrap(),
            ..web::Settings::at(Uri::from_static("https://office.example"))
        },
        services,
        rates: office::Rates::unlimited(),
        site_dir: site.path().to_owned(),
        server_status: None,
    }
}

/// A small build of the front end.
fn built_site() -> TempDir {
    let site = tempfile::tempdir().unwrap();
    std::fs::create_dir(site.path().join("assets")).unwrap();
    for (name, content) in [
        ("index.html", "<!doctype html><title>Office</title>"),
        ("favicon.svg", "<svg/>"),
        ("assets/app-4f2a.js", "console.log('office')"),
        (".env", "SECRET=1"),
    ] {
        std::fs::write(site.path().join(name), content).unwrap();
    }
    site
}

/// The data of a successful response.
pub(crate) async fn data(response: Response) -> Value {
    let (status, url) = (response.status(), response.url().clone());
    let body: Value = response.json().await.unwrap();
    assert_eq!(status, 200, "{url}: {body}");
    assert_eq!(body["success"], true, "{url}");
    body["data"].clone()
}

/// The body of a refusal with this status.
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
