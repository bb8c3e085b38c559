//! Documents on A4: laid out as placed texts and lines, then drawn as a PDF.

mod amounts;
mod draw;
mod fonts;
mod layout;
mod parties;
mod sheet;
mod table;
mod totals;

use std::sync::LazyLock;

pub use draw::RenderError;

use crate::{document::facts::Facts, pdf::fonts::Fonts};

/// Loaded once, because all documents use the same fonts.
static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(Fonts::load);

fn fonts() -> Result<&'static Fonts, RenderError> {
    let fonts = FONTS.as_ref();
    fonts.ok_or_else(|| RenderError("a font cannot be read".to_owned()))
}

/// Draws a document. The same facts give the same bytes.
pub fn render(facts: &Facts) -> Result<Vec<u8>, RenderError> {
    let fonts = fonts()?;
    let pages = layout::lay_out(facts, fonts);
    draw::draw(&pages, draw::metadata(facts), fonts)
}

/// Draws several documents into one file for printing.
pub fn render_all(documents: &[Facts]) -> Result<Vec<u8>, RenderError> {
    let fonts = fonts()?;
    let pages: Vec<_> = documents
        .iter()
        .flat_map(|facts| layout::lay_out(facts, fonts))
        .collect();
    draw::draw(&pages, draw::metadata_of_all(documents), fonts)
}
