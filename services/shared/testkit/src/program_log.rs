//! Reads the log of a program that a test started.

use std::{
    io::{BufRead as _, BufReader, Read},
    net::SocketAddr,
};

/// Reads a program's JSON log up to the line with its address, and returns the address. Passes all later
/// lines to `rest`, because a full pipe would block the program.
pub fn listens_at(log: impl Read + Send + 'static, rest: impl FnMut(String) + Send + 'static) -> SocketAddr {
    let mut lines = BufReader::new(log).lines().map_while(Result::ok);
    let address = lines.by_ref().find_map(|line| own_address(&line));
    std::thread::spawn(move || lines.for_each(rest));
    address.expect("the program says where it listens before it ends")
}

/// The program's own address. Earlier lines may have addresses of services that do not answer.
fn own_address(line: &str) -> Option<SocketAddr> {
    let entry: serde_json::Value = serde_json::from_str(line).expect("the log is JSON");
    let is_own = entry["message"].as_str()?.ends_with(" is ready");
    let address = entry["address"].as_str().filter(|_| is_own)?;
    Some(address.parse().expect("it is an address"))
}
