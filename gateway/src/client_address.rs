//! Where a request comes from: the other end of the connection, or, behind proxies that are trusted, who they say.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, request::Parts},
};
use ipnet::IpNet;

use crate::app::App;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The other end of the connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Networks of the proxies whose word is taken.
#[derive(Debug)]
pub(crate) struct TrustedProxies(pub(crate) Vec<IpNet>);

/// Who sent a request, as far as the network tells. For IPv6 it is the network of 64 bits that one household has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<Arc<App>> for ClientAddress {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Self::Rejection> {
        let peer = parts
            .extensions
            .get::<Peer>()
            .map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.0.ip());
        Ok(app.trusted_proxies.client(peer, &parts.headers))
    }
}

impl TrustedProxies {
    /// Walks from the connection outwards, past trusted proxies, to the first address that is none. What stands further
    /// out was written by whoever that is, so it is not read.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let hops = headers.get_all(FORWARDED_FOR).into_iter();
        let hops: Vec<_> = hops
            .flat_map(|value| value.to_str().unwrap_or_default().split(','))
            .map(|hop| hop.trim().parse::<IpAddr>())
            .collect();
        let mut client = peer.to_canonical();
        for hop in hops.into_iter().rev() {
            let Some(hop) = hop.ok().filter(|_| self.trust(client)) else {
                break;
            };
            client = hop.to_canonical();
        }
        ClientAddress(household(client))
    }

    fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
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
        let proxies = TrustedProxies(trusted.iter().map(|network| network.parse().unwrap()).collect());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let client = proxies.client(peer.parse().unwrap(), &headers);
        assert_eq!(client.0.to_string(), expected);
    }

    #[test]
    fn nobody_is_believed_who_is_not_trusted() {
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
    fn what_cannot_be_read_ends_the_walk() {
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
}
