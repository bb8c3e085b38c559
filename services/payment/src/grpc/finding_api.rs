//! The gRPC API of payment issues that need a person.

use proto::payment::v1::{
    self as contract, ListFindingsRequest, ListFindingsResponse,
    reconciliation_service_server::ReconciliationService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    grpc::messages::rfc_3339,
    reconciliation::{finding::Finding, listing},
};

/// The gRPC service.
#[derive(Debug)]
pub struct FindingApi(pub PgPool);

#[async_trait]
impl ReconciliationService for FindingApi {
    async fn list_findings(
        &self,
        _: Request<ListFindingsRequest>,
    ) -> Result<Response<ListFindingsResponse>, Status> {
        let (findings, looked_at) = listing::list(&self.0).await?;
        Ok(Response::new(ListFindingsResponse {
            findings: findings.into_iter().map(to_contract).collect(),
            reconciled_at: rfc_3339(looked_at),
        }))
    }
}

fn to_contract(finding: Finding) -> contract::Finding {
    contract::Finding {
        what_to_do: finding.to_do(),
        kind: finding.kind.as_str().to_owned(),
        order_id: finding.order_id.map(|id| id.to_string()).unwrap_or_default(),
        order_number: finding.order_number,
        provider_reference: finding.provider_reference.unwrap_or_default(),
        amount_paise: finding.amount_paise,
        found_at: rfc_3339(finding.since),
        refund_id: finding.refund_id.map(|id| id.to_string()).unwrap_or_default(),
    }
}
