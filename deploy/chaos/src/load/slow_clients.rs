//! Open connections that are silent, slow to send, or slow to read.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use futures_util::{StreamExt as _, stream};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

/// Connections per client address, as from a network with one public address.
const PER_ADDRESS: usize = 100;

/// Connections opened concurrently.
const CONCURRENCY: usize = 64;

/// The longest time until a gateway closes slow connections.
const CLOSED_WITHIN: Duration = Duration::from_secs(30);

/// Connections to a gateway.
pub(crate) struct SlowClients {
    connections: Vec<TcpStream>,
}

impl SlowClients {
    /// Opens `count` connections from a realistic number of local addresses, and sends these bytes on each.
    pub(crate) async fn open(gateway: SocketAddr, count: usize, first_bytes: &[u8]) -> Self {
        let opening = stream::iter(0..count).map(|nth| open(gateway, nth, first_bytes));
        let opened = opening.buffer_unordered(CONCURRENCY);
        let connections = opened.filter_map(async |connection| connection.ok()).collect();
        Self {
            connections: connections.await,
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.connections.len()
    }

    /// Sends a byte on each connection every half second, until the gateway has closed all.
    pub(crate) async fn send_slowly(mut self) -> anyhow::Result<Duration> {
        let began = Instant::now();
        while !self.connections.is_empty() {
            ensure!(
                began.elapsed() < CLOSED_WITHIN,
                "{} slow clients are still connected",
                self.connections.len()
            );
            tokio::time::sleep(Duration::from_millis(500)).await;
            let mut open = Vec::new();
            for mut connection in self.connections {
                let mut answer = [0; 1];
                let answered = tokio::time::timeout(Duration::ZERO, connection.read(&mut answer)).await;
                if answered.is_err() && connection.write_all(b"x").await.is_ok() {
                    open.push(connection);
                }
            }
            self.connections = open;
        }
        Ok(began.elapsed())
    }
}

async fn open(gateway: SocketAddr, nth: usize, first_bytes: &[u8]) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if cfg!(target_os = "linux") {
        let network = u8::try_from(nth / PER_ADDRESS % 250)?;
        let from = Ipv4Addr::new(127, 77, network, 1);
        socket.bind(SocketAddr::from((IpAddr::V4(from), 0)))?;
    }
    let connecting = tokio::time::timeout(Duration::from_secs(10), socket.connect(gateway));
    let mut connection = connecting.await.context("the gateway accepts no connection")??;
    connection.write_all(first_bytes).await?;
    Ok(connection)
}
