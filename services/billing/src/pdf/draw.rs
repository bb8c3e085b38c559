//! Draws pages as a PDF. The output does not depend on time or chance.

use krilla::{
    Document, SerializeSettings,
    color::rgb,
    geom::{PathBuilder, Point, Rect},
    metadata::{DateTime, Metadata},
    num::NormalizedF32,
    page::PageSettings,
    paint::{Fill, FillRule},
    surface::Surface,
};

use crate::{
    document::facts::Facts,
    pdf::{
        fonts::Fonts,
        sheet::{HEIGHT, Page, PlacedText, Rule, WIDTH},
    },
};

/// The document could not be drawn, because of a font or the library and not of its content.
#[derive(Debug, thiserror::Error)]
#[error("the document could not be drawn: {0}")]
pub struct RenderError(pub String);

/// Draws the pages.
pub fn draw(pages: &[Page], metadata: Metadata, fonts: &Fonts) -> Result<Vec<u8>, RenderError> {
    let page_error = || RenderError("A4 is no size of a page".to_owned());
    let mut document = Document::new_with(SerializeSettings::default());
    for page in pages {
        let settings = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(page_error)?;
        let mut drawn = document.start_page_with(settings);
        let mut surface = drawn.surface();
        for rule in &page.rules {
            draw_rule(&mut surface, rule);
        }
        for text in &page.texts {
            draw_text(&mut surface, text, fonts);
        }
        surface.finish();
        drawn.finish();
    }
    document.set_metadata(metadata);
    document
        .finish()
        .map_err(|error| RenderError(format!("{error:?}")))
}

fn draw_rule(surface: &mut Surface<'_>, rule: &Rule) {
    let Some(rect) = Rect::from_xywh(rule.x, rule.y, rule.width, rule.height) else {
        return;
    };
    let mut path = PathBuilder::new();
    path.push_rect(rect);
    if let Some(path) = path.finish() {
        surface.set_fill(Some(fill(rule.colour)));
        surface.draw_path(&path);
    }
}

fn draw_text(surface: &mut Surface<'_>, placed: &PlacedText, fonts: &Fonts) {
    surface.set_fill(Some(fill(placed.style.colour)));
    let (mut x, size) = (placed.x, placed.style.size);
    for run in fonts.shape(&placed.text, placed.style.weight) {
        let width: f32 = run.glyphs.iter().map(|glyph| glyph.x_advance * size).sum();
        surface.draw_glyphs(
            Point::from_xy(x, placed.y),
            &run.glyphs,
            run.font,
            run.text,
            size,
            false,
        );
        x += width;
    }
}

fn fill([red, green, blue]: [u8; 3]) -> Fill {
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::NonZero,
    }
}

/// The PDF metadata of a document.
pub fn metadata(facts: &Facts) -> Metadata {
    let mut parts = facts
        .issued_on
        .split('-')
        .map(|part| part.parse::<u16>().unwrap_or(1));
    let mut part = || parts.next().unwrap_or(1);
    let (year, month, day) = (part(), part(), part());
    let short = |number: u16| u8::try_from(number).unwrap_or(1);
    let issued = DateTime::new(year).month(short(month)).day(short(day));
    Metadata::new()
        .title(format!("{} {}", facts.kind.title(), facts.number))
        .authors(vec![facts.seller.legal_name.clone()])
        .language("en-IN".to_owned())
        .creation_date(issued)
        .document_id(facts.number.clone())
}

/// The PDF metadata of several documents in one file.
pub fn metadata_of_all(documents: &[Facts]) -> Metadata {
    let numbers: Vec<_> = documents.iter().map(|facts| facts.number.as_str()).collect();
    Metadata::new()
        .title(format!("{} documents to print", numbers.len()))
        .language("en-IN".to_owned())
        .document_id(numbers.join(" "))
}
