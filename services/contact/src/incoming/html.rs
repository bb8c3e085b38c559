//! Extracts the text of a mail that has only an HTML body. Pure.

use mail_parser::decoders::html::html_to_text;

/// Markers of a quoted mail in Gmail, Outlook on the web, Outlook, Apple Mail and Thunderbird.
const QUOTES: [&str; 6] = [
    "class=\"gmail_quote",
    "id=\"appendonsend\"",
    "id=\"divrplyfwdmsg\"",
    "id=\"mail-editor-reference-message",
    "<blockquote",
    "class=\"moz-cite-prefix",
];

/// Elements that start a new line.
const LINES: [&str; 6] = ["<div", "<tr", "<li", "<p", "<h", "<table"];

/// The text of the HTML, without the quoted mail.
pub fn text_of(html: &str) -> String {
    // ASCII lower-casing keeps byte offsets, so offsets in `lower` are valid in `html`.
    let lower = html.to_ascii_lowercase();
    let quoted = QUOTES.iter().filter_map(|mark| lower.find(mark)).min();
    let written = &html[..quoted.unwrap_or(html.len())];
    // Drop an unclosed tag at the end, otherwise it would appear as text.
    let whole = match (written.rfind('<'), written.rfind('>')) {
        (Some(open), close) if close.is_none_or(|close| close < open) => &written[..open],
        _ => written,
    };
    html_to_text(&with_line_ends(whole))
}

fn with_line_ends(html: &str) -> String {
    let lower = html.to_ascii_lowercase();
    let mut lined = String::with_capacity(html.len() * 2);
    let mut rest = 0;
    for (place, _) in lower.match_indices('<') {
        if LINES.iter().any(|element| lower[place..].starts_with(element)) {
            lined.push_str(&html[rest..place]);
            lined.push_str("<br>");
            rest = place;
        }
    }
    lined.push_str(&html[rest..]);
    lined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_lines_of_text_without_its_quote() {
        let html = "<html><head><style>p{}</style></head><body><DIV dir=\"ltr\">Thank &amp; bye<div>Asha</div></DIV><br>\
             <div class=\"gmail_quote gmail_quote_container\"><div>On Thu wrote:</div><blockquote>Namaste</blockquote></div>";
        let text = text_of(html);
        let lines: Vec<_> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        assert_eq!(lines, ["Thank & bye", "Asha"]);
        assert_eq!(text_of("<script>alert(1)</script>अ<b").trim(), "अ");
    }

    #[test]
    fn fuzz_of_html() {
        let corpus = ["<div>a&amp;&#65;</div><!-- b --><blockquote>c", "<p", "&#x;<"];
        fuzz::feed_text("HTML of mails", &corpus, |html| drop(text_of(html)));
    }
}
