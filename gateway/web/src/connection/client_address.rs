//! The address of a client: the peer of the connection or, behind trusted proxies, the address that they
//! report.

use std::{
    net::{AddrParseError, IpAddr, Ipv6Addr, SocketAddr},
    str::FromStr,
    sync::Arc,
};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{Extensions, HeaderMap, request::Parts},
};
use ipnet::IpNet;
use runtime::Networks;

use crate::answer::error::{self, Error};

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The peer of the connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Networks of the trusted proxies, in the form `10.0.0.0/8, 192.0.2.1`; by default none.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl FromStr for TrustedProxies {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let networks = text
            .split(',')
            .map(str::trim)
            .filter(|network| !network.is_empty());
        let network = |text: &str| match text.parse() {
            Ok(network) => Ok(network),
            Err(_) => text.parse::<IpAddr>().map(IpNet::from),
        };
        networks.map(network).collect::<Result<_, _>>().map(Self)
    }
}

/// The network address of the client. For IPv6 it is the /64 of a household.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl From<ClientAddress> for Networks {
    fn from(client: ClientAddress) -> Self {
        client.0.into()
    }
}

impl<S> FromRequestParts<S> for ClientAddress
where
    S: Send + Sync,
    Arc<TrustedProxies>: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let proxies = Arc::<TrustedProxies>::from_ref(state);
        Ok(proxies.sender(&parts.extensions, &parts.headers))
    }
}

/// Extracts only for direct clients such as health probes. A request that a trusted proxy forwarded for a
/// client gets 404.
#[derive(Debug, Clone, Copy)]
pub struct DirectClient;

impl<S> FromRequestParts<S> for DirectClient
where
    S: Send + Sync,
    Arc<TrustedProxies>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let proxies = Arc::<TrustedProxies>::from_ref(state);
        let passed_on = proxies.forwarded(&parts.extensions) && parts.headers.contains_key(FORWARDED_FOR);
        if passed_on {
            Err(error::not_found())
        } else {
            Ok(Self)
        }
    }
}

impl TrustedProxies {
    /// Whether no proxy is trusted.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The client of a request with these extensions and headers.
    pub fn sender(&self, extensions: &Extensions, headers: &HeaderMap) -> ClientAddress {
        self.client(peer(extensions), headers)
    }

    /// Whether a request came directly from a trusted proxy.
    pub(crate) fn forwarded(&self, extensions: &Extensions) -> bool {
        self.trusts(peer(extensions).to_canonical())
    }

    /// The client at the peer of a connection, and whether the peer is a trusted proxy.
    pub(crate) fn neighbour(&self, peer: IpAddr) -> (ClientAddress, bool) {
        let peer = peer.to_canonical();
        (ClientAddress(household(peer)), self.trusts(peer))
    }

    /// Goes from the connection outwards, past trusted proxies, to the first other address. Addresses beyond
    /// it come from that client and are ignored.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let hops = headers.get_all(FORWARDED_FOR).into_iter();
        let hops: Vec<_> = hops
            .flat_map(|value| value.to_str().unwrap_or_default().split(','))
            .map(|hop| hop.trim().parse::<IpAddr>())
            .collect();
        let mut client = peer.to_canonical();
        for hop in hops.into_iter().rev() {
            let Some(hop) = hop.ok().filter(|_| self.trusts(client)) else {
                break;
            };
            client = hop.to_canonical();
        }
        ClientAddress(household(client))
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

fn peer(extensions: &Extensions) -> IpAddr {
    extensions
        .get::<Peer>()
        .map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.0.ip())
}

fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(trusted: &[&str], peer: &str, forwarded: &[&str], expected: &str) {
        let proxies: TrustedProxies = trusted.join(",").parse().unwrap();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let client = proxies.client(peer.parse().unwrap(), &headers);
        assert_eq!(client.0.to_string(), expected);
    }

    #[test]
    fn an_untrusted_proxy_is_not_believed() {
        check(&[], "203.0.113.7", &["198.51.100.1"], "203.0.113.7");
        check(
            &["10.0.0.0/8"],
            "203.0.113.7",
            &["198.51.100.1, 10.0.0.1"],
            "203.0.113.7",
        );
    }

    #[test]
    fn the_nearest_address_beyond_the_trusted_proxies_is_the_client() {
        let inside = ["10.0.0.0/8"];
        check(&inside, "10.0.0.1", &["203.0.113.7"], "203.0.113.7");
        check(&inside, "10.0.0.1", &["198.51.100.1, 203.0.113.7"], "203.0.113.7");
        check(
            &inside,
            "10.0.0.1",
            &["198.51.100.1, 203.0.113.7, 10.0.0.2"],
            "203.0.113.7",
        );
        check(
            &inside,
            "10.0.0.1",
            &["198.51.100.1", "203.0.113.7"],
            "203.0.113.7",
        );
        check(&inside, "::ffff:10.0.0.1", &["203.0.113.7"], "203.0.113.7");
    }

    #[test]
    fn an_unreadable_address_ends_the_walk() {
        check(&["10.0.0.0/8"], "10.0.0.1", &[], "10.0.0.1");
        check(&["10.0.0.0/8"], "10.0.0.1", &["203.0.113.7, unknown"], "10.0.0.1");
        check(&["10.0.0.0/8"], "10.0.0.1", &[""], "10.0.0.1");
    }

    #[test]
    fn a_household_is_one_client() {
        check(&[], "2001:db8:1:2:aaaa::1", &[], "2001:db8:1:2::");
        check(&[], "2001:db8:1:2:bbbb::9", &[], "2001:db8:1:2::");
        check(
            &["10.0.0.0/8"],
            "10.0.0.1",
            &["2001:db8:1:2::9"],
            "2001:db8:1:2::",
        );
    }

    #[test]
    fn networks_are_read_as_people_write_them() {
        let read = |text: &str| text.parse::<TrustedProxies>().map(|proxies| proxies.0.len());
        assert_eq!(read(""), Ok(0));
        assert_eq!(read(" "), Ok(0));
        assert_eq!(read("10.0.0.0/8"), Ok(1));
        assert_eq!(read("10.0.0.0/8, 192.0.2.1 ,2001:db8::/32,"), Ok(3));
        assert!(read("10.0.0.0/33").is_err());
        assert!(read("proxy.example").is_err());
    }

    #[test]
    fn fuzz_of_forwarded_addresses() {
        let trusted: TrustedProxies = "10.0.0.0/8,fd00::/8".parse().unwrap();
        let corpus: [&[u8]; 6] = [
            b"203.0.113.9",
            b"203.0.113.9, 10.0.0.2",
            b"[2001:db8::1]:443, fd00::2",
            b"\"unknown\"",
            b",,,",
            b"::ffff:10.0.0.1",
        ];
        let peer: IpAddr = "10.0.0.1".parse().unwrap();
        fuzz::feed("forwarded addresses", &corpus, |input| {
            let Ok(value) = http::HeaderValue::from_bytes(input) else {
                return;
            };
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", value);
            let _ = trusted.client(peer, &headers);
            let stranger: IpAddr = "198.51.100.7".parse().unwrap();
            let told = trusted.client(stranger, &headers);
            assert_eq!(
                told,
                trusted.client(stranger, &HeaderMap::new()),
                "a stranger is not believed"
            );
            let _ = String::from_utf8_lossy(input).parse::<TrustedProxies>();
        });
    }
}
