//! Reads the event "a pack can be bought again for which somebody waits".

use outbox::Failure;
use prost::Message as _;
use proto::event::v2::StockBack;

use crate::{content::stock_alert::StockAlert, events::owners::Owners, site_url::SiteUrl};

/// The stock alert to mail; none when its mail is not due any more, or not yet: the shopper was told, the pack is sold out
/// again, or the shop does not sell it now.
pub(crate) async fn fetch(
    event: &[u8],
    owners: &Owners,
    site_url: &SiteUrl,
) -> Result<Option<StockAlert>, Failure> {
    let back = read(event)?;
    let alert = owners.stock_alert(back.alert_id, back.version).await?;
    let Some(alert) = alert.filter(|alert| alert.is_due) else {
        return Ok(None);
    };
    let Some(product) = owners.product(back.product_id).await? else {
        finish(event, owners).await;
        return Ok(None);
    };
    Ok(Some(StockAlert {
        email: alert.email,
        product_name: product.product_name,
        weight_in_grams: back.weight_in_grams,
        link: format!("{site_url}/product/{}", product.id),
    }))
}

/// Has the inventory forget a stock alert whose shopper was told, or never will be. When the inventory cannot be asked now, it
/// forgets the alert by itself after a week: the mail must not go out again for it.
pub(crate) async fn finish(event: &[u8], owners: &Owners) {
    let Ok(event) = read(event) else { return };
    if owners
        .end_stock_alert(event.alert_id, event.version)
        .await
        .is_err()
    {
        tracing::warn!("the inventory will forget a stock alert later");
    }
}

fn read(event: &[u8]) -> Result<StockBack, Failure> {
    StockBack::decode(event).map_err(|error| Failure::Poison(format!("this is no StockBack: {error}")))
}
