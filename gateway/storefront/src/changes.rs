//! Receives changes of products, stock and the shop profile from NATS, so that they show at once. A lost
//! message does no harm: the lists are fetched again after a reconnect and at intervals.

use std::{path::PathBuf, sync::Arc, time::Duration};

use anyhow::Context as _;
use futures_util::StreamExt as _;
use runtime::Secret;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio_util::sync::CancellationToken;

use crate::{
    catalog::{
        availability::Stock,
        products::Products,
        stock::{self, STOCK_CHANGED},
    },
    shop::facts_cache::{SHOP_CHANGED, ShopFactsCache},
};

/// The subject of the catalog's product changes; every replica receives all of them.
pub const PRODUCT_CHANGED: &str = "shop.catalog.changed.v1";

/// The interval of the connection check.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The most stock messages in one batch.
const MOST_AT_ONCE: usize = 1_000;

/// The header with the time of an event, RFC 3339 in UTC; written by
/// `services/shared/outbox/src/envelope.rs`.
const OCCURRED_AT: &str = "Occurred-At";

/// The source of change events for products, stock and the shop profile.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct Changes {
    /// Address of NATS, with user and password; without it the lists are fetched every few seconds
    #[arg(long, env, hide_env_values = true)]
    pub nats_url: Option<Secret>,
    /// File with the trusted certificate authorities for NATS; without it the system's are used
    #[arg(long, env = "SSL_CERT_FILE", value_name = "SSL_CERT_FILE", value_parser = nats::read_certificates)]
    pub nats_ca_file: Option<PathBuf>,
}

/// Refreshes the lists on changes until `stopping` is cancelled. Fails if the address is invalid or the
/// connection is closed.
pub(crate) async fn listen(
    changes: Changes,
    products: Arc<Products>,
    stock: Arc<Stock>,
    shop: Arc<ShopFactsCache>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    let Some(url) = changes.nats_url else {
        stopping.cancelled().await;
        return Ok(());
    };
    let incidents = nats::Incidents::default();
    let client = nats::connect_hearing(&url, changes.nats_ca_file.as_deref(), &incidents);
    let client = client
        .await
        .context("NATS_URL is not the address of a NATS server")?;
    let mut of_products = client.subscribe(PRODUCT_CHANGED).await?;
    let mut of_shop = client.subscribe(SHOP_CHANGED).await?;
    let of_stock = client.subscribe(STOCK_CHANGED).await?;
    let mut of_stock = of_stock.ready_chunks(MOST_AT_ONCE);
    let mut look = tokio::time::interval(LOOK_EVERY);
    let (mut connections, mut drops) = (nats::connections(&client), incidents.drops());
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
                let dropped = incidents.drops() - drops;
                drops += dropped;
                if dropped > 0 {
                    tracing::warn!(dropped, "changes came faster than they were read; the lists are fetched again");
                }
                // Messages may also have been missed between two connections.
                if dropped > 0 || connections != before {
                    products.mark_stale();
                    stock.mark_stale();
                    shop.mark_stale();
                }
                // The shop profile is one small answer and is fetched every few seconds anyway.
                if products.set_receives_changes(hears) | stock.set_receives_changes(hears) {
                    tracing::info!(hears, "subscription to changes updated");
                }
            }
        }
    }
}
