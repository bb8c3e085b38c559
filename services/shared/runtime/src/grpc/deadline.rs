//! The deadline of a call.

use std::time::Duration;

use tonic::Request;

/// The time that the caller's `grpc-timeout` allows. `None` if it has none.
pub fn time_allowed<T>(request: &Request<T>) -> Option<Duration> {
    read(request.metadata().get("grpc-timeout")?.to_str().ok()?)
}

/// Parses at most eight digits and a unit, by gRPC's protocol over HTTP/2.
fn read(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.len() > 8 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let count = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_hours(count)),
        "M" => Some(Duration::from_mins(count)),
        "S" => Some(Duration::from_secs(count)),
        "m" => Some(Duration::from_millis(count)),
        "u" => Some(Duration::from_micros(count)),
        "n" => Some(Duration::from_nanos(count)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_units_of_the_protocol_and_nothing_else() {
        let read_all = |texts: [&str; 6]| texts.map(read);
        let known = read_all(["1H", "2M", "3S", "900m", "5u", "6n"]);
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(known[..3], [seconds(3_600), seconds(120), seconds(3)]);
        assert_eq!(known[3], Some(Duration::from_millis(900)));
        assert_eq!(known[4], Some(Duration::from_micros(5)));
        assert_eq!(known[5], Some(Duration::from_nanos(6)));
        assert_eq!(read_all(["", "m", "900", "-1m", "123456789m", "9₹"]), [None; 6]);
    }
}
