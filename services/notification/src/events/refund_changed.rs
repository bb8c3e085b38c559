//! Reads the event for a change of a refund.

use outbox::Failure;
use prost::Message as _;
use proto::event::v1::RefundChanged;

use crate::{
    content::order_payment::{ManualRefundMethod, Refund, RefundReason},
    events::{order_placed, peer_services::PeerServices},
    site_url::SiteUrl,
};

/// Fetches the refund to mail. `None` if the change does not concern the shopper, or the shopper's data was
/// erased. Shoppers hear of requested and processed refunds only; failures are for the shop.
pub(crate) async fn fetch(
    event: &[u8],
    peers: &PeerServices,
    site_url: &SiteUrl,
) -> Result<Option<Refund>, Failure> {
    let event = RefundChanged::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no RefundChanged: {error}")))?;
    let is_processed = match event.state.as_str() {
        "wanted" => false,
        "processed" => true,
        _ => return Ok(None),
    };
    if event.amount_paise <= 0 {
        return Err(Failure::Poison("this refund cannot be".to_owned()));
    }
    let order = order_placed::fetch_by_id(event.order_id, peers, site_url).await?;
    if order.email.is_empty() {
        return Ok(None);
    }
    Ok(Some(Refund {
        order,
        amount_paise: event.amount_paise,
        reason: RefundReason::parse(&event.reason),
        is_processed,
        manual_method: ManualRefundMethod::parse(&event.manual_channel),
    }))
}
