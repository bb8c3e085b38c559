//! The ceiling of what is read: an axum without layers that sends the same bytes under the same headers, in a process of its
//! own, as the gateway is.

use std::net::SocketAddr;

use anyhow::Context as _;
use axum::{
    Router,
    http::{HeaderMap, StatusCode, header},
    serve::ListenerExt as _,
};
use bytes::Bytes;
use tokio::net::TcpListener;

/// One answer of the gateway, served for every path.
#[derive(Debug, clap::Args)]
pub(crate) struct Bare {
    /// Where to listen
    #[arg(long)]
    listen: SocketAddr,
    /// The address whose answer is sent
    #[arg(long)]
    of: String,
    /// What the one who asks accepts, as `Accept-Encoding`
    #[arg(long, default_value = "identity")]
    accept_encoding: String,
}

impl Bare {
    /// Asks once, and serves that answer until it is killed.
    pub(crate) async fn serve(self) -> anyhow::Result<()> {
        let request = reqwest::Client::new()
            .get(&self.of)
            .header(header::ACCEPT_ENCODING, self.accept_encoding);
        let answer = request.send().await?;
        let status = answer.status();
        let mut headers: HeaderMap = answer.headers().clone();
        // The server adds these by itself.
        for own in [header::DATE, header::CONTENT_LENGTH, header::CONNECTION] {
            headers.remove(own);
        }
        let body = answer.bytes().await?;
        let kept = (status, headers, body);
        let app = Router::new().fallback(async move || -> (StatusCode, HeaderMap, Bytes) { kept.clone() });
        let listener = TcpListener::bind(self.listen).await.context("listen")?;
        let listener = listener.tap_io(|stream| {
            // It fails on a dead connection only.
            let _ = stream.set_nodelay(true);
        });
        Ok(axum::serve(listener, app).await?)
    }
}
