//! The gRPC service of documents. The caller must have checked at the order service that the order is the
//! shopper's.

use proto::billing::v1::{
    self as contract, DocumentKind, GetDocumentFileRequest, GetDocumentFileResponse,
    ListOrderDocumentsRequest, ListOrderDocumentsResponse, ListSaleDocumentsRequest,
    ListSaleDocumentsResponse, PrintSaleDocumentsRequest, PrintSaleDocumentsResponse,
    billing_service_server::{BillingService, BillingServiceServer},
};
use runtime::{
    LARGEST_REQUEST,
    status::{Rule, Violation},
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    document::{
        document_store::{self, Document},
        kind,
    },
    error::Error,
    pdf,
};

/// Limit of orders in one request.
const MOST_ORDERS: usize = 100;

/// The gRPC service.
#[derive(Debug)]
pub struct DocumentsApi {
    /// The database.
    pub db: PgPool,
}

impl DocumentsApi {
    /// Builds the gRPC server.
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

    async fn list_sale_documents(
        &self,
        request: Request<ListSaleDocumentsRequest>,
    ) -> Result<Response<ListSaleDocumentsResponse>, Status> {
        let sales = self.sales(&request.into_inner().order_ids).await?;
        Ok(Response::new(ListSaleDocumentsResponse {
            documents: sales.into_iter().map(message).collect(),
        }))
    }

    async fn print_sale_documents(
        &self,
        request: Request<PrintSaleDocumentsRequest>,
    ) -> Result<Response<PrintSaleDocumentsResponse>, Status> {
        let sales = self.sales(&request.into_inner().order_ids).await?;
        if sales.is_empty() {
            return Err(Error::NoDocument.into());
        }
        let facts: Vec<_> = sales.iter().map(|sale| sale.facts.clone()).collect();
        // Drawing takes milliseconds of CPU time, so it runs outside the async threads.
        let drawn = tokio::task::spawn_blocking(move || pdf::render_all(&facts)).await;
        let drawn = drawn.ok().and_then(Result::ok);
        let pdf = drawn.ok_or(Error::Impossible("documents could not be drawn"))?;
        let documents = sales.into_iter().map(message).collect();
        Ok(Response::new(PrintSaleDocumentsResponse { documents, pdf }))
    }
}

impl DocumentsApi {
    /// The current sale documents of these orders, in the given order.
    async fn sales(&self, order_ids: &[String]) -> Result<Vec<Document>, Error> {
        if order_ids.len() > MOST_ORDERS {
            let broken = Rule::TooMany { max: MOST_ORDERS };
            let broken = broken.says(format!("At most {MOST_ORDERS} orders can be named at once"));
            return Err(Error::Invalid(vec![Violation::new("order_ids", broken)]));
        }
        let ids = order_ids.iter().map(|order_id| id("order_ids", order_id));
        let ids: Vec<_> = ids.collect::<Result<_, _>>()?;
        let mut sales = document_store::sales(&self.db, &ids).await?;
        sales.sort_by_key(|sale| ids.iter().position(|id| *id == sale.order_id));
        Ok(sales)
    }
}

fn id(field: &'static str, text: &str) -> Result<Uuid, Error> {
    Uuid::parse_str(text).map_err(|_| Error::NoId(field))
}

fn message(document: Document) -> contract::Document {
    let kind = match document.facts.kind {
        kind::DocumentKind::Invoice => DocumentKind::Invoice,
        kind::DocumentKind::BillOfSupply => DocumentKind::BillOfSupply,
        kind::DocumentKind::CreditNote => DocumentKind::CreditNote,
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
