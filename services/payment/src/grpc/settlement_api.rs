//! The gRPC API of the provider's payouts.

use proto::payment::v1::{
    self as contract, ListSettlementsRequest, ListSettlementsResponse, SettlementState,
    settlement_service_server::SettlementService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use values::{Page, day_in_india};

use crate::{
    error::Error,
    provider,
    settlements::{
        settlement::{MatchState, Settlement},
        settlement_store,
    },
};

/// The gRPC service.
#[derive(Debug)]
pub struct SettlementApi(pub PgPool);

#[async_trait]
impl SettlementService for SettlementApi {
    async fn list_settlements(
        &self,
        request: Request<ListSettlementsRequest>,
    ) -> Result<Response<ListSettlementsResponse>, Status> {
        let ListSettlementsRequest {
            page_size,
            page_token,
        } = request.into_inner();
        let mut violations = Vec::new();
        let page = Page::read("settlements", page_size, &page_token, &mut violations);
        let page = page.ok_or(Error::Invalid(violations))?;
        let listed = settlement_store::list(&self.0, &page).await;
        let (settlements, next_page_token) = listed.map_err(Error::Database)?;
        Ok(Response::new(ListSettlementsResponse {
            settlements: settlements.into_iter().map(to_contract).collect(),
            next_page_token,
        }))
    }
}

fn to_contract(settlement: Settlement) -> contract::Settlement {
    let state = match (settlement.state, settlement.provider_state) {
        (MatchState::Matched, _) => SettlementState::Matched,
        (_, provider::SettlementState::Failed) => SettlementState::Failed,
        (MatchState::Unmatched, _) => SettlementState::Unmatched,
        (MatchState::Waiting, _) => SettlementState::Waiting,
    };
    let sums = settlement.sums;
    contract::Settlement {
        settlement_id: settlement.id.to_string(),
        provider: settlement.provider,
        provider_settlement_id: settlement.provider_settlement_id,
        utr: settlement.utr,
        state: state.into(),
        why: settlement.why,
        payments: sums.payments,
        refunds: sums.refunds,
        gross_paise: sums.gross_paise,
        refunded_paise: sums.refunded_paise,
        fee_paise: sums.fee_paise,
        fee_tax_paise: sums.fee_tax_paise,
        other_paise: sums.other_paise,
        net_paise: settlement.amount_paise,
        settled_on: day_in_india(settlement.settled_at).to_string(),
    }
}
