//! Removes quoted text from a mail. Pure.
//!
//! Mail programs quote in two ways: `>` before each line, below a line that names the author; or everything
//! below a heading. Answers between quoted lines are kept.

/// Headings that start a quote down to the end of the mail, in lower case.
const HEADINGS: [&str; 4] = [
    "-----original message-----",
    "---------- forwarded message ---------",
    "________________________________",
    "-----मूल संदेश-----",
];

/// Endings of the line above a quote, for lines without an address.
const WROTE: [&str; 3] = ["wrote:", "लिखा:", "ने लिखा :"];

/// The maximum number of lines that an attribution line ("… wrote:") is broken into.
const MOST_LINES_ABOUT: usize = 3;

/// The text without its quotes.
pub fn without_quotes(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let end = (0..lines.len()).find(|place| is_heading(&lines, *place));
    let lines = &lines[..end.unwrap_or(lines.len())];
    let mut kept: Vec<&str> = Vec::with_capacity(lines.len());
    let mut is_quoted = false;
    for line in lines {
        if line.starts_with('>') {
            if !is_quoted {
                drop_line_about_quote(&mut kept);
            }
            is_quoted = true;
        } else if !(is_quoted && line.is_empty()) {
            is_quoted = false;
            kept.push(line);
        }
    }
    // A quote from HTML has no `>`, so its attribution line is the last line kept.
    drop_line_about_quote(&mut kept);
    kept.join("\n").trim().to_owned()
}

/// True if everything from this line on is quoted.
fn is_heading(lines: &[&str], place: usize) -> bool {
    let line = lines[place].trim().to_lowercase();
    if HEADINGS.contains(&line.as_str()) {
        return true;
    }
    // Outlook quotes the headers of the answered mail, in any language. The address and the date are on
    // separate lines.
    let is_field = |line: &str| {
        line.split_once(':')
            .is_some_and(|(name, _)| (1..=20).contains(&name.chars().count()))
    };
    let block = lines[place..].iter().take_while(|line| is_field(line.trim()));
    let from = ["from:", "प्रेषक:"]
        .iter()
        .any(|name| line.trim_start_matches('*').starts_with(name));
    from && line.contains('@') && block.count() >= 3
}

/// Removes the attribution line above a quote, including the lines it was broken into.
fn drop_line_about_quote(kept: &mut Vec<&str>) {
    let end = kept.iter().rposition(|line| !line.trim().is_empty());
    let Some(end) = end.map(|last| last + 1) else {
        return;
    };
    if !kept[end - 1].trim_end().ends_with(':') {
        return;
    }
    let first = end.saturating_sub(MOST_LINES_ABOUT);
    let begins = (first..end)
        .rev()
        .take_while(|place| !kept[*place].trim().is_empty());
    let about = begins
        .into_iter()
        .find(|place| is_about_quote(&kept[*place..end].join(" ")));
    if let Some(place) = about {
        kept.truncate(place);
    }
}

/// True for an attribution line: "On Thu, 26 Nov 2026 at 10:15, Vanmool <care@vanmool.example> wrote:".
fn is_about_quote(line: &str) -> bool {
    // Addresses are skipped, because they can contain digits, too.
    let mut words = line.split_whitespace().filter(|word| !word.contains('@'));
    let has_time = words.any(|word| word.contains(char::is_numeric));
    let has_address = line.contains('@');
    let says_wrote = WROTE
        .iter()
        .any(|words| line.to_lowercase().trim_end().ends_with(words));
    has_time && (has_address || says_wrote)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_written_is_kept() {
        for (text, kept) in [
            ("Thank you", "Thank you"),
            (
                "Thank you\n\nOn Thu, 26 Nov 2026 at 10:15, Vanmool <a@b.example> wrote:\n> Namaste\n>\n> Bye\n",
                "Thank you",
            ),
            (
                "Thank you\n\nOn Thu, 26 Nov 2026 at 10:15, Vanmool <reply+00@shop.example>\nwrote:\n\n> Namaste",
                "Thank you",
            ),
            (
                "धन्यवाद\n\nगुरु, 26 नव॰ 2026 को 10:15 am बजे Vanmool <a@b.example> ने\nलिखा:\n\n> नमस्ते",
                "धन्यवाद",
            ),
            (
                "Yes\n\nOn 26/11/26 10:15, Vanmool wrote:\n> Is it red?\n\nIt is red.\n> And large?\nNo.",
                "Yes\n\nIt is red.\nNo.",
            ),
            ("Yes\n\n-----Original Message-----\nFrom: x", "Yes"),
            (
                "Yes\n\nFrom: Vanmool <a@b.example>\nSent: Thursday\nTo: Asha\nSubject: Re\n\nNamaste",
                "Yes",
            ),
            // Texts that look like quotes but are not.
            ("From: my heart, thank you @all", "From: my heart, thank you @all"),
            ("My number:", "My number:"),
            ("My order of 26 Nov:\nKarela", "My order of 26 Nov:\nKarela"),
            ("I bought 2 of these:\n\n> x", "I bought 2 of these:"),
            ("> all is quoted", ""),
            ("", ""),
        ] {
            assert_eq!(without_quotes(text), kept, "{text}");
        }
    }

    #[test]
    fn fuzz_of_quotes() {
        let corpus = [
            "a\n\nOn 1 b@c wrote:\n> d\n",
            "From: a@b\nTo: c\nSubject: d\n",
            ">\n:\n",
        ];
        fuzz::feed_text("quotes", &corpus, |text| {
            assert!(without_quotes(text).len() <= text.len());
        });
    }
}
