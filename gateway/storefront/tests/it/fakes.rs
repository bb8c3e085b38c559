//! A gateway with fakes behind it, and a client in front.

use std::{
    num::NonZeroU32,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use http::Uri;
use proto::{
    catalog::v1::{
        GetProductRequest, GetProductResponse, ListProductsRequest, ListProductsResponse, Product,
        ProductType, QuotePricesRequest, QuotePricesResponse, SearchProductsRequest, SearchProductsResponse,
        Variant, catalog_service_server::CatalogService,
    },
    order::v1::{
        FindOrderRequest, FindOrderResponse, GetOrderRequest, GetOrderResponse, ListOrdersRequest,
        ListOrdersResponse, MoveOrderRequest, MoveOrderResponse, Order, PaymentMethod, PaymentStatus,
        PlaceOrderRequest, PlaceOrderResponse, QuoteDeliveryRequest, QuoteDeliveryResponse,
        order_service_server::OrderService,
    },
};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::Served;
use tokio::sync::Semaphore;
use tonic::{Request, Status, async_trait};

use crate::{backends::Backends, built_site::build_site};

/// The order that [`FakeOrder`] knows, by id and by number.
pub(crate) const ORDER: &str = "01936f00-0000-7000-8000-0000000000aa";
pub(crate) const NUMBER: &str = "VM-261121-7K3QX";

pub(crate) const KARELA: &str = "01936f00-0000-7000-8000-000000000001";

/// A catalog that answers what the test says, and counts how often it was asked.
#[derive(Clone)]
pub(crate) struct FakeCatalog {
    answer: Arc<Mutex<Result<Vec<Product>, Status>>>,
    pub(crate) asked: Arc<AtomicUsize>,
    /// How often it was asked to search.
    pub(crate) searched: Arc<AtomicUsize>,
    /// Calls are answered while it has permits.
    pub(crate) gate: Arc<Semaphore>,
}

impl FakeCatalog {
    pub(crate) fn answering(answer: Result<Vec<Product>, Status>) -> Self {
        Self {
            answer: Arc::new(Mutex::new(answer)),
            asked: Arc::default(),
            searched: Arc::default(),
            gate: open_gate(),
        }
    }

    pub(crate) fn now_answers(&self, answer: Result<Vec<Product>, Status>) {
        *self.answer.lock().unwrap() = answer;
    }
}

/// A gate that lets everybody through until a test takes all its permits.
fn open_gate() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(PERMITS as usize))
}

pub(crate) const PERMITS: u32 = 1_000;

#[async_trait]
impl CatalogService for FakeCatalog {
    async fn list_products(
        &self,
        request: Request<ListProductsRequest>,
    ) -> Result<tonic::Response<ListProductsResponse>, Status> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let _open = self.gate.acquire().await.unwrap();
        let ListProductsRequest {
            page_size,
            page_token,
        } = request.into_inner();
        let start: usize = page_token.parse().unwrap_or(0);
        let answer = self.answer.lock().unwrap();
        let all = answer.as_ref().map_err(Clone::clone)?;
        let end = all.len().min(start + usize::try_from(page_size).unwrap());
        let next_page_token = if end < all.len() {
            end.to_string()
        } else {
            String::new()
        };
        let products = all[start..end].to_vec();
        let page = ListProductsResponse {
            products,
            next_page_token,
        };
        Ok(page.into())
    }

    /// Finds what has the words in its name.
    async fn search_products(
        &self,
        request: Request<SearchProductsRequest>,
    ) -> Result<tonic::Response<SearchProductsResponse>, Status> {
        let SearchProductsRequest {
            words,
            page_size,
            page_token,
        } = request.into_inner();
        self.searched.fetch_add(1, Ordering::Relaxed);
        if !page_token.is_empty() && page_token.parse::<usize>().is_err() {
            let violation = runtime::status::Violation::new(
                "page_token",
                runtime::status::Rule::Malformed.says("Send the token of the page before"),
            );
            return Err(runtime::status::invalid(vec![violation]));
        }
        let start: usize = page_token.parse().unwrap_or(0);
        let answer = self.answer.lock().unwrap();
        let all = answer.as_ref().map_err(Clone::clone)?;
        let found = all.iter().filter(|product| product.product_name.contains(&words));
        let mut ids: Vec<_> = found.map(|product| product.id.clone()).collect();
        let total = i32::try_from(ids.len()).unwrap();
        let end = ids.len().min(start + usize::try_from(page_size).unwrap());
        let next_page_token = if end < ids.len() {
            end.to_string()
        } else {
            String::new()
        };
        ids.truncate(end);
        let found = SearchProductsResponse {
            product_ids: ids.split_off(start),
            total,
            next_page_token,
        };
        Ok(found.into())
    }

    async fn get_product(
        &self,
        _: Request<GetProductRequest>,
    ) -> Result<tonic::Response<GetProductResponse>, Status> {
        Err(Status::unimplemented("the gateway asks for the list only"))
    }

    async fn quote_prices(
        &self,
        _: Request<QuotePricesRequest>,
    ) -> Result<tonic::Response<QuotePricesResponse>, Status> {
        Err(Status::unimplemented("the gateway asks for the list only"))
    }
}

/// An order service that answers what the test says, and remembers what it was asked.
#[derive(Clone)]
pub(crate) struct FakeOrder {
    answer: Arc<Mutex<Result<PlaceOrderResponse, Status>>>,
    pub(crate) asked: Arc<Mutex<Vec<PlaceOrderRequest>>>,
    /// How often it was asked about a pincode.
    pub(crate) quoted: Arc<AtomicUsize>,
    /// Calls are answered while it has permits.
    pub(crate) gate: Arc<Semaphore>,
}

impl FakeOrder {
    pub(crate) fn new() -> Self {
        let placed = PlaceOrderResponse {
            order_id: ORDER.to_owned(),
            order_number: NUMBER.to_owned(),
            total_paise: 49_850,
            placed_at: "2026-11-21T06:30:00Z".to_owned(),
            ..PlaceOrderResponse::default()
        };
        Self {
            answer: Arc::new(Mutex::new(Ok(placed))),
            asked: Arc::default(),
            quoted: Arc::default(),
            gate: open_gate(),
        }
    }

    pub(crate) fn now_answers(&self, answer: Result<PlaceOrderResponse, Status>) {
        *self.answer.lock().unwrap() = answer;
    }
}

#[async_trait]
impl OrderService for FakeOrder {
    async fn search_orders(
        &self,
        _: Request<proto::order::v1::SearchOrdersRequest>,
    ) -> Result<tonic::Response<proto::order::v1::SearchOrdersResponse>, Status> {
        Err(Status::unimplemented("the gateway is not the office"))
    }

    async fn count_open_orders(
        &self,
        _: Request<proto::order::v1::CountOpenOrdersRequest>,
    ) -> Result<tonic::Response<proto::order::v1::CountOpenOrdersResponse>, Status> {
        Err(Status::unimplemented("the gateway is not the office"))
    }

    async fn list_sales(
        &self,
        _: Request<proto::order::v1::ListSalesRequest>,
    ) -> Result<tonic::Response<proto::order::v1::ListSalesResponse>, Status> {
        Err(Status::unimplemented("the gateway is not the office"))
    }

    async fn record_payment(
        &self,
        _: Request<proto::order::v1::RecordPaymentRequest>,
    ) -> Result<tonic::Response<proto::order::v1::RecordPaymentResponse>, Status> {
        Err(Status::unimplemented("the gateway is not the office"))
    }

    async fn claim_orders(
        &self,
        _: Request<proto::order::v1::ClaimOrdersRequest>,
    ) -> Result<tonic::Response<proto::order::v1::ClaimOrdersResponse>, Status> {
        Err(Status::unimplemented("nobody claims orders here"))
    }

    async fn place_order(
        &self,
        request: Request<PlaceOrderRequest>,
    ) -> Result<tonic::Response<PlaceOrderResponse>, Status> {
        self.asked.lock().unwrap().push(request.into_inner());
        let _open = self.gate.acquire().await.unwrap();
        let answer = self.answer.lock().unwrap().clone()?;
        Ok(answer.into())
    }

    async fn get_order(
        &self,
        _: Request<GetOrderRequest>,
    ) -> Result<tonic::Response<GetOrderResponse>, Status> {
        Err(Status::unimplemented("the gateway does not ask for it"))
    }

    async fn move_order(
        &self,
        _: Request<MoveOrderRequest>,
    ) -> Result<tonic::Response<MoveOrderResponse>, Status> {
        Err(Status::unimplemented("the whole shop's tests move orders"))
    }

    async fn list_orders(
        &self,
        _: Request<ListOrdersRequest>,
    ) -> Result<tonic::Response<ListOrdersResponse>, Status> {
        Err(Status::unimplemented("the whole shop's tests list orders"))
    }

    /// Finds one order, for whoever knows its mobile number or has its link.
    async fn find_order(
        &self,
        request: Request<FindOrderRequest>,
    ) -> Result<tonic::Response<FindOrderResponse>, Status> {
        let asked = request.into_inner();
        let ownership = asked.ownership.unwrap_or_default();
        let is_theirs = ownership.mobile_number == "9876543210" || ownership.link_token == "6a3b-00c0ffee";
        if asked.order_number != NUMBER || !is_theirs {
            return Err(Status::not_found("There is no such order."));
        }
        let order = Order {
            order_id: ORDER.to_owned(),
            order_number: NUMBER.to_owned(),
            payment_method: PaymentMethod::Online.into(),
            payment_status: PaymentStatus::Paid.into(),
            ..Order::default()
        };
        Ok(tonic::Response::new(FindOrderResponse { order: Some(order) }))
    }

    async fn quote_delivery(
        &self,
        request: Request<QuoteDeliveryRequest>,
    ) -> Result<tonic::Response<QuoteDeliveryResponse>, Status> {
        self.quoted.fetch_add(1, Ordering::Relaxed);
        match request.get_ref().pincode.as_str() {
            "395007" => Ok(tonic::Response::new(QuoteDeliveryResponse {
                district: "Surat".to_owned(),
                takes_online_payment: true,
                ..QuoteDeliveryResponse::default()
            })),
            _ => Err(Status::not_found("We do not know this pincode. Please check it.")),
        }
    }
}

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

    /// A gateway that has its lists, within these limits.
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
            // A gateway in haste may close the connection of a machine that is busy.
            let answer = self.request(Method::GET, "/readyz").send().await.ok()?;
            let ready: Value = answer.json().await.ok()?;
            (ready["data"]["catalog"] == "answers").then_some(())
        })
        .await;
    }

    pub(crate) async fn with(catalog: FakeCatalog, site: TempDir) -> Self {
        Self::set_up(catalog, site, |_| {}).await
    }

    /// A gateway whose settings differ from those of the other tests.
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
            // A gateway of a test may close what is idle at the moment of the next request.
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

    /// A checkout, sent as the front end sends it.
    pub(crate) fn checkout(&self, body: &Value) -> RequestBuilder {
        self.request(Method::POST, "/api/v1/users/orders/create/")
            .json(body)
    }
}

pub(crate) fn karela() -> Product {
    Product {
        id: KARELA.to_owned(),
        product_name: "Karela Powder".to_owned(),
        hindi_name: "करेला चूर्ण".to_owned(),
        tagline: "Whole bitter gourd, dried".to_owned(),
        r#type: ProductType::Pouch.into(),
        actual_price_paise: 24_900,
        discount_percent: 20,
        photos: vec!["/images/karela-1-800.webp".to_owned()],
        description: "Bitter.".to_owned(),
        ingredients: vec!["Karela".to_owned()],
        benefits: vec!["Single herb".to_owned()],
        variants: vec![
            Variant {
                weight_in_grams: 100,
                price_paise: 24_900,
                sku: "P0001-100".to_owned(),
            },
            Variant {
                weight_in_grams: 200,
                price_paise: 32_400,
                sku: "P0001-200".to_owned(),
            },
        ],
        other_names: vec!["Bitter melon".to_owned()],
        concerns: vec!["digestion".to_owned()],
        how_to_use: "With water.".to_owned(),
        cautions: "Ask your doctor.".to_owned(),
        storage: "Dry.".to_owned(),
        version: 1,
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
