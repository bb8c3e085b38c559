//! A fake catalog with a shop profile set by the test, or down.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use proto::catalog::v1::{
    GetShopRequest, GetShopResponse, Shop, ShopFacts, SocialLink, shop_service_server::ShopService,
};
use tonic::{Request, Response, Status, async_trait};

/// Counts the calls.
#[derive(Clone)]
pub(crate) struct FakeShop {
    facts: Arc<Mutex<Option<ShopFacts>>>,
    pub(crate) asked: Arc<AtomicUsize>,
}

impl FakeShop {
    pub(crate) fn new() -> Self {
        Self {
            facts: Arc::new(Mutex::new(Some(vanmool()))),
            asked: Arc::default(),
        }
    }

    /// Sets the profile; `None` means that the catalog is down.
    pub(crate) fn now_says(&self, facts: Option<ShopFacts>) {
        *self.facts.lock().unwrap() = facts;
    }
}

#[async_trait]
impl ShopService for FakeShop {
    async fn get_shop(&self, _: Request<GetShopRequest>) -> Result<Response<GetShopResponse>, Status> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let facts = self.facts.lock().unwrap().clone();
        let facts = facts.ok_or_else(|| Status::unavailable("it is away"))?;
        Ok(Response::new(GetShopResponse {
            shop: Some(Shop {
                version: 1,
                facts: Some(facts),
            }),
        }))
    }
}

pub(crate) fn vanmool() -> ShopFacts {
    ShopFacts {
        name: "Vanmool".to_owned(),
        hindi_name: "वनमूल".to_owned(),
        tagline: "Herbal powders".to_owned(),
        legal_name: "Vanmool Herbals".to_owned(),
        address_lines: vec!["14 Mill Compound".to_owned(), "Surat 395002".to_owned()],
        phone: "+919876543210".to_owned(),
        whatsapp: "+919876543210".to_owned(),
        email: "care@vanmool.example".to_owned(),
        care_hours: "10 am to 6 pm".to_owned(),
        food_licence: "12345678901234".to_owned(),
        country_of_origin: "India".to_owned(),
        best_before: "12 months from packing".to_owned(),
        cod_fee_paise: 5_000,
        cod_limit_paise: 1_000_000,
        social_links: vec![SocialLink {
            network: "instagram".to_owned(),
            url: "https://instagram.example/vanmool".to_owned(),
        }],
        ..ShopFacts::default()
    }
}
