//! The networks of a client, in the sizes that limits use.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

/// The number of network sizes.
pub const NETWORK_SIZES: usize = 3;

/// The IPv6 prefixes of a household, a small site and a large site (RFC 6177). A customer with a /48 has
/// 65,536 networks of the first size.
const PREFIXES: [u8; NETWORK_SIZES] = [64, 56, 48];

/// An IPv4 address, or an IPv6 network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    address: IpAddr,
    /// The prefix length.
    bits: u8,
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.address {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => write!(f, "{address}/{}", self.bits),
        }
    }
}

/// The networks of a client. IPv4 has one size, because its addresses are expensive. Empty if the client's
/// address is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Networks(Option<IpAddr>);

impl From<IpAddr> for Networks {
    fn from(client: IpAddr) -> Self {
        Self(Some(client.to_canonical()))
    }
}

impl Networks {
    /// Parses a client's address.
    pub fn read(client_address: &str) -> Self {
        client_address.parse().map_or(Self(None), IpAddr::into)
    }

    /// All networks, narrowest first.
    pub fn iter(self) -> impl Iterator<Item = Network> {
        let all = match self.0 {
            None => [None; NETWORK_SIZES],
            Some(address @ IpAddr::V4(_)) => [Some(Network { address, bits: 32 }), None, None],
            Some(IpAddr::V6(address)) => PREFIXES.map(|bits| Some(prefix(address, bits))),
        };
        all.into_iter().flatten()
    }
}

fn prefix(address: Ipv6Addr, bits: u8) -> Network {
    let rest = Ipv6Addr::BITS - u32::from(bits);
    let address = Ipv6Addr::from_bits(address.to_bits() >> rest << rest);
    Network {
        address: address.into(),
        bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, expected: &[&str]) {
        let networks: Vec<_> = Networks::read(address)
            .iter()
            .map(|network| network.to_string())
            .collect();
        assert_eq!(networks, expected);
    }

    #[test]
    fn an_address_of_ipv6_is_seen_in_three_networks_and_one_of_ipv4_in_its_own() {
        check(
            "2001:db8:1:2345:aaaa::1",
            &["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"],
        );
        check("203.0.113.7", &["203.0.113.7"]);
        check("::ffff:203.0.113.7", &["203.0.113.7"]);
        check("", &[]);
    }
}
