//! A TCP proxy with faults on demand: it delays, freezes or cuts the connections between two programs.
//!
//! Only for tests and `deploy/chaos`. It panics if a test could not continue anyway.

mod forward;

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{net::TcpListener, sync::watch};
use url::Url;

use crate::forward::{Line, Orders, forward};

/// A TCP proxy that breaks on demand. Dropping it closes every connection.
#[derive(Debug)]
pub struct FaultProxy {
    address: SocketAddr,
    line: watch::Sender<Line>,
    /// The number of cuts. A cut ends a connection even if the line is whole again before the connection
    /// notices.
    cuts: watch::Sender<usize>,
    losses_left: Arc<AtomicUsize>,
}

impl FaultProxy {
    /// Starts a proxy to `target` ("host:port"), without faults.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test's runtime ends with the test, and its tasks with it"
    )]
    pub async fn start(target: impl Into<String>) -> Self {
        let target = target.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port 0 is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let (line, watch) = watch::channel(Line::Whole);
        let (cuts, told) = watch::channel(0);
        let losses_left = Arc::default();
        let orders = Orders {
            line: watch,
            cuts: told,
            losses_left: Arc::clone(&losses_left),
        };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, target.clone(), orders.clone()));
            }
        });
        Self {
            address,
            line,
            cuts,
            losses_left,
        }
    }

    /// Starts a proxy to the server of `url`. Returns it, and the URL with the proxy's address.
    pub async fn in_front_of(url: &str) -> (Self, String) {
        let mut url = Url::parse(url).expect("the address of a server is a URL");
        let host = url.host_str().expect("a server's address has a host");
        let port = url.port().expect("a test server's address has a port");
        let proxy = Self::start(format!("{host}:{port}")).await;
        url.set_ip_host(proxy.address.ip())
            .expect("a server's address takes another host");
        url.set_port(Some(proxy.address.port()))
            .expect("a server's address takes another port");
        (proxy, url.into())
    }

    /// The address to which clients connect.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes all connections, and every new one at once.
    pub fn cut(&self) {
        self.line.send_replace(Line::Cut);
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Accepts connections but never answers. Existing connections become silent.
    pub fn hang(&self) {
        self.line.send_replace(Line::Hanging);
    }

    /// Delays every byte by this much.
    pub fn delay(&self, by: Duration) {
        self.line.send_replace(Line::Late(by));
    }

    /// Loses this many connections, as by packet loss: after the client has sent these words in sequence,
    /// nothing more arrives in either direction, and neither side is notified. The last word still arrives.
    pub fn lose_after(&self, words: &'static [&'static [u8]], connections: usize) {
        assert!(!words.is_empty(), "a connection is lost after something");
        self.losses_left.store(connections, Ordering::Relaxed);
        self.line.send_replace(Line::LostAfter(words));
    }

    /// How many connections [`lose_after`](Self::lose_after) has still to lose.
    pub fn losses_left(&self) -> usize {
        self.losses_left.load(Ordering::Relaxed)
    }

    /// Forwards traffic again. Connections that hung or were lost are closed.
    pub fn restore(&self) {
        self.line.send_replace(Line::Whole);
    }
}
