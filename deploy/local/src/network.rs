//! The address of this machine for other devices of the network.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// An address that no machine has (RFC 5737). Its route leads through the network's interface; nothing is
/// sent to it.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Returns the address at which other devices reach a program that listens on `listening`; `None` if they
/// cannot.
pub(crate) fn reachable_at(listening: IpAddr) -> Option<IpAddr> {
    if listening.is_loopback() {
        return None;
    }
    if !listening.is_unspecified() {
        return Some(listening);
    }
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_on_loopback_is_reached_from_no_other_device() {
        assert_eq!(reachable_at(Ipv4Addr::LOCALHOST.into()), None);
        let own = IpAddr::from([192, 168, 1, 5]);
        assert_eq!(reachable_at(own), Some(own));
    }
}
