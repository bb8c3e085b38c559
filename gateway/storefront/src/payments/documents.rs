//! The documents of an order: invoices, bills of supply and credit notes, from the billing service.

use std::time::Duration;

use proto::billing::v1::{self as contract, ListOrderDocumentsRequest};
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::clients::Clients;

/// The longest wait for the documents. An order is shown without them while the billing service is down.
const CALL_TIMEOUT: Duration = Duration::from_millis(300);

/// A document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentView {
    /// A UUID.
    #[schema(format = "uuid")]
    document_id: String,
    /// The kind of document.
    kind: DocumentKind,
    /// The document's number.
    #[schema(example = "VM/26-27/00042")]
    number: String,
    /// The day the document was issued.
    #[schema(format = Date)]
    issued_on: String,
    /// The total including taxes, in rupees.
    total: Rupees,
}

/// The kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DocumentKind {
    /// A tax invoice.
    Invoice,
    /// A bill of supply, from a shop that is not registered for GST.
    BillOfSupply,
    /// A credit note for an invoice or a bill of supply.
    CreditNote,
}

impl DocumentKind {
    /// `None` for a kind that this version does not know.
    pub(crate) fn from_contract(kind: contract::DocumentKind) -> Option<Self> {
        match kind {
            contract::DocumentKind::Unspecified => None,
            contract::DocumentKind::Invoice => Some(Self::Invoice),
            contract::DocumentKind::BillOfSupply => Some(Self::BillOfSupply),
            contract::DocumentKind::CreditNote => Some(Self::CreditNote),
        }
    }
}

impl DocumentView {
    /// The documents of an order, oldest first; empty before the order is packed, and while the billing
    /// service is down.
    pub(crate) async fn load(clients: &Clients, order_id: &str) -> Vec<Self> {
        let request = ListOrderDocumentsRequest {
            order_id: order_id.to_owned(),
        };
        let Ok(Ok(issued)) = timeout(CALL_TIMEOUT, clients.billing.call(request)).await else {
            return Vec::new();
        };
        issued
            .documents
            .into_iter()
            .filter_map(Self::from_contract)
            .collect()
    }

    fn from_contract(document: contract::Document) -> Option<Self> {
        Some(Self {
            kind: DocumentKind::from_contract(document.kind())?,
            document_id: document.document_id,
            number: document.number,
            issued_on: document.issued_on,
            total: Rupees::from_paise(document.total_paise),
        })
    }
}
