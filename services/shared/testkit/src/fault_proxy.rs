use std::net::SocketAddr;

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
};
use url::Url;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Whole,
    Cut,
    Hanging,
}

/// A TCP proxy that breaks on demand: put it between two programs and cut or freeze what lies between them.
#[derive(Debug)]
pub struct FaultProxy {
    address: SocketAddr,
    line: watch::Sender<Line>,
}

impl FaultProxy {
    /// A proxy to `target` ("host:port"), whole at first.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test's runtime ends with the test, and its tasks with it"
    )]
    pub async fn start(target: impl Into<String>) -> Self {
        let target = target.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port 0 is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let (line, watch) = watch::channel(Line::Whole);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, target.clone(), watch.clone()));
            }
        });
        Self { address, line }
    }

    /// A proxy in front of the server that `url` names, and the address with the proxy in the server's place.
    pub async fn before(url: &str) -> (Self, String) {
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

    /// Where clients connect instead of the target.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes every connection, and each new one at once.
    pub fn cut(&self) {
        self.line.send_replace(Line::Cut);
    }

    /// Accepts connections and never answers; connections that exist fall silent.
    pub fn hang(&self) {
        self.line.send_replace(Line::Hanging);
    }

    /// Carries traffic again, for new connections.
    pub fn restore(&self) {
        self.line.send_replace(Line::Whole);
    }
}

async fn carry(mut client: TcpStream, target: String, mut line: watch::Receiver<Line>) {
    if *line.borrow_and_update() == Line::Whole
        && let Ok(mut server) = TcpStream::connect(target).await
    {
        tokio::select! {
            _ = copy_bidirectional(&mut client, &mut server) => return,
            _ = line.changed() => (),
        }
    }
    while *line.borrow_and_update() == Line::Hanging {
        if line.changed().await.is_err() {
            return;
        }
    }
}
