//! The HTTP server: connections are limited, and each step has a time limit.

use std::{convert::Infallible, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, extract::Request};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto,
};
use runtime::Places;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;

use crate::{
    connection::{
        activity::Activity,
        client_address::{Peer, TrustedProxies},
        connections::{ConnectionSlot, Connections},
        limits::Limits,
        unreadable_request::Refusals,
        watched_stream::WatchedStream,
    },
    layers::LayerSettings,
};

/// The largest request head, in bytes; a larger one gets 431. Proxies in front accept 8 to 32 KiB.
const LONGEST_HEAD: usize = 64 * 1024;

/// Unfinished heads beyond 8 KiB: at most 32 MiB.
const LARGE_HEADS: usize = 512;

/// Concurrent requests on an HTTP/2 connection. A page load needs about 30.
const STREAMS: u32 = 64;

/// The HTTP/2 flow control window, in bytes: one body of the largest size.
const WINDOW: u32 = 64 * 1024;

/// The wait after a failed accept, for example without free file descriptors.
const ACCEPT_AGAIN_AFTER: Duration = Duration::from_millis(100);

/// The shared state of all connections.
#[derive(Debug)]
pub struct Server {
    app: Router,
    http: auto::Builder<TokioExecutor>,
    limits: Limits,
    proxies: Arc<TrustedProxies>,
    connections: Arc<Connections>,
    large_heads: Arc<Places>,
    refusals: Arc<Refusals>,
    draining: CancellationToken,
}

impl Server {
    /// A server for `app`. When the program starts to shut down, HTTP/2 clients are told to reconnect
    /// elsewhere.
    pub fn new(app: Router, settings: LayerSettings) -> Self {
        Self {
            app,
            http: http(),
            connections: Connections::new(settings.limits.connections()),
            limits: settings.limits,
            proxies: settings.proxies,
            large_heads: Places::new(LARGE_HEADS),
            refusals: Arc::new(Refusals::new(&settings.headers)),
            draining: settings.draining,
        }
    }

    /// Serves until `close` is cancelled and every request in flight is answered.
    pub fn serve(self, listener: TcpListener, close: CancellationToken) -> runtime::Life {
        Box::pin(self.run(listener, close))
    }

    async fn run(self, listener: TcpListener, close: CancellationToken) -> anyhow::Result<()> {
        let server = Arc::new(self);
        let tasks = TaskTracker::new();
        let accepting = async {
            loop {
                match listener.accept().await {
                    Ok((stream, peer)) => server.accept(stream, peer, &tasks, &close),
                    Err(error) => {
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(ACCEPT_AGAIN_AFTER).await;
                    }
                }
            }
        };
        let _: Option<Infallible> = close.run_until_cancelled(accepting).await;
        drop(listener);
        tasks.close();
        tasks.wait().await;
        Ok(())
    }

    fn accept(
        self: &Arc<Self>,
        stream: TcpStream,
        peer: SocketAddr,
        tasks: &TaskTracker,
        close: &CancellationToken,
    ) {
        // Responses are written whole, so waiting for more data only costs time. This fails only on a dead
        // connection.
        let _ = stream.set_nodelay(true);
        let (client, is_proxy) = self.proxies.neighbour(peer.ip());
        let times = self.limits.times;
        let idle_time = if is_proxy { times.proxy_idle } else { times.idle };
        let large_heads = Arc::clone(&self.large_heads);
        let activity = Arc::new(Activity::new(times, idle_time, client, large_heads));
        let Some(admitted) = self.connections.admit(client, is_proxy, Arc::clone(&activity)) else {
            return;
        };
        let connection = Connection {
            server: Arc::clone(self),
            admitted,
            activity,
            peer: Peer(peer),
        };
        tasks.spawn(connection.serve(stream, close.clone()));
    }
}

fn http() -> auto::Builder<TokioExecutor> {
    let mut http = auto::Builder::new(TokioExecutor::new());
    http.http1().max_buf_size(LONGEST_HEAD);
    http.http2()
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(u32::try_from(LONGEST_HEAD).expect("64 KiB fit"))
        .initial_stream_window_size(WINDOW)
        .initial_connection_window_size(WINDOW);
    http
}

struct Connection {
    server: Arc<Server>,
    admitted: ConnectionSlot,
    activity: Arc<Activity>,
    peer: Peer,
}

impl Connection {
    async fn serve(self, stream: TcpStream, close: CancellationToken) {
        let Self {
            server,
            admitted,
            activity,
            peer,
        } = self;
        let service = service_fn(|request: Request<Incoming>| {
            let open = activity.open_request(request.version());
            let mut request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(peer);
            let app = server.app.clone();
            async move {
                let Ok(response) = app.oneshot(request).await;
                Ok::<_, Infallible>(response.map(|body| open.answered(body)))
            }
        });
        let stream = WatchedStream::new(stream, Arc::clone(&activity), Arc::clone(&server.refusals));
        let mut connection = pin!(server.http.serve_connection(TokioIo::new(stream), service));
        let going_away = async {
            server.draining.cancelled().await;
            // Over HTTP/1 each response announces the close, because closing an idle connection now could
            // lose a request on its way.
            activity.speaks_http2().await;
        };
        let mut going_away = pin!(going_away);
        let (mut has_gone_away, mut is_closing) = (false, false);
        loop {
            tokio::select! {
                outcome = connection.as_mut() => {
                    if let Err(error) = outcome {
                        tracing::debug!(error, "a connection broke");
                    }
                    return;
                }
                () = activity.overdue() => return,
                () = admitted.evicted.cancelled() => return,
                () = going_away.as_mut(), if !has_gone_away => {
                    has_gone_away = true;
                    connection.as_mut().graceful_shutdown();
                }
                () = close.cancelled(), if !is_closing => {
                    is_closing = true;
                    activity.begin_closing();
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }
}
