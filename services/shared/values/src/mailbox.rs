//! Mailbox names, for addresses that lead to the same mailbox.

/// The name of an address's mailbox, for counting: lower case, without a `+` suffix, and without Gmail's
/// dots. Never send mail to it, because some servers distinguish these addresses.
pub fn mailbox(address: &str) -> String {
    let lower = address.trim().to_lowercase();
    let Some((local, domain)) = lower.rsplit_once('@') else {
        return lower;
    };
    let local = local.split('+').next().unwrap_or(local);
    match domain {
        "gmail.com" | "googlemail.com" => format!("{}@gmail.com", local.replace('.', "")),
        _ => format!("{local}@{domain}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_to_write_a_mailbox_are_one() {
        let table = [
            ("Asha@Example.com", "asha@example.com"),
            ("asha+1@example.com", "asha@example.com"),
            ("a.s.ha@example.com", "a.s.ha@example.com"),
            ("a.s.ha+shop@googlemail.com", "asha@gmail.com"),
            ("asha", "asha"),
        ];
        for (address, expected) in table {
            assert_eq!(mailbox(address), expected);
        }
    }
}
