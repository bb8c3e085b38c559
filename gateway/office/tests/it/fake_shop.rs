//! A fake catalog with a shop profile.

use std::sync::{Arc, Mutex};

use fakes::catalog::v1::{
    shop_editing_service_server::{SERVICE_NAME, ShopEditingService},
    shop_service_server::ShopService,
};
use proto::catalog::v1::{
    BankAccount, GetShopRequest, GetShopResponse, ListShopChangesRequest, ListShopChangesResponse, Shop,
    ShopChange, ShopFacts, SocialLink, UpdateShopRequest, UpdateShopResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_staff::ASHA, record::Record};

#[derive(Clone)]
pub(crate) struct FakeShop {
    record: Record,
    /// The changes that were requested.
    pub(crate) updates: Arc<Mutex<Vec<UpdateShopRequest>>>,
}

pub(crate) fn shop() -> Shop {
    let facts = ShopFacts {
        name: "Jadibuti".to_owned(),
        hindi_name: "जड़ी-बूटी".to_owned(),
        tagline: "Milled on stone".to_owned(),
        legal_name: "Jadibuti LLP".to_owned(),
        address_lines: vec!["7 Mill Road".to_owned(), "Surat 395002".to_owned()],
        phone: "+912612345678".to_owned(),
        whatsapp: String::new(),
        email: "help@jadibuti.example".to_owned(),
        care_hours: "Monday to Saturday".to_owned(),
        holidays: vec!["2026-11-08".to_owned()],
        food_licence: "10712034000123".to_owned(),
        gstin: "27AAPFU0939F1ZV".to_owned(),
        country_of_origin: "India".to_owned(),
        best_before: "12 months from packing".to_owned(),
        delivery_paise: 0,
        cod_fee_paise: 4_000,
        cod_limit_paise: 500_000,
        social_links: vec![SocialLink {
            network: "youtube".to_owned(),
            url: "https://youtube.example/jadibuti".to_owned(),
        }],
        is_sample: false,
        holds_reviews: true,
        upi_id: "jadibuti@okaxis".to_owned(),
        bank_account: Some(BankAccount {
            holder: "Jadibuti LLP".to_owned(),
            number: "123456789012".to_owned(),
            ifsc: "HDFC0000001".to_owned(),
        }),
    };
    Shop {
        version: 3,
        facts: Some(facts),
    }
}

impl FakeShop {
    pub(crate) fn new(record: Record) -> Self {
        let updates = Arc::default();
        Self { record, updates }
    }
}

#[async_trait]
impl ShopService for FakeShop {
    async fn get_shop(&self, _: Request<GetShopRequest>) -> Result<Response<GetShopResponse>, Status> {
        let shop = Some(shop());
        Ok(Response::new(GetShopResponse { shop }))
    }
}

#[async_trait]
impl ShopEditingService for FakeShop {
    async fn update_shop(
        &self,
        request: Request<UpdateShopRequest>,
    ) -> Result<Response<UpdateShopResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "UpdateShop", request)?;
        self.updates.lock().unwrap().push(asked);
        let shop = Some(shop());
        Ok(Response::new(UpdateShopResponse { shop }))
    }

    async fn list_shop_changes(
        &self,
        request: Request<ListShopChangesRequest>,
    ) -> Result<Response<ListShopChangesResponse>, Status> {
        self.record.admit(SERVICE_NAME, "ListShopChanges", request)?;
        let change = |version, changed_by: &str, fields: &[&str]| ShopChange {
            version,
            changed_at: "2026-11-25T06:30:00Z".to_owned(),
            changed_by: changed_by.to_owned(),
            fields: fields.iter().map(|field| (*field).to_owned()).collect(),
        };
        let changes = vec![
            change(2, ASHA, &["legal_name", "cod_fee_paise"]),
            change(1, "", &["name"]),
        ];
        Ok(Response::new(ListShopChangesResponse { changes }))
    }
}
