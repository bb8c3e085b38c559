//! The shopper Meena and the staff name Asha, in a fake identity service.

use fakes::identity::v1::{
    shopper_service_server::{self, ShopperService, ShopperServiceServer},
    staff_directory_service_server::{self, StaffDirectoryService, StaffDirectoryServiceServer},
    staff_service_server::StaffServiceServer,
};
use proto::identity::v1::{
    ListStaffNamesRequest, ListStaffNamesResponse, SearchShoppersRequest, SearchShoppersResponse, Shopper,
    StaffName,
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_staff::{ASHA, FakeStaff},
    record::Record,
};

pub(crate) const MEENA: &str = "01936f00-0000-7000-8000-0000000000f1";

#[derive(Clone)]
pub(crate) struct FakeShoppers(pub(crate) Record);

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
        self.0
            .admit(shopper_service_server::SERVICE_NAME, "SearchShoppers", request)?;
        Ok(Response::new(SearchShoppersResponse {
            shoppers: vec![meena()],
            next_page_token: String::new(),
        }))
    }
}

#[async_trait]
impl StaffDirectoryService for FakeShoppers {
    async fn list_staff_names(
        &self,
        request: Request<ListStaffNamesRequest>,
    ) -> Result<Response<ListStaffNamesResponse>, Status> {
        self.0.admit(
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
