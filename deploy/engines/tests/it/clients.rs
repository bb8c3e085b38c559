//! Minimal clients: psql, and NATS's text protocol.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

/// Runs a query. Returns its output or the error.
pub(crate) fn query(url: &str, sql: &str) -> Result<String, String> {
    let output = Command::new("psql")
        .args([url, "-v", "ON_ERROR_STOP=1", "-tAc", sql])
        .output()
        .unwrap();
    if output.status.success() {
        Ok(String::from_utf8(output.stdout).unwrap().trim().to_owned())
    } else {
        Err(String::from_utf8(output.stderr).unwrap())
    }
}

/// Sends a request to JetStream with the credentials in the URL, and returns the response.
pub(crate) fn request(url: &str, subject: &str, body: &str) -> Result<String, String> {
    let (credentials, address) = url.strip_prefix("nats://").unwrap().split_once('@').unwrap();
    let (user, password) = credentials.split_once(':').unwrap();
    let server = TcpStream::connect(address).map_err(|error| error.to_string())?;
    server.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut lines = BufReader::new(&server).lines().map_while(Result::ok);
    let mut line_after = |send: String, start: &str| {
        (&server)
            .write_all(send.as_bytes())
            .map_err(|error| error.to_string())?;
        let line = lines.find(|line| line.starts_with(start) || line.starts_with("-ERR"));
        match line.ok_or("the server closed the connection")? {
            error if error.starts_with("-ERR") => Err(error),
            _ => Ok(lines.next()),
        }
    };
    let login = format!(r#"{{"user":"{user}","pass":"{password}","verbose":false,"pedantic":false}}"#);
    line_after(format!("CONNECT {login}\r\nPING\r\nPING\r\n"), "PONG")?;
    let publish = format!("PUB {subject} answer {}\r\n{body}\r\n", body.len());
    let answer = line_after(format!("SUB answer 1\r\n{publish}"), "MSG ")?;
    answer.ok_or_else(|| "the server closed the connection".to_owned())
}

/// Creates a stream for `orders`.
pub(crate) fn create_stream(url: &str) {
    let answer = request(
        url,
        "$JS.API.STREAM.CREATE.orders",
        r#"{"name":"orders","subjects":["orders"]}"#,
    )
    .unwrap();
    assert!(answer.contains("\"did_create\":true"), "{answer}");
}

/// Publishes to `orders` and waits for the acknowledgement.
pub(crate) fn publish(url: &str) {
    let answer = request(url, "orders", "an order").unwrap();
    assert!(answer.contains("\"seq\""), "{answer}");
}

/// Returns true if the stream has exactly one message.
pub(crate) fn holds_one_message(url: &str) -> bool {
    request(url, "$JS.API.STREAM.INFO.orders", "").is_ok_and(|info| info.contains("\"messages\":1,"))
}
