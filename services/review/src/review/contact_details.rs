//! Finds contact details in a text: links, email addresses, UPI ids and phone numbers. Pure.

/// A kind of contact detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactDetail {
    /// A web address, with or without its `https://`.
    Link,
    /// An email address or a UPI id.
    Email,
    /// Ten or more digits, grouped in any way.
    Phone,
}

/// The digits of the shortest Indian phone number, without the country code.
const SHORTEST_PHONE: usize = 10;

/// The maximum number of separator characters between two digits of a phone number.
const LONGEST_GAP: usize = 3;

/// Domain endings that shoppers in India write. Only known endings count, because a missing space after a
/// full stop makes a word look like a domain.
const DOMAINS: [&str; 24] = [
    "com", "in", "net", "org", "info", "biz", "shop", "store", "online", "site", "app", "io", "co", "me",
    "xyz", "link", "ly", "live", "club", "ai", "uk", "gd", "gl", "eu",
];

/// Finds the contact details of a text, in order: kind, start and end in Unicode code points. They never
/// overlap.
pub fn find(text: &str) -> Vec<(ContactDetail, usize, usize)> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = of_words(&chars);
    for (start, end) in phones(&chars) {
        if found.iter().all(|(_, from, to)| end <= *from || *to <= start) {
            found.push((ContactDetail::Phone, start, end));
        }
    }
    found.sort_by_key(|(_, start, _)| *start);
    found
}

/// Finds links and addresses, which contain no space.
fn of_words(chars: &[char]) -> Vec<(ContactDetail, usize, usize)> {
    let is_between = |c: &char| c.is_whitespace() || "<>()[]{}\"“”,;|".contains(*c);
    let mut found = Vec::new();
    let mut start = 0;
    for word in chars.split(is_between) {
        let text: String = word.iter().collect();
        let bare = text.trim_end_matches(['.', '!', '?', ':', '\'', '’']);
        let detail = if is_link(bare) {
            Some(ContactDetail::Link)
        } else {
            is_address(bare).then_some(ContactDetail::Email)
        };
        if let Some(detail) = detail {
            found.push((detail, start, start + bare.chars().count()));
        }
        start += word.len() + 1;
    }
    found
}

fn is_link(word: &str) -> bool {
    let small = word.to_lowercase();
    if small.contains("://") || small.starts_with("www.") {
        return true;
    }
    let host = word.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let Some((name, ending)) = host.rsplit_once('.') else {
        return false;
    };
    let is_label = |label: &str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '-';
        !label.is_empty() && label.chars().all(is_part)
    };
    // A sentence that follows a full stop without a space starts with one capital letter.
    let is_ending = ending == ending.to_lowercase() || ending == ending.to_uppercase();
    is_ending && DOMAINS.contains(&ending.to_lowercase().as_str()) && name.split('.').all(is_label)
}

/// True for an email address or UPI id: letters or digits on both sides of an `@`.
fn is_address(word: &str) -> bool {
    let mut sides = word.split('@');
    let before = sides.next().and_then(|name| name.chars().next_back());
    let behind = sides.next().and_then(|host| host.chars().next());
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    is_part(before) && is_part(behind)
}

fn phones(chars: &[char]) -> Vec<(usize, usize)> {
    let is_gap = |c: char| {
        matches!(
            c,
            ' ' | '\u{a0}' | '-' | '–' | '.' | '(' | ')' | '/' | '+' | '_' | '*'
        )
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let (start, mut end, mut digits, mut gap) = (at, at, 0, 0);
        while at < chars.len() {
            if chars[at].is_numeric() {
                (digits, gap, end) = (digits + 1, 0, at + 1);
            } else if digits > 0 && gap < LONGEST_GAP && is_gap(chars[at]) {
                gap += 1;
            } else {
                break;
            }
            at += 1;
        }
        if digits >= SHORTEST_PHONE {
            found.push((start, end));
        }
        at = at.max(start + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contact details found, with their text.
    fn found(text: &str) -> Vec<(ContactDetail, String)> {
        let words = |start, end| text.chars().skip(start).take(end - start).collect();
        let found = find(text).into_iter();
        found
            .map(|(detail, start, end)| (detail, words(start, end)))
            .collect()
    }

    #[test]
    fn finds_phone_numbers_as_people_group_them() {
        for number in [
            "9876543210",
            "+91 98765 43210",
            "098765-43210",
            "(0261) 234 5678",
            "98765.43210",
            "९८७६५४३२१०",
            "૯૮૭૬૫ ૪૩૨૧૦",
            "9 8 7 6 5 4 3 2 1 0",
            "1800 123 4567",
        ] {
            let text = format!("🌿 Call {number}, please.");
            let number = number.trim_start_matches(['+', '(']);
            assert_eq!(
                found(&text),
                [(ContactDetail::Phone, number.to_owned())],
                "{text}"
            );
        }
    }

    #[test]
    fn finds_links_and_addresses_with_and_without_their_scheme() {
        for link in [
            "https://cheap.example/powder?x=1",
            "www.cheap.example",
            "cheap-powder.in",
            "Cheap.COM/karela",
            "wa.me/919876543210",
            "cheap.co.in",
        ] {
            let text = format!("See ({link}). It is less there.");
            assert_eq!(found(&text), [(ContactDetail::Link, link.to_owned())], "{text}");
        }
        for address in ["asha.patel@gmail.com", "asha@okaxis", "आशा@डाक.भारत"] {
            let text = format!("Write to {address}!");
            assert_eq!(
                found(&text),
                [(ContactDetail::Email, address.to_owned())],
                "{text}"
            );
        }
    }

    #[test]
    fn finds_nothing_in_what_shoppers_usually_write() {
        for text in [
            "Good product.Very fresh.In a day it was here.",
            "I paid 298 and got 2 packs of 100 g on 12-10-2025.",
            "Order VM-261128-PV7Z9, batch GIL-01, 4.5 of 5",
            "A spoon @ breakfast, 3-4 times a week… @home",
            "e.g. with milk, i.e. warm",
            "",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn fuzz_of_contact_details() {
        let corpus = ["Call +91 98765 43210", "www.cheap.example", "a@b", "1.in", "(((1"];
        fuzz::feed_text("contact details", &corpus, |text| {
            let length = text.chars().count();
            let mut last = 0;
            for (_, start, end) in find(text) {
                assert!(last <= start && start < end && end <= length, "{text:?}");
                last = end;
            }
        });
    }
}
