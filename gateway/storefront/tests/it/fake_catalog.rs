//! A fake catalog with answers set by the test.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use fakes::catalog::v1::catalog_service_server::CatalogService;
use proto::catalog::v1::{
    ListProductsRequest, ListProductsResponse, Product, ProductType, SearchProductsRequest,
    SearchProductsResponse, Variant,
};
use tokio::sync::Semaphore;
use tonic::{Request, Status, async_trait};

pub(crate) const KARELA: &str = "01936f00-0000-7000-8000-000000000001";

/// Returns the answer that the test sets, and counts the calls.
#[derive(Clone)]
pub(crate) struct FakeCatalog {
    answer: Arc<Mutex<Result<Vec<Product>, Status>>>,
    pub(crate) asked: Arc<AtomicUsize>,
    /// The number of searches.
    pub(crate) searched: Arc<AtomicUsize>,
    /// Calls are answered while the gate has permits.
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

/// A gate that is open until a test takes all its permits.
pub(crate) fn open_gate() -> Arc<Semaphore> {
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

    /// Finds products with these words in their names.
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
