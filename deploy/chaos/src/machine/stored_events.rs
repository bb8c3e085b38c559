//! How many events of orders a server of NATS has, and how many it acknowledged.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, ensure};
use async_nats::jetstream::{ErrorCode, context::GetStreamErrorKind};
use engines::{Durability, Nats, Options};
use sqlx::PgPool;

use crate::stream;

/// Messages in the stream of orders; none when there is no such stream.
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

/// The same of a server that does not run: of a copy of its folder, which stays as it is.
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

/// Events of orders that the service takes for published: NATS acknowledged them.
pub(super) async fn acknowledged(orders: &PgPool) -> anyhow::Result<u64> {
    let count = "SELECT count(*) FROM outbox WHERE published_at IS NOT NULL";
    let count: i64 = sqlx::query_scalar(count).fetch_one(orders).await?;
    Ok(u64::try_from(count)?)
}
