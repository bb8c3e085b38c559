//! Documents on A4: laid out as texts and lines with places, then drawn as a PDF.

mod amounts;
mod draw;
mod fonts;
mod layout;
mod parties;
mod sheet;
mod table;
mod totals;

use std::sync::LazyLock;

pub use draw::Undrawn;

use crate::{document::facts::Facts, pdf::fonts::Fonts};

/// Read once: they are the same for every document.
static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(Fonts::load);

/// Draws a document: the same bytes each time for the same facts.
pub fn render(facts: &Facts) -> Result<Vec<u8>, Undrawn> {
    let fonts = FONTS
        .as_ref()
        .ok_or_else(|| Undrawn("a font cannot be read".to_owned()))?;
    let pages = layout::lay_out(facts, fonts);
    draw::draw(&pages, facts, fonts)
}
