//! The event of a payout.

use outbox::{Aggregate, Event};
use prost::Message as _;
use proto::event::v1::PaymentsSettled;
use time::OffsetDateTime;
use uuid::Uuid;
use values::day_in_india;

use crate::settlements::{match_settlement::MatchedSettlement, settlement::Settlement};

/// `PaymentsSettled`: a provider's payout was matched.
pub fn payments_settled(settlement: &Settlement, matched: &MatchedSettlement, at: OffsetDateTime) -> Event {
    let sums = &matched.sums;
    let event = PaymentsSettled {
        settlement_id: settlement.id.to_string(),
        provider: settlement.provider.clone(),
        provider_settlement_id: settlement.provider_settlement_id.clone(),
        utr: settlement.utr.clone(),
        net_paise: settlement.amount_paise,
        gross_paise: sums.gross_paise,
        refunded_paise: sums.refunded_paise,
        fee_paise: sums.fee_paise,
        fee_tax_paise: sums.fee_tax_paise,
        other_paise: sums.other_paise,
        more_fee_paise: matched.more_fee_paise,
        more_fee_tax_paise: matched.more_fee_tax_paise,
        settled_on: day_in_india(settlement.settled_at).to_string(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.payment.settled.v1",
        aggregate: Aggregate {
            id: settlement.id,
            version: 1,
        },
        occurred_at: at,
        payload: event.encode_to_vec(),
    }
}
