//! A fake service of recall notices.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use proto::order::v1::{
    GetRecallNoticeRequest, GetRecallNoticeResponse, ListRecallNoticesRequest, ListRecallNoticesResponse,
    SendRecallNoticesRequest, SendRecallNoticesResponse, recall_notice_service_server::RecallNoticeService,
};
use tonic::{Request, Response, Status, async_trait};

/// Recall notices by id, shared by clones.
#[derive(Clone, Default)]
pub(crate) struct FakeRecalls(Arc<Mutex<HashMap<String, GetRecallNoticeResponse>>>);

impl FakeRecalls {
    pub(crate) fn keep(&self, notice_id: &str, notice: GetRecallNoticeResponse) {
        let mut notices = self.0.lock().expect("the mutex is not poisoned");
        notices.insert(notice_id.to_owned(), notice);
    }
}

#[async_trait]
impl RecallNoticeService for FakeRecalls {
    async fn get_recall_notice(
        &self,
        request: Request<GetRecallNoticeRequest>,
    ) -> Result<Response<GetRecallNoticeResponse>, Status> {
        let notices = self.0.lock().expect("the mutex is not poisoned");
        let notice = notices.get(&request.get_ref().notice_id).cloned();
        notice
            .map(Response::new)
            .ok_or_else(|| Status::not_found("There is no such notice."))
    }

    async fn send_recall_notices(
        &self,
        _: Request<SendRecallNoticesRequest>,
    ) -> Result<Response<SendRecallNoticesResponse>, Status> {
        Err(Status::unimplemented("mails do not work in the office"))
    }

    async fn list_recall_notices(
        &self,
        _: Request<ListRecallNoticesRequest>,
    ) -> Result<Response<ListRecallNoticesResponse>, Status> {
        Err(Status::unimplemented("mails do not work in the office"))
    }
}
