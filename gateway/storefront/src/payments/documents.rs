//! What was issued for an order: invoices, bills of supply and credit notes, asked of the billing service.

use std::time::Duration;

use proto::billing::v1::{self as contract, ListOrderDocumentsRequest};
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::clients::Clients;

/// How long an order waits for its documents: it is read without them too, while the billing service is away.
const PATIENCE: Duration = Duration::from_millis(300);

/// What was issued.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentView {
    /// A UUID.
    #[schema(format = "uuid")]
    document_id: String,
    /// What it is.
    kind: DocumentKind,
    /// Its number.
    #[schema(example = "VM/26-27/00042")]
    number: String,
    /// The day it was issued.
    #[schema(format = Date)]
    issued_on: String,
    /// What it comes to, taxes included, in rupees.
    total: Rupees,
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DocumentKind {
    /// A tax invoice.
    Invoice,
    /// A bill of supply, of a shop that is not registered for GST.
    BillOfSupply,
    /// A credit note about one of the others.
    CreditNote,
}

impl DocumentKind {
    /// None of a kind that this version does not know.
    pub(crate) fn read(kind: contract::DocumentKind) -> Option<Self> {
        match kind {
            contract::DocumentKind::Unspecified => None,
            contract::DocumentKind::Invoice => Some(Self::Invoice),
            contract::DocumentKind::BillOfSupply => Some(Self::BillOfSupply),
            contract::DocumentKind::CreditNote => Some(Self::CreditNote),
        }
    }
}

impl DocumentView {
    /// The documents of an order, the oldest first; none before the parcel is closed, and while nobody can say.
    pub(crate) async fn of_order(clients: &Clients, order_id: &str) -> Vec<Self> {
        let request = ListOrderDocumentsRequest {
            order_id: order_id.to_owned(),
        };
        let Ok(Ok(issued)) = timeout(PATIENCE, clients.documents(request)).await else {
            return Vec::new();
        };
        issued.documents.into_iter().filter_map(Self::read).collect()
    }

    fn read(document: contract::Document) -> Option<Self> {
        Some(Self {
            kind: DocumentKind::read(document.kind())?,
            document_id: document.document_id,
            number: document.number,
            issued_on: document.issued_on,
            total: Rupees::from_paise(document.total_paise),
        })
    }
}
