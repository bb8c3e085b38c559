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

fn fonts() -> Result<&'static Fonts, Undrawn> {
    let fonts = FONTS.as_ref();
    fonts.ok_or_else(|| Undrawn("a font cannot be read".to_owned()))
}

/// Draws a document: the same bytes each time for the same facts.
pub fn render(facts: &Facts) -> Result<Vec<u8>, Undrawn> {
    let fonts = fonts()?;
    let pages = layout::lay_out(facts, fonts);
    draw::draw(&pages, draw::metadata(facts), fonts)
}

/// Draws several documents one after the other, to be printed at once.
pub fn render_all(documents: &[Facts]) -> Result<Vec<u8>, Undrawn> {
    let fonts = fonts()?;
    let pages: Vec<_> = documents
        .iter()
        .flat_map(|facts| layout::lay_out(facts, fonts))
        .collect();
    draw::draw(&pages, draw::metadata_of_all(documents), fonts)
}
