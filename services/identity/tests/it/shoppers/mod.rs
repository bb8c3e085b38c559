//! Tests of shoppers as staff see them: search, and actions on their behalf.

mod finding;
mod serving;

use proto::identity::v1::{
    Address, DeleteShopperRequest, GetAccountRequest, GetDataRequest, GetDataResponse, GetShopperRequest,
    GetShopperResponse, RequestShopperDataRequest, SaveAddressRequest, SearchShoppersRequest,
    SearchShoppersResponse, Shopper, shopper_service_client::ShopperServiceClient,
};
use tonic::{Status, transport::Channel};

use crate::Identity;

/// The id of no account.
const UNKNOWN: &str = "0192f3a0-7c00-7000-8000-000000000001";

impl Identity {
    fn shoppers(&self) -> ShopperServiceClient<Channel> {
        ShopperServiceClient::new(Channel::builder(self.served.url()).connect_lazy())
    }

    async fn search(&self, request: SearchShoppersRequest) -> Result<SearchShoppersResponse, Status> {
        Ok(self.shoppers().search_shoppers(request).await?.into_inner())
    }

    /// The email addresses of the shoppers that a text finds.
    async fn found(&self, query: &str) -> Vec<String> {
        let found = self.search(looking_for(query)).await;
        emails(&found.expect("it answers").shoppers)
    }

    async fn shopper(&self, id: &str) -> Result<GetShopperResponse, Status> {
        let request = GetShopperRequest {
            account_id: id.to_owned(),
        };
        Ok(self.shoppers().get_shopper(request).await?.into_inner())
    }

    async fn id(&self, email: &str) -> String {
        self.text(&format!("SELECT id::text FROM accounts WHERE email = '{email}'"))
            .await
    }

    async fn save(&self, email: &str, name: &str, is_default: bool) {
        let address = Address {
            address_id: String::new(),
            full_name: name.to_owned(),
            mobile_number: "9123456780".to_owned(),
            delivery_address: "12 Ring Road, Surat".to_owned(),
            pincode: "395007".to_owned(),
            is_default,
        };
        let request = SaveAddressRequest {
            account_id: self.id(email).await,
            address: Some(address),
        };
        let saved = self.client.clone().save_address(request).await;
        saved.expect("it keeps every rule");
    }

    async fn request_data_of(&self, id: &str) -> Result<(), Status> {
        let request = RequestShopperDataRequest {
            account_id: id.to_owned(),
        };
        self.shoppers().request_shopper_data(request).await.map(drop)
    }

    /// The collected data; with parts only if a password is given.
    async fn data(&self, id: &str, password: Option<&str>) -> Result<GetDataResponse, Status> {
        let request = GetDataRequest {
            account_id: id.to_owned(),
            with_parts: password.is_some(),
            password: password.unwrap_or_default().to_owned(),
            ..GetDataRequest::default()
        };
        Ok(self.client.clone().get_data(request).await?.into_inner())
    }

    async fn email_is_proven(&self, id: &str) -> bool {
        let request = GetAccountRequest {
            account_id: id.to_owned(),
        };
        let account = self.client.clone().get_account(request).await;
        account.expect("it is there").into_inner().email_is_proven
    }

    async fn delete_shopper(&self, id: &str) -> Result<(), Status> {
        let request = DeleteShopperRequest {
            account_id: id.to_owned(),
        };
        self.shoppers().delete_shopper(request).await.map(drop)
    }
}

fn looking_for(query: &str) -> SearchShoppersRequest {
    SearchShoppersRequest {
        query: query.to_owned(),
        ..SearchShoppersRequest::default()
    }
}

fn emails(shoppers: &[Shopper]) -> Vec<String> {
    shoppers.iter().map(|shopper| shopper.email.clone()).collect()
}
