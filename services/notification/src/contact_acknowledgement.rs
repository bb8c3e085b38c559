//! What somebody who wrote to the shop is told. Pure.

use mail::{Body, Template};

const TEMPLATE: Template = Template {
    text: include_str!("../mails/contact_acknowledgement.txt"),
    html: include_str!("../mails/contact_acknowledgement.html"),
};

/// Says nothing that somebody typed.
pub(crate) const SUBJECT: &str = "We have your message";

/// Repeats nothing that somebody typed, not even a name: whoever writes may name a stranger's address, and this mail would
/// carry their words.
pub(crate) fn body() -> Body {
    TEMPLATE.fill(&[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bodies_thank_and_say_what_comes_next() {
        let Body { text, html } = body();
        for body in [text, html] {
            for part in ["thank you for writing to us", "answer you soon"] {
                assert!(body.contains(part), "{part:?} is missing in {body}");
            }
        }
    }
}
