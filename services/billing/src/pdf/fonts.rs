//! The fonts of documents, and text shaping. `fonts/SOURCE.txt` has their origin.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Face, Feature, UnicodeBuffer, ttf_parser::Tag};

/// The fonts by script. The first one that has a character draws it. Bold fonts exist for the scripts of
/// fixed texts.
const REGULAR: [&[u8]; 4] = [
    include_bytes!("../../fonts/anek-latin-400.ttf"),
    include_bytes!("../../fonts/anek-latin-ext-400.ttf"),
    include_bytes!("../../fonts/anek-devanagari-400.ttf"),
    include_bytes!("../../fonts/anek-gujarati-400.ttf"),
];
const BOLD: [&[u8]; 4] = [
    include_bytes!("../../fonts/anek-latin-700.ttf"),
    include_bytes!("../../fonts/anek-latin-ext-700.ttf"),
    include_bytes!("../../fonts/anek-devanagari-400.ttf"),
    include_bytes!("../../fonts/anek-gujarati-400.ttf"),
];

/// The weight of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Normal text.
    Regular,
    /// Emphasised text.
    Bold,
}

/// All fonts, loaded.
pub struct Fonts {
    regular: Vec<LoadedFont>,
    bold: Vec<LoadedFont>,
}

struct LoadedFont {
    font: Font,
    face: Face<'static>,
}

/// A part of a text in one font.
pub struct TextRun<'a> {
    /// The font.
    pub font: Font,
    /// The part.
    pub text: &'a str,
    /// The glyphs. Positions and advances are fractions of the font size.
    pub glyphs: Vec<KrillaGlyph>,
}

impl Fonts {
    /// Loads the fonts. `None` if one is broken.
    pub fn load() -> Option<Self> {
        let load = |files: [&'static [u8]; 4]| {
            let loaded = files.into_iter().map(|file| {
                Some(LoadedFont {
                    font: Font::new(file.into(), 0)?,
                    face: Face::from_slice(file, 0)?,
                })
            });
            loaded.collect::<Option<Vec<_>>>()
        };
        Some(Self {
            regular: load(REGULAR)?,
            bold: load(BOLD)?,
        })
    }

    /// Shapes a text into runs of one font each, from left to right.
    pub fn shape<'a>(&self, text: &'a str, weight: Weight) -> Vec<TextRun<'a>> {
        let fonts = match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        };
        let runs = runs(text, |font, letter| {
            fonts[font].face.glyph_index(letter).is_some()
        });
        let shaped = runs.into_iter().map(|(font, text)| TextRun {
            font: fonts[font].font.clone(),
            text,
            glyphs: glyphs(&fonts[font].face, text),
        });
        shaped.collect()
    }

    /// The width of a text, in points, at a font size.
    pub fn width(&self, text: &str, weight: Weight, size: f32) -> f32 {
        let runs = self.shape(text, weight);
        let glyphs = runs.iter().flat_map(|run| &run.glyphs);
        glyphs.map(|glyph| glyph.x_advance * size).sum()
    }

    /// Breaks a text into lines of at most this width, between words, or within a word that is longer than a
    /// line.
    pub fn wrap(&self, text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
        let fits = |line: &str| self.width(line, weight, size) <= width;
        let mut lines: Vec<String> = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let longer = if line.is_empty() {
                    word.to_owned()
                } else {
                    format!("{line} {word}")
                };
                if fits(&longer) {
                    line = longer;
                    continue;
                }
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                let mut rest = word;
                while !fits(rest) {
                    let (first, behind) = rest.split_at(self.break_in(rest, weight, size, width));
                    lines.push(first.to_owned());
                    rest = behind;
                }
                rest.clone_into(&mut line);
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    /// Where to break a long word: before the first syllable that does not fit, but after at least one.
    fn break_in(&self, word: &str, weight: Weight, size: f32, width: f32) -> usize {
        let (mut so_far, mut before) = (0.0, 0);
        for run in self.shape(word, weight) {
            for glyph in &run.glyphs {
                let start = before + glyph.text_range.start;
                so_far += glyph.x_advance * size;
                if so_far > width && start > 0 {
                    return start;
                }
            }
            before += run.text.len();
        }
        word.chars().next().map_or(word.len(), char::len_utf8)
    }
}

/// Splits a text by font. A font continues as long as it can, so that marks stay with their letters.
fn runs(text: &str, has: impl Fn(usize, char) -> bool) -> Vec<(usize, &str)> {
    let (mut runs, mut begun) = (Vec::new(), 0);
    let mut current: Option<usize> = None;
    for (place, letter) in text.char_indices() {
        if current.is_some_and(|font| has(font, letter)) {
            continue;
        }
        // A character without a font stays in the current one, which draws a box.
        let font = (0..REGULAR.len())
            .find(|&font| has(font, letter))
            .or(current)
            .unwrap_or(0);
        if let Some(before) = current
            && before != font
        {
            runs.push((before, &text[begun..place]));
            begun = place;
        }
        current = Some(font);
    }
    if let Some(font) = current {
        runs.push((font, &text[begun..]));
    }
    runs
}

#[expect(
    clippy::cast_precision_loss,
    reason = "fonts measure in some thousands of units, which a float holds exactly"
)]
fn glyphs(face: &Face<'_>, text: &str) -> Vec<KrillaGlyph> {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    // Tabular figures, so that amounts align.
    let tabular = Feature::new(Tag::from_bytes(b"tnum"), 1, ..);
    let shaped = rustybuzz::shape(face, &[tabular], buffer);
    let units = face.units_per_em() as f32;
    let starts: Vec<_> = shaped
        .glyph_infos()
        .iter()
        .map(|info| info.cluster as usize)
        .collect();
    let placed = shaped
        .glyph_infos()
        .iter()
        .zip(shaped.glyph_positions())
        .zip(&starts);
    let glyphs = placed.map(|((info, position), &start)| {
        let behind = starts.iter().copied().filter(|&other| other > start).min();
        KrillaGlyph::new(
            GlyphId::new(info.glyph_id),
            position.x_advance as f32 / units,
            position.x_offset as f32 / units,
            position.y_offset as f32 / units,
            position.y_advance as f32 / units,
            start..behind.unwrap_or(text.len()),
            None,
        )
    });
    glyphs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devanagari_and_gujarati_are_joined_and_no_letter_is_missing() {
        let fonts = Fonts::load().expect("they can be read");
        for (text, runs, clusters) in [
            ("₹1,249.50 · Asha’s", 2, None),
            // Three letters of one syllable, drawn joined.
            ("क्षि", 1, Some(1)),
            ("आशा पटेल", 1, None),
            ("આશા પટેલ", 1, None),
            ("Asha आशा", 2, None),
        ] {
            let shaped = fonts.shape(text, Weight::Regular);
            assert_eq!(shaped.len(), runs, "{text}");
            assert_eq!(shaped.iter().map(|run| run.text).collect::<String>(), text);
            let glyphs: Vec<_> = shaped.iter().flat_map(|run| &run.glyphs).collect();
            assert!(glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0), "{text}");
            if let Some(clusters) = clusters {
                let starts: std::collections::BTreeSet<_> =
                    glyphs.iter().map(|glyph| glyph.text_range.start).collect();
                assert_eq!(starts.len(), clusters, "{text}");
            }
        }
    }

    #[test]
    fn lines_fit_and_lose_nothing() {
        let fonts = Fonts::load().expect("they can be read");
        for text in [
            "12, Lake View Society, near the old post office, Athwalines",
            "सुमन सोसायटी, पुराने डाकघर के पास, अठवालाइन्स",
            "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente",
            "one\ntwo",
            "",
        ] {
            let lines = fonts.wrap(text, Weight::Regular, 9.0, 90.0);
            for line in &lines {
                assert!(fonts.width(line, Weight::Regular, 9.0) <= 90.0, "{line}");
            }
            let letters = |text: &str| {
                text.chars()
                    .filter(|letter| !letter.is_whitespace())
                    .collect::<String>()
            };
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        // A line that is too narrow still takes one letter.
        assert_eq!(fonts.wrap("ab", Weight::Regular, 9.0, 1.0), ["a", "b"]);
    }
}
