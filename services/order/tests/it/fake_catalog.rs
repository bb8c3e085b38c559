//! A fake catalog with two products. Tests can make it change a price, hang or stop.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use fakes::{
    FakeShop,
    catalog::v1::catalog_service_server::{CatalogService, CatalogServiceServer},
};
use proto::catalog::v1::{Quote, QuoteLine, QuotePricesRequest, QuotePricesResponse};
use testkit::Served;
use tokio::sync::watch;
use tonic::{Request, Response, Status, async_trait};

pub const KARELA: &str = "0190b6a0-0000-7000-8000-000000000001";
pub const ASHWAGANDHA: &str = "0190b6a0-0000-7000-8000-000000000002";

pub struct FakeCatalog {
    karela_paise: Arc<AtomicI64>,
    /// The shop profile: none at first.
    pub shop: FakeShop,
    /// True while it hangs.
    hangs: watch::Sender<bool>,
    served: Served,
}

impl FakeCatalog {
    pub async fn serve() -> Self {
        let karela_paise = Arc::new(AtomicI64::new(24_900));
        let (hangs, is_hanging) = watch::channel(false);
        let shop = FakeShop::default();
        let catalog = CatalogServiceServer::new(Api(Arc::clone(&karela_paise), is_hanging));
        let server = shop.server();
        Self {
            karela_paise,
            shop,
            hangs,
            served: testkit::serve(|frame| frame.serve_both(catalog, server, proto::CONTRACT)).await,
        }
    }

    pub fn target(&self) -> runtime::Target {
        self.served.target()
    }

    pub fn change_price_of_karela(&self, paise: i64) {
        self.karela_paise.store(paise, Ordering::Relaxed);
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

struct Api(Arc<AtomicI64>, watch::Receiver<bool>);

#[async_trait]
impl CatalogService for Api {
    async fn quote_prices(
        &self,
        request: Request<QuotePricesRequest>,
    ) -> Result<Response<QuotePricesResponse>, Status> {
        let mut hangs = self.1.clone();
        let waited = hangs.wait_for(|hangs| !hangs).await;
        waited.expect("the test holds the other end");
        let karela_paise = self.0.load(Ordering::Relaxed);
        let quotes = request
            .into_inner()
            .lines
            .into_iter()
            .map(|line| quote(line, karela_paise))
            .collect();
        Ok(Response::new(QuotePricesResponse { quotes }))
    }
}

fn quote(line: QuoteLine, karela_paise: i64) -> Quote {
    let (product_name, price_paise, sku) = match (line.product_id.as_str(), line.weight_in_grams) {
        (KARELA, 100) => ("Karela Powder", Some(karela_paise), "P0001-100"),
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
