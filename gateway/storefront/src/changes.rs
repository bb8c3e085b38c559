//! Hears on NATS what changed of products, their stock and the shop itself, so that it shows at once. Nothing is lost with a message: after a time
//! without NATS catalog and inventory are asked again, and now and then anyway.

use std::{path::PathBuf, sync::Arc, time::Duration};

use anyhow::Context as _;
use futures_util::StreamExt as _;
use runtime::Secret;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio_util::sync::CancellationToken;

use crate::{
    shelf::{
        availability::Stock,
        products::Products,
        stock::{self, STOCK_CHANGED},
    },
    shop::known::{KnownShop, SHOP_CHANGED},
};

/// The subject on which the catalog tells each product that changed; every gateway hears it.
pub const PRODUCT_CHANGED: &str = "shop.catalog.changed.v2";

/// How often the connection is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Messages about stock that are taken in together.
const MOST_AT_ONCE: usize = 1_000;

/// The header with the time of an event, RFC 3339 in UTC: `services/shared/outbox/src/envelope.rs` writes it.
const OCCURRED_AT: &str = "Occurred-At";

/// How changes of products, their stock and the shop itself are heard of.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct Changes {
    /// Address of NATS, with user and password; absent: catalog and inventory are asked again every few seconds
    #[arg(long, env, hide_env_values = true)]
    pub nats_url: Option<Secret>,
    /// File with the certificates that are trusted to sign that of NATS; absent: the system's
    #[arg(long, env = "SSL_CERT_FILE", value_name = "SSL_CERT_FILE", value_parser = nats::read_certificates)]
    pub nats_ca_file: Option<PathBuf>,
}

/// Has the lists refreshed when something changed, until `stopping` is cancelled. Fails only for an address that cannot be
/// one.
pub(crate) async fn listen(
    changes: Changes,
    products: Arc<Products>,
    stock: Arc<Stock>,
    shop: Arc<KnownShop>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    let Some(url) = changes.nats_url else {
        stopping.cancelled().await;
        return Ok(());
    };
    let client = nats::connect(&url, changes.nats_ca_file.as_deref());
    let client = client
        .await
        .context("NATS_URL is not the address of a NATS server")?;
    let mut of_products = client.subscribe(PRODUCT_CHANGED).await?;
    let mut of_shop = client.subscribe(SHOP_CHANGED).await?;
    let of_stock = client.subscribe(STOCK_CHANGED).await?;
    let mut of_stock = of_stock.ready_chunks(MOST_AT_ONCE);
    let mut look = tokio::time::interval(LOOK_EVERY);
    let mut connections = nats::connections(&client);
    loop {
        tokio::select! {
            () = stopping.cancelled() => return Ok(()),
            message = of_products.next() => match message {
                Some(_) => products.mark_stale(),
                None => anyhow::bail!("the connection to NATS was closed"),
            },
            message = of_shop.next() => match message {
                Some(_) => shop.mark_stale(),
                None => anyhow::bail!("the connection to NATS was closed"),
            },
            message = of_stock.next() => match message {
                Some(messages) => {
                    let messages = messages.iter().map(|message| {
                        let told_at = message.headers.as_ref().and_then(|headers| headers.get(OCCURRED_AT));
                        let occurred_at = told_at.and_then(|at| OffsetDateTime::parse(at.as_str(), &Rfc3339).ok());
                        (&*message.payload, occurred_at)
                    });
                    stock::apply_changes(&stock, messages, OffsetDateTime::now_utc());
                }
                None => anyhow::bail!("the connection to NATS was closed"),
            },
            _ = look.tick() => {
                let hears = nats::is_connected(&client);
                let before = std::mem::replace(&mut connections, nats::connections(&client));
                if connections != before {
                    // Messages were missed between two connections, however short the time.
                    products.mark_stale();
                    stock.mark_stale();
                    shop.mark_stale();
                }
                // What the shop says of itself is one short answer, which is asked for every few seconds all the same.
                if products.set_receives_changes(hears) | stock.set_receives_changes(hears) {
                    tracing::info!(hears, "whether changes are heard at once");
                }
            }
        }
    }
}
