//! The HTTP server: axum's own has no deadline for a request's head, which lets a few slow clients hold it.

use std::{convert::Infallible, time::Duration};

use axum::{Router, body::Body, extract::Request};
use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{
        conn::auto,
        graceful::{GracefulShutdown, Watcher},
    },
    service::TowerToHyperService,
};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;

use crate::client_address::Peer;

/// From the first byte of a connection, or the end of the last request, to the end of the next request's head.
const HEAD_DEADLINE: Duration = Duration::from_secs(30);

/// How long to wait when no connection can be accepted, as when the process has run out of file descriptors.
const ACCEPT_AGAIN_AFTER: Duration = Duration::from_millis(100);

/// Serves until `close` is cancelled and every request in flight is answered.
pub(crate) async fn serve(
    app: Router,
    listener: TcpListener,
    close: CancellationToken,
) -> anyhow::Result<()> {
    let connections = TaskTracker::new();
    let graceful = GracefulShutdown::new();
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    connections.spawn(connection(app.clone(), stream, Peer(peer), graceful.watcher()));
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(ACCEPT_AGAIN_AFTER).await;
                }
            }
        }
    };
    let _: Option<Infallible> = close.run_until_cancelled(accepting).await;
    drop(listener);
    graceful.shutdown().await;
    Ok(())
}

async fn connection(app: Router, stream: TcpStream, peer: Peer, watcher: Watcher) {
    // Answers are written whole, so waiting for more to send only costs time. It fails on a dead connection only.
    let _ = stream.set_nodelay(true);
    let mut server = auto::Builder::new(TokioExecutor::new());
    server
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_DEADLINE);
    server
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(HEAD_DEADLINE);
    let service = TowerToHyperService::new(app.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        request.map(Body::new)
    }));
    let connection = server
        .serve_connection(TokioIo::new(stream), service)
        .into_owned();
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(error, "a connection broke");
    }
}
