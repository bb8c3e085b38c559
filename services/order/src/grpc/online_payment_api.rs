//! The gRPC API of money that came through a payment provider.

use proto::order::v1::{
    SettlePaymentRequest, SettlePaymentResponse, SettlementOutcome,
    online_payment_service_server::OnlinePaymentService,
};
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    online_payments::settlement::{Outcome, SettlementDetails},
    paying::settle::Settle,
};

/// The gRPC service.
#[derive(Debug)]
pub struct OnlinePaymentApi {
    /// Decides what money is for.
    pub settle: Settle,
}

#[async_trait]
impl OnlinePaymentService for OnlinePaymentApi {
    async fn settle_payment(
        &self,
        request: Request<SettlePaymentRequest>,
    ) -> Result<Response<SettlePaymentResponse>, Status> {
        let request = request.into_inner();
        let details = SettlementDetails {
            order_id: request.order_id,
            payment_id: request.payment_id,
            reference: request.reference,
            amount_paise: request.amount_paise,
            captured_at: request.captured_at,
        };
        let settlement = details.check().map_err(Error::Invalid)?;
        let outcome = self.settle.run(&settlement, OffsetDateTime::now_utc()).await?;
        Ok(Response::new(SettlePaymentResponse {
            outcome: told(outcome).into(),
        }))
    }
}

fn told(outcome: Outcome) -> SettlementOutcome {
    match outcome {
        Outcome::Accepted => SettlementOutcome::Accepted,
        Outcome::WrongAmount => SettlementOutcome::WrongAmount,
        Outcome::TooLate => SettlementOutcome::TooLate,
        Outcome::PaidBefore => SettlementOutcome::PaidBefore,
    }
}
