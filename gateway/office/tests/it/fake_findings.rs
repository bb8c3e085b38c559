//! A fake payment service with two payment issues; an older office knows only one of the kinds.

use fakes::payment::v1::reconciliation_service_server::{ReconciliationService, SERVICE_NAME};
use proto::payment::v1::{Finding, ListFindingsRequest, ListFindingsResponse};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_money::REFUND,
    fake_order::{NUMBER, ORDER},
    record::Record,
};

pub(crate) struct FakeFindings(pub(crate) Record);

fn held() -> Finding {
    Finding {
        kind: "held".to_owned(),
        order_id: ORDER.to_owned(),
        order_number: NUMBER.to_owned(),
        provider_reference: "pay_1".to_owned(),
        amount_paise: 53_750,
        what_to_do: "Send it back.".to_owned(),
        found_at: "2026-11-25T06:30:00Z".to_owned(),
        refund_id: String::new(),
    }
}

#[async_trait]
impl ReconciliationService for FakeFindings {
    async fn list_findings(
        &self,
        request: Request<ListFindingsRequest>,
    ) -> Result<Response<ListFindingsResponse>, Status> {
        self.0.admit(SERVICE_NAME, "ListFindings", request)?;
        let of_a_newer_kind = Finding {
            kind: "stolen".to_owned(),
            provider_reference: String::new(),
            refund_id: REFUND.to_owned(),
            ..held()
        };
        Ok(Response::new(ListFindingsResponse {
            findings: vec![held(), of_a_newer_kind],
            reconciled_at: "2026-11-26T06:30:00Z".to_owned(),
        }))
    }
}
