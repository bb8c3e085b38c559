//! Pages with texts and lines at places, in points from the upper left corner.

use crate::pdf::fonts::{Fonts, Weight};

/// A4, in points.
pub const WIDTH: f32 = 595.0;
/// A4, in points.
pub const HEIGHT: f32 = 842.0;
/// What stays free at each side.
pub const MARGIN: f32 = 42.0;
/// Where the text ends at the right.
pub const RIGHT: f32 = WIDTH - MARGIN;
/// Where the text of a page ends; the page's number stands below.
pub const BOTTOM: f32 = HEIGHT - 58.0;

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The size, in points.
    pub size: f32,
    /// How thick.
    pub weight: Weight,
    /// Red, green and blue.
    pub colour: [u8; 3],
}

/// The shop's dark green.
pub const GREEN: [u8; 3] = [31, 61, 43];
/// For most.
pub const INK: [u8; 3] = [28, 28, 26];
/// For what explains.
pub const GREY: [u8; 3] = [92, 92, 86];

/// For most.
pub const TEXT: Style = Style {
    size: 9.0,
    weight: Weight::Regular,
    colour: INK,
};
/// For what is looked for.
pub const STRONG: Style = Style {
    weight: Weight::Bold,
    ..TEXT
};
/// For what explains.
pub const SMALL: Style = Style {
    size: 7.5,
    weight: Weight::Regular,
    colour: GREY,
};

/// A text at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Where it begins.
    pub x: f32,
    /// Its base line.
    pub y: f32,
    /// How it looks.
    pub style: Style,
    /// The text, one line.
    pub text: String,
}

/// A line from the left to the right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// Where it begins.
    pub x: f32,
    /// Its upper edge.
    pub y: f32,
    /// How long.
    pub width: f32,
    /// How thick.
    pub height: f32,
    /// Red, green and blue.
    pub colour: [u8; 3],
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Its texts.
    pub texts: Vec<Placed>,
    /// Its lines.
    pub rules: Vec<Rule>,
}

/// Pages that are being written; the last is at hand.
pub struct Sheets<'a> {
    /// What texts are measured with.
    pub fonts: &'a Fonts,
    pages: Vec<Page>,
    /// How far down the page is written.
    pub y: f32,
}

impl<'a> Sheets<'a> {
    /// One empty page.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self {
            fonts,
            pages: vec![Page::default()],
            y: MARGIN,
        }
    }

    /// Goes on with an empty page.
    pub fn turn(&mut self) {
        self.pages.push(Page::default());
        self.y = MARGIN;
    }

    /// Goes on with an empty page if there is not that much room.
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

    /// Writes a text that begins at a place.
    pub fn left(&mut self, x: f32, y: f32, style: Style, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.page().texts.push(Placed { x, y, style, text });
        }
    }

    /// Writes a text that ends at a place.
    pub fn right(&mut self, x: f32, y: f32, style: Style, text: impl Into<String>) {
        let text = text.into();
        let width = self.fonts.width(&text, style.weight, style.size);
        self.left(x - width, y, style, text);
    }

    /// Writes lines from a place downwards, no wider than this, and answers where the next would stand.
    pub fn lines(&mut self, (x, y): (f32, f32), style: Style, text: &str, width: f32) -> f32 {
        let mut y = y;
        for line in self.fonts.wrap(text, style.weight, style.size, width) {
            self.left(x, y, style, line);
            y += style.size * 1.35;
        }
        y
    }

    /// Draws a line over the whole width.
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
