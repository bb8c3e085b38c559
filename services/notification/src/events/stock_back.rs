//! Reads the event for a pack that is available again.

use outbox::Failure;
use prost::Message as _;
use proto::{
    catalog::v1::GetProductRequest,
    event::v1::StockBack,
    inventory::v1::{ClaimStockAlertRequest, EndStockAlertRequest},
};

use crate::{
    content::stock_alert::StockAlert,
    events::peer_services::{PeerServices, found},
    site_url::SiteUrl,
};

/// Fetches the stock alert to mail. `None` if no mail is due: the shopper was told, the pack is sold out
/// again, or the product is not on sale.
pub(crate) async fn fetch(
    event: &[u8],
    peers: &PeerServices,
    site_url: &SiteUrl,
) -> Result<Option<StockAlert>, Failure> {
    let back = parse(event)?;
    let request = ClaimStockAlertRequest {
        alert_id: back.alert_id,
        version: back.version,
    };
    let alert = found(peers.alerts.call(request).await)?;
    let Some(alert) = alert.filter(|alert| alert.is_due) else {
        return Ok(None);
    };
    let request = GetProductRequest {
        product_id: back.product_id,
    };
    let answer = found(peers.products.call(request).await)?;
    let Some(product) = answer.and_then(|answer| answer.product) else {
        end_alert(event, peers).await;
        return Ok(None);
    };
    Ok(Some(StockAlert {
        email: alert.email,
        product_name: product.product_name,
        weight_in_grams: back.weight_in_grams,
        link: format!("{site_url}/product/{}", product.id),
    }))
}

/// Deletes a stock alert whose shopper was told, or never will be. A failure is only logged, because the mail
/// must not be sent again. The inventory deletes the alert itself after a week.
pub(crate) async fn end_alert(event: &[u8], peers: &PeerServices) {
    let Ok(event) = parse(event) else { return };
    let request = EndStockAlertRequest {
        alert_id: event.alert_id,
        version: event.version,
    };
    if let Err(status) = peers.alerts.call(request).await {
        tracing::warn!(%status, "the inventory will forget a stock alert later");
    }
}

fn parse(event: &[u8]) -> Result<StockBack, Failure> {
    StockBack::decode(event).map_err(|error| Failure::Poison(format!("this is no StockBack: {error}")))
}
