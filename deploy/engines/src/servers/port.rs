//! Free ports of the loopback interface for servers that start later.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Result, bail};

/// Below the ports that kernels assign to connections (Linux from 32768, macOS from 49152), so that no
/// connection takes one before the server listens.
const PORTS: Range<u16> = 16_384..32_768;

/// Returns a port that is free now and that this process has not returned before.
///
/// # Errors
///
/// If every port is in use.
pub fn free_port() -> Result<u16> {
    static RETURNED: AtomicU32 = AtomicU32::new(0);
    // Starts at a port derived from the process id, so that concurrent processes use different ports. The
    // factor spreads consecutive ids.
    let begin = process::id().wrapping_mul(2_654_435_761);
    for _ in PORTS {
        let place = begin.wrapping_add(RETURNED.fetch_add(1, Ordering::Relaxed));
        let port = PORTS.start + u16::try_from(place % u32::from(PORTS.end - PORTS.start))?;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(port);
        }
    }
    bail!(
        "no port of 127.0.0.1 from {} to {} is free",
        PORTS.start,
        PORTS.end
    )
}

/// Returns true if an engine's log says that its port was taken before its start.
pub(crate) fn reports_port_in_use(log: &str) -> bool {
    log.to_ascii_lowercase().contains("address already in use")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_port_is_given_twice_nor_one_in_use() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, free_port().unwrap())).unwrap();
        let given: HashSet<_> = (0..200).map(|_| free_port().unwrap()).collect();
        assert_eq!(given.len(), 200);
        assert!(!given.contains(&taken.local_addr().unwrap().port()));
        assert!(given.iter().all(|port| PORTS.contains(port)));
    }
}
