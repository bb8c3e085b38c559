//! Checks a request to pay. Pure.

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;

/// Length limit of a return path, in characters.
const LONGEST_PATH: usize = 300;

/// A checked request to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartRequest {
    /// The order.
    pub order_id: Uuid,
    /// A path of the shop's site.
    pub return_path: String,
}

/// Checks a request to pay. Returns all violations.
pub fn start(order_id: &str, return_path: &str) -> Result<StartRequest, Vec<Violation>> {
    let mut violations = Vec::new();
    let order_id = field("order_id", uuid(order_id), &mut violations);
    let return_path = field("return_path", path(return_path), &mut violations);
    match (order_id, return_path) {
        (Some(order_id), Some(return_path)) => Ok(StartRequest {
            order_id,
            return_path,
        }),
        _ => Err(violations),
    }
}

/// Parses an order id.
pub fn order_id(text: &str) -> Result<Uuid, Vec<Violation>> {
    uuid(text).map_err(|broken| vec![Violation::new("order_id", broken)])
}

fn uuid(text: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"))
}

/// Checks that the path stays on the site. Browsers read `//` or `/\` as the start of another host.
fn path(text: &str) -> Result<String, Broken> {
    let mut bytes = text.bytes();
    let begins_well = bytes.next() == Some(b'/') && !matches!(bytes.next(), Some(b'/' | b'\\'));
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if begins_well && is_plain && text.len() <= LONGEST_PATH {
        Ok(text.to_owned())
    } else {
        Err(Rule::Malformed.says("must be a path of the site that begins with a slash"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_back_stays_on_the_site() {
        for path in ["/", "/order/VM-1?paid=1#top"] {
            assert!(super::path(path).is_ok(), "{path}");
        }
        for path in [
            "",
            "order",
            "//example.com",
            "/\\example.com",
            "/a\\b",
            "/a b",
            "/a\nb",
            "https://example.com",
            &format!("/{}", "x".repeat(LONGEST_PATH)),
        ] {
            assert!(super::path(path).is_err(), "{path}");
        }
    }

    #[test]
    fn everything_wrong_with_a_wish_is_said_at_once() {
        let violations = start("1", "x").expect_err("both are wrong");
        let fields: Vec<_> = violations
            .iter()
            .map(|violation| violation.field.as_ref())
            .collect();
        assert_eq!(fields, ["order_id", "return_path"]);
    }
}
