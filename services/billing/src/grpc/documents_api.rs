//! The gRPC service that shows documents. Whose order it is, its caller has asked the order service.

use proto::billing::v1::{
    self as contract, DocumentKind, GetDocumentFileRequest, GetDocumentFileResponse,
    ListOrderDocumentsRequest, ListOrderDocumentsResponse,
    billing_service_server::{BillingService, BillingServiceServer},
};
use runtime::LARGEST_REQUEST;
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    document::{
        document_store::{self, Document},
        kind::Kind,
    },
    error::Error,
};

/// The gRPC service.
#[derive(Debug)]
pub struct DocumentsApi {
    /// The documents.
    pub db: PgPool,
}

impl DocumentsApi {
    /// The gRPC service, to be served.
    pub fn serve(db: PgPool) -> BillingServiceServer<Self> {
        BillingServiceServer::new(Self { db }).max_decoding_message_size(LARGEST_REQUEST)
    }
}

#[async_trait]
impl BillingService for DocumentsApi {
    async fn list_order_documents(
        &self,
        request: Request<ListOrderDocumentsRequest>,
    ) -> Result<Response<ListOrderDocumentsResponse>, Status> {
        let order_id = id("order_id", &request.into_inner().order_id)?;
        let documents = document_store::of_order(&self.db, order_id).await;
        let documents = documents.map_err(Error::from)?;
        Ok(Response::new(ListOrderDocumentsResponse {
            documents: documents.into_iter().map(message).collect(),
        }))
    }

    async fn get_document_file(
        &self,
        request: Request<GetDocumentFileRequest>,
    ) -> Result<Response<GetDocumentFileResponse>, Status> {
        let request = request.into_inner();
        let order_id = id("order_id", &request.order_id)?;
        let document_id = id("document_id", &request.document_id)?;
        let found = document_store::file(&self.db, order_id, document_id).await;
        let (document, pdf) = found.map_err(Error::from)?.ok_or(Error::NoDocument)?;
        Ok(Response::new(GetDocumentFileResponse {
            document: Some(message(document)),
            pdf,
        }))
    }
}

fn id(field: &'static str, text: &str) -> Result<Uuid, Error> {
    Uuid::parse_str(text).map_err(|_| Error::NoId(field))
}

fn message(document: Document) -> contract::Document {
    let kind = match document.facts.kind {
        Kind::Invoice => DocumentKind::Invoice,
        Kind::BillOfSupply => DocumentKind::BillOfSupply,
        Kind::CreditNote => DocumentKind::CreditNote,
    };
    let total_paise = document.facts.total_paise();
    let corrects = document.facts.corrects.map(|corrected| corrected.number);
    contract::Document {
        document_id: document.id.to_string(),
        kind: kind.into(),
        number: document.facts.number,
        issued_on: document.facts.issued_on,
        total_paise,
        corrects: corrects.unwrap_or_default(),
        order_id: document.order_id.to_string(),
        order_number: document.facts.order_number,
    }
}
