//! The shopper Meena and the staff name Asha, in a fake identity service.

use std::sync::{Arc, Mutex};

use fakes::identity::v1::{
    shopper_service_server::{self, ShopperService, ShopperServiceServer},
    staff_directory_service_server::{self, StaffDirectoryService, StaffDirectoryServiceServer},
    staff_service_server::StaffServiceServer,
};
use proto::identity::v1::{
    Address, DeleteShopperRequest, DeleteShopperResponse, GetShopperRequest, GetShopperResponse,
    ListStaffNamesRequest, ListStaffNamesResponse, RequestShopperDataRequest, RequestShopperDataResponse,
    SearchShoppersRequest, SearchShoppersResponse, Shopper, StaffName,
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_staff::{ASHA, FakeStaff},
    record::Record,
};

pub(crate) const MEENA: &str = "01936f00-0000-7000-8000-0000000000f1";

#[derive(Clone)]
pub(crate) struct FakeShoppers {
    pub(crate) record: Record,
    /// The searches that were requested.
    pub(crate) searches: Arc<Mutex<Vec<SearchShoppersRequest>>>,
    /// The data exports and account deletions, each with its method and account.
    pub(crate) done: Arc<Mutex<Vec<(&'static str, String)>>>,
}

impl FakeShoppers {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            searches: Arc::default(),
            done: Arc::default(),
        }
    }
}

/// Serves the whole identity service.
pub(crate) async fn serve_identity(staff: FakeStaff, shoppers: FakeShoppers) -> Served {
    testkit::serve(|frame| async move {
        let services = frame
            .services(proto::CONTRACT)?
            .add(StaffServiceServer::new(staff))
            .await;
        let services = services
            .add(StaffDirectoryServiceServer::new(shoppers.clone()))
            .await;
        let services = services.add(ShopperServiceServer::new(shoppers)).await;
        frame.serve_all(services).await
    })
    .await
}

fn meena() -> Shopper {
    Shopper {
        account_id: MEENA.to_owned(),
        name: "Meena Shah".to_owned(),
        email: "meena@gmail.com".to_owned(),
        mobile_number: "9876543210".to_owned(),
        registered_at: "2026-11-25T06:30:00Z".to_owned(),
    }
}

#[async_trait]
impl ShopperService for FakeShoppers {
    async fn search_shoppers(
        &self,
        request: Request<SearchShoppersRequest>,
    ) -> Result<Response<SearchShoppersResponse>, Status> {
        let asked = self
            .record
            .admit(shopper_service_server::SERVICE_NAME, "SearchShoppers", request)?;
        let is_first = asked.page_token.is_empty();
        self.searches.lock().unwrap().push(asked);
        let unnamed = Shopper {
            name: String::new(),
            mobile_number: String::new(),
            ..meena()
        };
        Ok(Response::new(SearchShoppersResponse {
            shoppers: if is_first { vec![meena()] } else { vec![unnamed] },
            next_page_token: if is_first { "2".to_owned() } else { String::new() },
        }))
    }

    async fn get_shopper(
        &self,
        request: Request<GetShopperRequest>,
    ) -> Result<Response<GetShopperResponse>, Status> {
        let asked = self
            .record
            .admit(shopper_service_server::SERVICE_NAME, "GetShopper", request)?;
        if asked.account_id != MEENA {
            return Err(Status::not_found("There is no such account."));
        }
        let address = Address {
            address_id: "01936f00-0000-7000-8000-0000000000f2".to_owned(),
            full_name: "Meena Shah".to_owned(),
            mobile_number: "9123456780".to_owned(),
            delivery_address: "12 Ring Road, Surat".to_owned(),
            pincode: "395007".to_owned(),
            is_default: true,
        };
        Ok(Response::new(GetShopperResponse {
            shopper: Some(meena()),
            addresses: vec![address],
        }))
    }

    async fn request_shopper_data(
        &self,
        request: Request<RequestShopperDataRequest>,
    ) -> Result<Response<RequestShopperDataResponse>, Status> {
        let method = "RequestShopperData";
        let asked = self
            .record
            .admit(shopper_service_server::SERVICE_NAME, method, request)?;
        self.done.lock().unwrap().push((method, asked.account_id));
        Ok(Response::new(RequestShopperDataResponse {}))
    }

    async fn delete_shopper(
        &self,
        request: Request<DeleteShopperRequest>,
    ) -> Result<Response<DeleteShopperResponse>, Status> {
        let method = "DeleteShopper";
        let asked = self
            .record
            .admit(shopper_service_server::SERVICE_NAME, method, request)?;
        self.done.lock().unwrap().push((method, asked.account_id));
        Ok(Response::new(DeleteShopperResponse {}))
    }
}

#[async_trait]
impl StaffDirectoryService for FakeShoppers {
    async fn list_staff_names(
        &self,
        request: Request<ListStaffNamesRequest>,
    ) -> Result<Response<ListStaffNamesResponse>, Status> {
        self.record.admit(
            staff_directory_service_server::SERVICE_NAME,
            "ListStaffNames",
            request,
        )?;
        let asha = StaffName {
            staff_id: ASHA.to_owned(),
            name: "Asha".to_owned(),
        };
        Ok(Response::new(ListStaffNamesResponse { names: vec![asha] }))
    }
}
