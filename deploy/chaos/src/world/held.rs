//! Connections that are held open: silent, slow to ask, or slow to read.

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

/// Connections from one address, as of a network with one way out.
const FROM_ONE: usize = 100;

/// Connections that are being opened at once.
const AT_ONCE: usize = 64;

/// How long a gateway may need to end those who are slow.
const ENDED_WITHIN: Duration = Duration::from_secs(30);

/// Connections to a gateway.
pub(super) struct Held {
    connections: Vec<TcpStream>,
}

impl Held {
    /// Opens so many, from as many addresses of this machine as they would come from, and says these bytes on each.
    pub(super) async fn open(gateway: SocketAddr, count: usize, said: &[u8]) -> Self {
        let opening = stream::iter(0..count).map(|nth| open(gateway, nth, said));
        let opened = opening.buffer_unordered(AT_ONCE);
        let connections = opened.filter_map(async |connection| connection.ok()).collect();
        Self {
            connections: connections.await,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.connections.len()
    }

    /// Says one byte more on each now and then, until the gateway has ended all of them.
    pub(super) async fn dribble(mut self) -> anyhow::Result<Duration> {
        let began = Instant::now();
        while !self.connections.is_empty() {
            ensure!(
                began.elapsed() < ENDED_WITHIN,
                "{} slow clients are still there",
                self.connections.len()
            );
            tokio::time::sleep(Duration::from_millis(500)).await;
            let mut left = Vec::new();
            for mut connection in self.connections {
                let mut answer = [0; 1];
                let heard = tokio::time::timeout(Duration::ZERO, connection.read(&mut answer)).await;
                if heard.is_err() && connection.write_all(b"x").await.is_ok() {
                    left.push(connection);
                }
            }
            self.connections = left;
        }
        Ok(began.elapsed())
    }
}

async fn open(gateway: SocketAddr, nth: usize, said: &[u8]) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if cfg!(target_os = "linux") {
        let network = u8::try_from(nth / FROM_ONE % 250)?;
        let from = Ipv4Addr::new(127, 77, network, 1);
        socket.bind(SocketAddr::from((IpAddr::V4(from), 0)))?;
    }
    let connecting = tokio::time::timeout(Duration::from_secs(10), socket.connect(gateway));
    let mut connection = connecting.await.context("the gateway takes no connection")??;
    connection.write_all(said).await?;
    Ok(connection)
}
