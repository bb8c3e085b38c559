//! The gRPC API that lists the names of staff.

use proto::identity::v1::{
    ListStaffNamesRequest, ListStaffNamesResponse, StaffName,
    staff_directory_service_server::StaffDirectoryService,
};
use tonic::{Request, Response, Status, async_trait};

use crate::identity::Identity;

/// The implementation of `StaffDirectoryService`.
#[derive(Debug)]
pub struct StaffDirectoryApi(pub Identity);

#[async_trait]
impl StaffDirectoryService for StaffDirectoryApi {
    async fn list_staff_names(
        &self,
        _: Request<ListStaffNamesRequest>,
    ) -> Result<Response<ListStaffNamesResponse>, Status> {
        let names = self.0.staff_names().await?.into_iter();
        let names = names.map(|known| StaffName {
            staff_id: known.id.to_string(),
            name: known.name,
        });
        Ok(Response::new(ListStaffNamesResponse {
            names: names.collect(),
        }))
    }
}
