//! Pages with placed texts and lines, in points from the upper left corner.

use crate::pdf::fonts::{Fonts, Weight};

/// The width of A4, in points.
pub const WIDTH: f32 = 595.0;
/// The height of A4, in points.
pub const HEIGHT: f32 = 842.0;
/// The margin at each side.
pub const MARGIN: f32 = 42.0;
/// The right edge of the text.
pub const RIGHT: f32 = WIDTH - MARGIN;
/// The lower edge of the text. The page number is below it.
pub const BOTTOM: f32 = HEIGHT - 58.0;

/// The style of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The size, in points.
    pub size: f32,
    /// The font weight.
    pub weight: Weight,
    /// Red, green and blue.
    pub colour: [u8; 3],
}

/// The shop's dark green.
pub const GREEN: [u8; 3] = [31, 61, 43];
/// The colour of normal text.
pub const INK: [u8; 3] = [28, 28, 26];
/// The colour of secondary text.
pub const GREY: [u8; 3] = [92, 92, 86];

/// Normal text.
pub const TEXT: Style = Style {
    size: 9.0,
    weight: Weight::Regular,
    colour: INK,
};
/// Emphasised text.
pub const STRONG: Style = Style {
    weight: Weight::Bold,
    ..TEXT
};
/// Secondary text.
pub const SMALL: Style = Style {
    size: 7.5,
    weight: Weight::Regular,
    colour: GREY,
};

/// A placed text.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedText {
    /// The left edge.
    pub x: f32,
    /// The base line.
    pub y: f32,
    /// The style.
    pub style: Style,
    /// The text, one line.
    pub text: String,
}

/// A horizontal line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// The length.
    pub width: f32,
    /// The thickness.
    pub height: f32,
    /// Red, green and blue.
    pub colour: [u8; 3],
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Its texts.
    pub texts: Vec<PlacedText>,
    /// Its lines.
    pub rules: Vec<Rule>,
}

/// The pages of a document. The last one is being written.
pub struct Sheets<'a> {
    /// The fonts, for measuring.
    pub fonts: &'a Fonts,
    pages: Vec<Page>,
    /// The position of the next text on the page.
    pub y: f32,
}

impl<'a> Sheets<'a> {
    /// Creates a single empty page.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self {
            fonts,
            pages: vec![Page::default()],
            y: MARGIN,
        }
    }

    /// Starts a new page.
    pub fn turn(&mut self) {
        self.pages.push(Page::default());
        self.y = MARGIN;
    }

    /// Starts a new page if there is less room than this. Returns true if it did.
    pub fn need(&mut self, height: f32) -> bool {
        let is_full = self.y + height > BOTTOM;
        if is_full {
            self.turn();
        }
        is_full
    }

    /// All pages.
    pub fn into_pages(self) -> Vec<Page> {
        self.pages
    }

    /// Writes a text from a position to the right.
    pub fn left(&mut self, x: f32, y: f32, style: Style, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.page().texts.push(PlacedText { x, y, style, text });
        }
    }

    /// Writes a text that ends at a position.
    pub fn right(&mut self, x: f32, y: f32, style: Style, text: impl Into<String>) {
        let text = text.into();
        let width = self.fonts.width(&text, style.weight, style.size);
        self.left(x - width, y, style, text);
    }

    /// Writes lines of at most this width, downwards. Returns the position of the next line.
    pub fn lines(&mut self, (x, y): (f32, f32), style: Style, text: &str, width: f32) -> f32 {
        let mut y = y;
        for line in self.fonts.wrap(text, style.weight, style.size, width) {
            self.left(x, y, style, line);
            y += style.size * 1.35;
        }
        y
    }

    /// Draws a line over the whole text width.
    pub fn rule(&mut self, y: f32, height: f32, colour: [u8; 3]) {
        self.page().rules.push(Rule {
            x: MARGIN,
            y,
            width: RIGHT - MARGIN,
            height,
            colour,
        });
    }

    fn page(&mut self) -> &mut Page {
        self.pages.last_mut().expect("there is one from the beginning")
    }
}
