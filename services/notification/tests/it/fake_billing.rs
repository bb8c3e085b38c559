//! A fake billing service.

use std::sync::{Arc, Mutex};

use fakes::billing::v1::billing_service_server::{BillingService, BillingServiceServer};
use proto::billing::v1::{
    Document, DocumentKind, GetDocumentFileRequest, GetDocumentFileResponse, ListOrderDocumentsRequest,
    ListOrderDocumentsResponse,
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

/// The id of the first sale document of every order.
pub(crate) const INVOICE: Uuid = Uuid::from_u128(9);

/// The id of a credit note for a part of it.
pub(crate) const CREDIT_NOTE: Uuid = Uuid::from_u128(10);

/// The id of the invoice that replaces the first.
pub(crate) const OTHER_INVOICE: Uuid = Uuid::from_u128(11);

/// A billing service that has documents for every order, unless it is told to hold them back.
#[derive(Clone, Default)]
pub(crate) struct FakeBilling(Arc<Mutex<BillingState>>);

#[derive(Default)]
struct BillingState {
    is_held: bool,
    lists: u32,
}

impl FakeBilling {
    pub(crate) async fn serve(&self) -> Served {
        testkit::grpc(BillingServiceServer::new(self.clone())).await
    }

    pub(crate) fn hold(&self, is_held: bool) {
        self.0.lock().expect("the mutex is not poisoned").is_held = is_held;
    }

    pub(crate) fn lists(&self) -> u32 {
        self.0.lock().expect("the mutex is not poisoned").lists
    }
}

#[async_trait]
impl BillingService for FakeBilling {
    async fn list_order_documents(
        &self,
        request: Request<ListOrderDocumentsRequest>,
    ) -> Result<Response<ListOrderDocumentsResponse>, Status> {
        let mut state = self.0.lock().expect("the mutex is not poisoned");
        state.lists += 1;
        let document = |id: Uuid, kind: DocumentKind, number: &str| Document {
            document_id: id.to_string(),
            kind: kind.into(),
            number: number.to_owned(),
            total_paise: 124_900,
            corrects: if kind == DocumentKind::CreditNote {
                "INV-2627-000042".to_owned()
            } else {
                String::new()
            },
            order_id: request.get_ref().order_id.clone(),
            ..Document::default()
        };
        let documents = vec![
            document(CREDIT_NOTE, DocumentKind::CreditNote, "CN-2627-000001"),
            document(INVOICE, DocumentKind::Invoice, "INV-2627-000042"),
            document(OTHER_INVOICE, DocumentKind::Invoice, "INV-2627-000043"),
        ];
        Ok(Response::new(ListOrderDocumentsResponse {
            documents: if state.is_held { Vec::new() } else { documents },
        }))
    }

    async fn get_document_file(
        &self,
        _: Request<GetDocumentFileRequest>,
    ) -> Result<Response<GetDocumentFileResponse>, Status> {
        Ok(Response::new(GetDocumentFileResponse {
            document: None,
            pdf: b"%PDF-1.7 of the invoice".to_vec(),
        }))
    }
}
