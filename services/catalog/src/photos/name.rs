//! What photos and their files are called: `/photos/<id>-800.webp`.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// Widths that a photo's files have at most, in pixels, the smallest first: the two of the shop's own pictures, and one for large
/// screens. `frontend/storefront/src/ui/Picture.tsx` names the same.
pub(crate) const WIDTHS: [u32; 3] = [400, 800, 1200];

/// The width by whose file a photo is known.
pub(crate) const USUAL_WIDTH: u32 = 800;

/// Where gateways give photos out.
const FOLDER: &str = "/photos/";

/// The one kind of file that is kept: every browser of the last five years shows it.
const EXTENSION: &str = "webp";

/// Digits of an id: half of SHA-256 is plenty to tell photos apart.
const ID_DIGITS: usize = 32;

/// A photo, known by what was uploaded: the same upload is the same photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PhotoId(String);

/// A file of a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileName {
    id: PhotoId,
    width: u32,
}

impl PhotoId {
    /// The id of an upload.
    pub(crate) fn of(upload: &[u8]) -> Self {
        use fmt::Write as _;
        let mut id = String::with_capacity(ID_DIGITS);
        for byte in &Sha256::digest(upload)[..ID_DIGITS / 2] {
            write!(id, "{byte:02x}").expect("a text has room for it");
        }
        Self(id)
    }

    /// Reads an id; none for what is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_id = text.len() == ID_DIGITS && text.bytes().all(digit);
        is_id.then(|| Self(text.to_owned()))
    }

    /// The photo that an address leads to; none for pictures that the shop came with.
    pub(crate) fn named_by(address: &str) -> Option<Self> {
        let (id, _) = address.strip_prefix(FOLDER)?.split_once('-')?;
        Self::read(id)
    }

    /// The id.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The photo's file of one of [`WIDTHS`].
    pub(crate) fn file(&self, width: u32) -> FileName {
        FileName {
            id: self.clone(),
            width,
        }
    }

    /// The photo's address, for a product.
    pub(crate) fn address(&self) -> String {
        format!("{FOLDER}{}", self.file(USUAL_WIDTH))
    }
}

impl FileName {
    /// None for what no file of ours is called.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (id, rest) = text.split_once('-')?;
        let width = WIDTHS
            .into_iter()
            .find(|width| rest == format!("{width}.{EXTENSION}"))?;
        PhotoId::read(id).map(|id| id.file(width))
    }

    /// The photo whose file it is.
    pub(crate) fn id(&self) -> &PhotoId {
        &self.id
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}.{EXTENSION}", self.id.0, self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let id = PhotoId::of(b"a photo");
        assert_eq!(id, PhotoId::of(b"a photo"));
        assert_ne!(id, PhotoId::of(b"another"));
        for width in WIDTHS {
            let name = id.file(width);
            assert_eq!(FileName::read(&name.to_string()), Some(name));
        }
        assert_eq!(id.address(), format!("/photos/{}", id.file(800)));
        assert_eq!(PhotoId::named_by(&id.address()), Some(id));
        assert_eq!(PhotoId::named_by("/images/products/karela-800.webp"), None);
    }

    #[test]
    fn nothing_else_is_a_name() {
        let id = "0123456789abcdef0123456789abcdef";
        for text in [
            String::new(),
            id.to_owned(),
            format!("{id}-800.avif"),
            format!("{id}-801.webp"),
            format!("{id}-0800.webp"),
            format!("{id}-800.webp.webp"),
            format!("{}-800.webp", id.to_uppercase()),
            format!("{}-800.webp", &id[1..]),
            format!("../{id}-800.webp"),
            format!("{id}/../x-800.webp"),
        ] {
            assert_eq!(FileName::read(&text), None, "{text}");
        }
    }
}
