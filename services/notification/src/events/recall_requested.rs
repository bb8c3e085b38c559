//! Reads the event that requests a recall notice to the shopper of an order.

use outbox::Failure;
use prost::Message as _;
use proto::{event::v1::RecallNoticeRequested, order::v1::GetRecallNoticeRequest};

use crate::{
    content::recall_notice::RecallNotice,
    events::{
        order_placed,
        peer_services::{PeerServices, failure},
    },
    site_url::SiteUrl,
};

/// Fetches the recall notice to mail. `None` if the shopper's data was erased.
pub(crate) async fn fetch(
    event: &[u8],
    peers: &PeerServices,
    site_url: &SiteUrl,
) -> Result<Option<RecallNotice>, Failure> {
    let event = RecallNoticeRequested::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no RecallNoticeRequested: {error}")))?;
    let request = GetRecallNoticeRequest {
        notice_id: event.notice_id,
    };
    let notice = peers.orders.call(request).await;
    let notice = notice.map_err(|status| failure(&status))?;
    let order = order_placed::fetch_by_id(notice.order_id, peers, site_url).await?;
    if order.email.is_empty() {
        return Ok(None);
    }
    let is_possible = notice.quantity > 0 && !notice.batch_number.is_empty();
    let notice = is_possible.then_some(RecallNotice {
        order,
        product_name: notice.product_name,
        weight_in_grams: notice.weight_in_grams,
        batch_number: notice.batch_number,
        quantity: notice.quantity,
        reason: notice.reason,
    });
    notice
        .map(Some)
        .ok_or_else(|| Failure::Poison("this notice cannot be".to_owned()))
}
