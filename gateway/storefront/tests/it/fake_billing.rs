//! A fake billing service with the documents that a test issues.

use std::sync::{Arc, Mutex};

use fakes::billing::v1::billing_service_server::BillingService;
use proto::billing::v1::{
    Document, DocumentKind, GetDocumentFileRequest, GetDocumentFileResponse, ListOrderDocumentsRequest,
    ListOrderDocumentsResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::fake_order::ORDER;

#[derive(Clone)]
pub(crate) struct FakeBilling(Arc<Mutex<Vec<Document>>>);

impl FakeBilling {
    pub(crate) fn new() -> Self {
        Self(Arc::default())
    }

    /// Issues a document; its id ends with `last_digit`.
    pub(crate) fn issues(&self, kind: DocumentKind, last_digit: u8) -> String {
        let document_id = format!("01936f00-0000-7000-8000-0000000000d{last_digit}");
        self.0.lock().unwrap().push(Document {
            document_id: document_id.clone(),
            kind: kind.into(),
            number: format!("VM/26-27/0000{last_digit}"),
            issued_on: "2026-11-26".to_owned(),
            total_paise: 24_950,
            order_id: ORDER.to_owned(),
            ..Document::default()
        });
        document_id
    }
}

#[async_trait]
impl BillingService for FakeBilling {
    async fn list_order_documents(
        &self,
        request: Request<ListOrderDocumentsRequest>,
    ) -> Result<Response<ListOrderDocumentsResponse>, Status> {
        let asked = request.into_inner().order_id;
        let documents = self.0.lock().unwrap().clone();
        let documents = documents
            .into_iter()
            .filter(|document| document.order_id == asked);
        Ok(Response::new(ListOrderDocumentsResponse {
            documents: documents.collect(),
        }))
    }

    async fn get_document_file(
        &self,
        request: Request<GetDocumentFileRequest>,
    ) -> Result<Response<GetDocumentFileResponse>, Status> {
        let asked = request.into_inner();
        let documents = self.0.lock().unwrap().clone();
        let document = documents.into_iter().find(|document| {
            (&document.order_id, &document.document_id) == (&asked.order_id, &asked.document_id)
        });
        let document = document.ok_or_else(|| Status::not_found("no such document"))?;
        Ok(Response::new(GetDocumentFileResponse {
            pdf: format!("%PDF {}", document.number).into_bytes(),
            document: Some(document),
        }))
    }
}
