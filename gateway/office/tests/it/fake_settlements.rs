//! A fake payment service with two payouts, one per page: one matched, one unmatched.

use fakes::payment::v1::settlement_service_server::{SERVICE_NAME, SettlementService};
use proto::payment::v1::{ListSettlementsRequest, ListSettlementsResponse, Settlement, SettlementState};
use tonic::{Request, Response, Status, async_trait};

use crate::record::Record;

pub(crate) const SETTLEMENT: &str = "01936f00-0000-7000-8000-0000000000d5";

pub(crate) struct FakeSettlements(pub(crate) Record);

fn matched() -> Settlement {
    Settlement {
        settlement_id: SETTLEMENT.to_owned(),
        provider: "razorpay".to_owned(),
        provider_settlement_id: "setl_1".to_owned(),
        utr: "1568176960vxp0rj".to_owned(),
        state: SettlementState::Matched.into(),
        why: String::new(),
        payments: 2,
        refunds: 1,
        gross_paise: 150_000,
        refunded_paise: 20_000,
        fee_paise: 3_640,
        fee_tax_paise: 640,
        other_paise: -1_050,
        net_paise: 125_310,
        settled_on: "2026-11-26".to_owned(),
    }
}

#[async_trait]
impl SettlementService for FakeSettlements {
    async fn list_settlements(
        &self,
        request: Request<ListSettlementsRequest>,
    ) -> Result<Response<ListSettlementsResponse>, Status> {
        let asked = self.0.admit(SERVICE_NAME, "ListSettlements", request)?;
        let first = ListSettlementsResponse {
            settlements: vec![matched()],
            next_page_token: "second".to_owned(),
        };
        let unmatched = Settlement {
            state: SettlementState::Unmatched.into(),
            why: "It contains payment pay_9, which belongs to no order.".to_owned(),
            utr: String::new(),
            ..matched()
        };
        let second = ListSettlementsResponse {
            settlements: vec![unmatched],
            next_page_token: String::new(),
        };
        match asked.page_token.as_str() {
            "" => Ok(Response::new(first)),
            "second" => Ok(Response::new(second)),
            _ => Err(Status::invalid_argument("This is no token.")),
        }
    }
}
