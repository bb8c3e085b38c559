//! Reads the event "money is on its way back to a shopper, went back, or could not".

use outbox::Failure;
use prost::Message as _;
use proto::event::v2::RefundChanged;

use crate::{
    content::order_payment::{ManualWay, Refund, RefundReason},
    events::{order_placed, owners::Owners},
    site_url::SiteUrl,
};

/// The refund to mail; none when its shopper has nothing to do with this change of it, or was erased meanwhile. That the provider has
/// it is nothing new to them, and what failed is for the shop to mend.
pub(crate) async fn fetch(
    event: &[u8],
    owners: &Owners,
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
    let order = order_placed::fetch_by_id(event.order_id, owners, site_url).await?;
    if order.email.is_empty() {
        return Ok(None);
    }
    Ok(Some(Refund {
        order,
        amount_paise: event.amount_paise,
        reason: RefundReason::read(&event.reason),
        is_processed,
        sent_by_hand: ManualWay::read(&event.manual_channel),
    }))
}
