//! The gRPC API for staff about shoppers. Access control has already checked permissions; this code only
//! reads which staff member calls.

use proto::identity::v1 as contract;
use proto::identity::v1::{
    DeleteShopperRequest, DeleteShopperResponse, GetShopperRequest, GetShopperResponse,
    RequestShopperDataRequest, RequestShopperDataResponse, SearchShoppersRequest, SearchShoppersResponse,
    shopper_service_server::ShopperService,
};
use runtime::{Staff, status::field};
use tonic::{Request, Response, Status, async_trait};
use values::Page;

use crate::{
    error::Error,
    grpc::messages::{address, id, time},
    identity::Identity,
    shoppers::{search::SearchText, search_store::Shopper},
};

/// The default page size.
const USUAL_PAGE: i32 = 50;

/// The implementation of `ShopperService`.
#[derive(Debug)]
pub struct ShopperApi(pub Identity);

#[async_trait]
impl ShopperService for ShopperApi {
    async fn search_shoppers(
        &self,
        request: Request<SearchShoppersRequest>,
    ) -> Result<Response<SearchShoppersResponse>, Status> {
        let (text, page) = read_search(request.get_ref())?;
        let found = self.0.search_shoppers(text.as_ref(), page).await?;
        Ok(Response::new(SearchShoppersResponse {
            shoppers: found.shoppers.into_iter().map(shopper).collect(),
            next_page_token: found.next_page_token,
        }))
    }

    async fn get_shopper(
        &self,
        request: Request<GetShopperRequest>,
    ) -> Result<Response<GetShopperResponse>, Status> {
        let id = id("account_id", &request.get_ref().account_id)?;
        let (found, addresses) = self.0.shopper(id).await?;
        Ok(Response::new(GetShopperResponse {
            shopper: Some(shopper(found)),
            addresses: addresses.into_iter().map(address).collect(),
        }))
    }

    async fn request_shopper_data(
        &self,
        request: Request<RequestShopperDataRequest>,
    ) -> Result<Response<RequestShopperDataResponse>, Status> {
        let asking = Staff::of(&request);
        let id = id("account_id", &request.get_ref().account_id)?;
        let asking = asking.as_ref().map(Staff::id);
        self.0.request_data_for_shopper(id, asking).await?;
        Ok(Response::new(RequestShopperDataResponse {}))
    }

    async fn delete_shopper(
        &self,
        request: Request<DeleteShopperRequest>,
    ) -> Result<Response<DeleteShopperResponse>, Status> {
        let asking = Staff::of(&request);
        let id = id("account_id", &request.get_ref().account_id)?;
        let asking = asking.as_ref().map(Staff::id);
        self.0.delete_account_for_shopper(id, asking).await?;
        Ok(Response::new(DeleteShopperResponse {}))
    }
}

/// Validates a search request.
fn read_search(request: &SearchShoppersRequest) -> Result<(Option<SearchText>, Page), Error> {
    let mut violations = Vec::new();
    let text = field(
        "query",
        SearchText::parse(&request.query, |_| None),
        &mut violations,
    );
    let size = if request.page_size == 0 {
        USUAL_PAGE
    } else {
        request.page_size
    };
    let page = Page::read("shoppers", size, &request.page_token, &mut violations);
    text.zip(page).ok_or(Error::Invalid(violations))
}

fn shopper(shopper: Shopper) -> contract::Shopper {
    contract::Shopper {
        account_id: shopper.id.to_string(),
        name: shopper.name.unwrap_or_default(),
        email: shopper.email,
        mobile_number: shopper.mobile_number,
        registered_at: time(shopper.registered_at),
    }
}
