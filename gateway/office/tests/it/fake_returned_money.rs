//! A fake order service whose one order was paid by hand and is partly refunded.

use fakes::order::v1::returned_money_service_server::{ReturnedMoneyService, SERVICE_NAME};
use proto::order::v1::{
    ListOwedMoneyRequest, ListOwedMoneyResponse, ListRecordedRefundsRequest, ListRecordedRefundsResponse,
    MoneyChannel, OrderStatus, OwedMoney, PaymentStatus, RecordRefundRequest, RecordRefundResponse,
    RecordedRefund, RecordedRefundReason, UnpaidOrder,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_money::REFUND,
    fake_order::{NUMBER, ORDER, order},
    fake_staff::ASHA,
    record::Record,
};

pub(crate) struct FakeReturnedMoney(pub(crate) Record);

#[async_trait]
impl ReturnedMoneyService for FakeReturnedMoney {
    async fn record_refund(
        &self,
        request: Request<RecordRefundRequest>,
    ) -> Result<Response<RecordRefundResponse>, Status> {
        let asked = self.0.admit(SERVICE_NAME, "RecordRefund", request)?;
        assert_eq!((&*asked.refund_id, &*asked.order_id), (REFUND, ORDER));
        assert_eq!(
            (
                asked.channel(),
                &*asked.reference,
                asked.reason(),
                &*asked.sent_on
            ),
            (
                MoneyChannel::BankTransfer,
                "AXISN26328",
                RecordedRefundReason::Goodwill,
                "2026-11-26"
            )
        );
        let mut order = order();
        order.set_payment_status(PaymentStatus::PartlyRefunded);
        order.refunded_paise = asked.amount_paise;
        Ok(Response::new(RecordRefundResponse { order: Some(order) }))
    }

    async fn list_recorded_refunds(
        &self,
        request: Request<ListRecordedRefundsRequest>,
    ) -> Result<Response<ListRecordedRefundsResponse>, Status> {
        let asked = self.0.admit(SERVICE_NAME, "ListRecordedRefunds", request)?;
        assert_eq!(asked.order_id, ORDER);
        Ok(Response::new(ListRecordedRefundsResponse {
            refunds: vec![RecordedRefund {
                refund_id: REFUND.to_owned(),
                channel: MoneyChannel::Cash.into(),
                reference: "Asha Patel".to_owned(),
                amount_paise: 10_050,
                reason: RecordedRefundReason::Returned.into(),
                sent_on: "2026-11-25".to_owned(),
                recorded_at: "2026-11-25T06:30:00Z".to_owned(),
                staff_id: ASHA.to_owned(),
            }],
        }))
    }

    async fn list_owed_money(
        &self,
        request: Request<ListOwedMoneyRequest>,
    ) -> Result<Response<ListOwedMoneyResponse>, Status> {
        self.0.admit(SERVICE_NAME, "ListOwedMoney", request)?;
        let owed = OwedMoney {
            order_id: ORDER.to_owned(),
            order_number: NUMBER.to_owned(),
            status: OrderStatus::Cancelled.into(),
            channel: MoneyChannel::Upi.into(),
            amount_paise: 53_850,
            received_on: "2026-11-22".to_owned(),
        };
        let unpaid = UnpaidOrder {
            order_id: ORDER.to_owned(),
            order_number: NUMBER.to_owned(),
            status: OrderStatus::Confirmed.into(),
            amount_paise: 24_900,
            placed_at: "2026-11-22T06:30:00Z".to_owned(),
        };
        Ok(Response::new(ListOwedMoneyResponse {
            orders: vec![owed],
            unpaid: vec![unpaid],
        }))
    }
}
