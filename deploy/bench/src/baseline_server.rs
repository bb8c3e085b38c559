//! The baseline of reads: an axum server without layers that sends the same bytes and headers, in a process of
//! its own like the gateway.

use std::net::SocketAddr;

use anyhow::Context as _;
use axum::{
    Router,
    http::{HeaderMap, StatusCode, header},
    serve::ListenerExt as _,
};
use bytes::Bytes;
use tokio::net::TcpListener;

/// Serves one response of the gateway for every path.
#[derive(Debug, clap::Args)]
pub(crate) struct BaselineServer {
    /// Address to listen on
    #[arg(long)]
    listen: SocketAddr,
    /// URL of the response to serve
    #[arg(long)]
    response_url: String,
    /// `Accept-Encoding` of the request for it
    #[arg(long, default_value = "identity")]
    accept_encoding: String,
}

impl BaselineServer {
    /// Requests the response once, and serves it until the process is killed.
    pub(crate) async fn serve(self) -> anyhow::Result<()> {
        let request = reqwest::Client::new()
            .get(&self.response_url)
            .header(header::ACCEPT_ENCODING, self.accept_encoding);
        let answer = request.send().await?;
        let status = answer.status();
        let mut headers: HeaderMap = answer.headers().clone();
        // The server adds these headers itself.
        for name in [header::DATE, header::CONTENT_LENGTH, header::CONNECTION] {
            headers.remove(name);
        }
        let body = answer.bytes().await?;
        let response = (status, headers, body);
        let app =
            Router::new().fallback(async move || -> (StatusCode, HeaderMap, Bytes) { response.clone() });
        let listener = TcpListener::bind(self.listen).await.context("listen")?;
        let listener = listener.tap_io(|stream| {
            // It fails only on a dead connection.
            let _ = stream.set_nodelay(true);
        });
        Ok(axum::serve(listener, app).await?)
    }
}
