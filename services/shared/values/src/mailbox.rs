//! Mailboxes: one name for the many addresses that lead to one.

/// The name of the mailbox that an address leads to, for counts: in lower case, without what follows a `+`, and without Gmail's dots.
/// No mail goes there: some servers tell apart what this does not.
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
