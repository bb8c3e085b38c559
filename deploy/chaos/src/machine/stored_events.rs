//! Counts the order events that a NATS server stores, and those it acknowledged.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, ensure};
use async_nats::jetstream::{ErrorCode, context::GetStreamErrorKind};
use engines::{Durability, Nats, Options};
use sqlx::PgPool;

use crate::stream;

/// The number of messages in the stream of orders; 0 if the stream does not exist.
pub(super) async fn messages_in_stream(nats_url: &str) -> anyhow::Result<u64> {
    match stream::connect(nats_url).await?.get_stream(stream::ORDERS).await {
        Ok(stream) => Ok(stream.cached_info().state.messages),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                Ok(0)
            }
            _ => Err(error).context("the stream of orders does not answer"),
        },
    }
}

/// The same for a stopped server, by a copy of its folder.
pub(super) async fn messages_in_copy(nats: &Path, scratch: &Path) -> anyhow::Result<u64> {
    let options = Options::at(scratch, engines::checkout(), Durability::None)?;
    let copied = Command::new("cp")
        .arg("-a")
        .arg(nats)
        .arg(scratch.join("nats"))
        .status()?;
    ensure!(copied.success(), "the streams cannot be copied");
    let server = tokio::task::spawn_blocking(move || Nats::start(&options)).await??;
    let count = messages_in_stream(server.url()).await;
    drop(server);
    fs::remove_dir_all(scratch)?;
    count
}

/// Order events marked as published, which means that NATS acknowledged them.
pub(super) async fn acknowledged(orders: &PgPool) -> anyhow::Result<u64> {
    let count = "SELECT count(*) FROM outbox WHERE published_at IS NOT NULL";
    let count: i64 = sqlx::query_scalar(count).fetch_one(orders).await?;
    Ok(u64::try_from(count)?)
}
