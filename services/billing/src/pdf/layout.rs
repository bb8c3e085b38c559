//! The layout of a document.

use crate::{
    document::facts::Facts,
    pdf::{
        fonts::Fonts,
        parties,
        sheet::{HEIGHT, MARGIN, Page, RIGHT, SMALL, Sheets},
        table, totals,
    },
};

/// Lays out the pages of a document: parties, lines and totals.
pub fn lay_out(facts: &Facts, fonts: &Fonts) -> Vec<Page> {
    let mut sheets = Sheets::new(fonts);
    parties::write(&mut sheets, facts);
    table::write(&mut sheets, facts);
    totals::write(&mut sheets, facts);
    let mut pages = sheets.into_pages();
    number(&mut pages, facts, fonts);
    pages
}

/// Writes title and page number on each page, so that loose sheets can be sorted.
fn number(pages: &mut [Page], facts: &Facts, fonts: &Fonts) {
    let of = pages.len();
    for (page, number) in pages.iter_mut().zip(1..) {
        let y = HEIGHT - 34.0;
        let mut foot = Sheets::new(fonts);
        foot.left(
            MARGIN,
            y,
            SMALL,
            format!("{} {}", facts.kind.title(), facts.number),
        );
        foot.right(RIGHT, y, SMALL, format!("Page {number} of {of}"));
        let foot = foot.into_pages();
        page.texts.extend(foot.into_iter().flat_map(|foot| foot.texts));
    }
}

#[cfg(test)]
mod tests;
