//! A fake catalog with two products. Tests can make it change a price, hang or stop.

use std::sync::{Arc, Mutex};

use proto::catalog::v1::{
    GetProductRequest, GetProductResponse, GetShopRequest, GetShopResponse, ListProductsRequest,
    ListProductsResponse, Quote, QuoteLine, QuotePricesRequest, QuotePricesResponse, SearchProductsRequest,
    SearchProductsResponse, Shop, ShopFacts,
    catalog_service_server::{CatalogService, CatalogServiceServer},
    shop_service_server::{ShopService, ShopServiceServer},
};
use testkit::Served;
use tokio::sync::watch;
use tonic::{Request, Response, Status, async_trait};

pub const KARELA: &str = "0190b6a0-0000-7000-8000-000000000001";
pub const ASHWAGANDHA: &str = "0190b6a0-0000-7000-8000-000000000002";

#[derive(Clone)]
struct Mood {
    karela_paise: i64,
    /// The shop profile. Requests for it fail while there is none.
    shop: Option<ShopFacts>,
    /// The number of requests for the shop profile.
    shop_asked: u32,
}

pub struct FakeCatalog {
    mood: Arc<Mutex<Mood>>,
    /// True while it hangs.
    hangs: watch::Sender<bool>,
    served: Served,
}

impl FakeCatalog {
    pub async fn serve() -> Self {
        let mood = Arc::new(Mutex::new(Mood {
            karela_paise: 24_900,
            shop: None,
            shop_asked: 0,
        }));
        let (hangs, is_hanging) = watch::channel(false);
        let api = Api(Arc::clone(&mood), is_hanging);
        let (catalog, shop) = (
            CatalogServiceServer::new(api.clone()),
            ShopServiceServer::new(api),
        );
        let served = testkit::serve(|frame| frame.serve_both(catalog, shop, &[])).await;
        Self { mood, hangs, served }
    }

    pub fn target(&self) -> runtime::Target {
        self.served.target()
    }

    pub fn change_price_of_karela(&self, paise: i64) {
        self.mood.lock().expect("nothing panics with it").karela_paise = paise;
    }

    /// Sets the shop profile.
    pub fn say_of_the_shop(&self, facts: Option<ShopFacts>) {
        self.mood.lock().expect("nothing panics with it").shop = facts;
    }

    /// Returns the number of requests for the shop profile.
    pub fn shop_asked(&self) -> u32 {
        self.mood.lock().expect("nothing panics with it").shop_asked
    }

    pub fn hang(&self) {
        self.hangs.send_replace(true);
    }

    /// Stops hanging. Waiting requests are answered too.
    pub fn go_on(&self) {
        self.hangs.send_replace(false);
    }

    pub fn stop(&self) {
        self.served.stop();
    }
}

#[derive(Clone)]
struct Api(Arc<Mutex<Mood>>, watch::Receiver<bool>);

#[async_trait]
impl ShopService for Api {
    async fn get_shop(&self, _: Request<GetShopRequest>) -> Result<Response<GetShopResponse>, Status> {
        let facts = {
            let mut mood = self.0.lock().expect("nothing panics with it");
            mood.shop_asked += 1;
            mood.shop.clone()
        };
        let facts = facts.ok_or_else(|| Status::unavailable("it is away"))?;
        let shop = Some(Shop {
            version: 2,
            facts: Some(facts),
        });
        Ok(Response::new(GetShopResponse { shop }))
    }
}

#[async_trait]
impl CatalogService for Api {
    async fn quote_prices(
        &self,
        request: Request<QuotePricesRequest>,
    ) -> Result<Response<QuotePricesResponse>, Status> {
        let mut hangs = self.1.clone();
        let waited = hangs.wait_for(|hangs| !hangs).await;
        waited.expect("the test holds the other end");
        let mood = self.0.lock().expect("nothing panics with it").clone();
        let quotes = request
            .into_inner()
            .lines
            .into_iter()
            .map(|line| quote(line, &mood))
            .collect();
        Ok(Response::new(QuotePricesResponse { quotes }))
    }

    async fn list_products(
        &self,
        _: Request<ListProductsRequest>,
    ) -> Result<Response<ListProductsResponse>, Status> {
        Err(Status::unimplemented("orders never ask for the list"))
    }

    async fn search_products(
        &self,
        _: Request<SearchProductsRequest>,
    ) -> Result<Response<SearchProductsResponse>, Status> {
        Err(Status::unimplemented("orders never search"))
    }

    async fn get_product(
        &self,
        _: Request<GetProductRequest>,
    ) -> Result<Response<GetProductResponse>, Status> {
        Err(Status::unimplemented("orders never ask for a product"))
    }
}

fn quote(line: QuoteLine, mood: &Mood) -> Quote {
    let (product_name, price_paise, sku) = match (line.product_id.as_str(), line.weight_in_grams) {
        (KARELA, 100) => ("Karela Powder", Some(mood.karela_paise), "P0001-100"),
        (KARELA, 200) => ("Karela Powder", Some(32_400), "P0001-200"),
        (KARELA, _) => ("Karela Powder", None, ""),
        // A catalog without SKUs.
        (ASHWAGANDHA, 75) => ("Ashwagandha Powder", Some(34_900), ""),
        _ => ("", None, ""),
    };
    Quote {
        product_id: line.product_id,
        weight_in_grams: line.weight_in_grams,
        product_name: product_name.to_owned(),
        price_paise,
        sku: sku.to_owned(),
    }
}
