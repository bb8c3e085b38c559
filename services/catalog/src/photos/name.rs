//! The names of photos and their files: `/photos/<id>-800.webp`.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// The maximum widths of a photo's files in pixels, the smallest first: two for the shop's pages, and one for
/// large screens. `frontend/storefront/src/ui/Picture.tsx` has the same widths.
pub(crate) const WIDTHS: [u32; 3] = [400, 800, 1200];

/// The width of the file that stands for the photo.
pub(crate) const USUAL_WIDTH: u32 = 800;

/// The path under which gateways serve photos.
const FOLDER: &str = "/photos/";

/// The format of all stored files. Every browser of the last five years shows it.
const EXTENSION: &str = "webp";

/// The number of hex digits of an id. Half of SHA-256 is enough to tell photos apart.
const ID_DIGITS: usize = 32;

/// The id of a photo: a hash of the upload. The same upload is the same photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PhotoId(String);

/// The name of a photo's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileName {
    id: PhotoId,
    width: u32,
}

impl PhotoId {
    /// Computes the id of an upload.
    pub(crate) fn from_upload(upload: &[u8]) -> Self {
        use fmt::Write as _;
        let mut id = String::with_capacity(ID_DIGITS);
        for byte in &Sha256::digest(upload)[..ID_DIGITS / 2] {
            write!(id, "{byte:02x}").expect("a text has room for it");
        }
        Self(id)
    }

    /// Parses an id; `None` if it is invalid.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_id = text.len() == ID_DIGITS && text.bytes().all(digit);
        is_id.then(|| Self(text.to_owned()))
    }

    /// Parses the photo's id from an address; `None` for pictures that ship with the shop.
    pub(crate) fn in_address(address: &str) -> Option<Self> {
        let (id, _) = address.strip_prefix(FOLDER)?.split_once('-')?;
        Self::parse(id)
    }

    /// The id as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The photo's file with one of the [`WIDTHS`].
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
    /// Parses a file name; `None` if it is invalid.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (id, rest) = text.split_once('-')?;
        let width = WIDTHS
            .into_iter()
            .find(|width| rest == format!("{width}.{EXTENSION}"))?;
        PhotoId::parse(id).map(|id| id.file(width))
    }

    /// The id of the photo.
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
        let id = PhotoId::from_upload(b"a photo");
        assert_eq!(id, PhotoId::from_upload(b"a photo"));
        assert_ne!(id, PhotoId::from_upload(b"another"));
        for width in WIDTHS {
            let name = id.file(width);
            assert_eq!(FileName::parse(&name.to_string()), Some(name));
        }
        assert_eq!(id.address(), format!("/photos/{}", id.file(800)));
        assert_eq!(PhotoId::in_address(&id.address()), Some(id));
        assert_eq!(PhotoId::in_address("/images/products/karela-800.webp"), None);
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
            assert_eq!(FileName::parse(&text), None, "{text}");
        }
    }
}
