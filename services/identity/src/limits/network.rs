//! Where a request comes from, as narrow and as wide as limits look at it.

use std::net::{IpAddr, Ipv6Addr};

/// How many sizes of network a limit knows.
pub const SIZES: usize = 3;

/// Bits that a household, a small site and a large site share in IPv6 (RFC 6177): a customer who rents one /48 has 65,536
/// networks of the first size.
const PREFIXES: [u32; SIZES] = [64, 56, 48];

/// The networks that hold a client, narrowest first. IPv4 has one: its addresses are dear enough. None when the client's
/// address is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Networks(Vec<String>);

impl Networks {
    /// Reads a client's address.
    pub fn of(client_address: &str) -> Self {
        match client_address
            .parse()
            .map(|address: IpAddr| address.to_canonical())
        {
            Ok(IpAddr::V4(address)) => Self(vec![address.to_string()]),
            Ok(IpAddr::V6(address)) => Self(PREFIXES.map(|bits| prefix(address, bits)).into()),
            Err(_) => Self::default(),
        }
    }

    /// Each network by name, narrowest first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

fn prefix(address: Ipv6Addr, bits: u32) -> String {
    let rest = Ipv6Addr::BITS - bits;
    let network = Ipv6Addr::from_bits(address.to_bits() >> rest << rest);
    format!("{network}/{bits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, expected: &[&str]) {
        let networks = Networks::of(address);
        assert_eq!(networks.names().collect::<Vec<_>>(), expected);
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
