//! Detects the type of an uploaded file by its content. Its name and the browser's media type are ignored.

use std::io::Cursor;

use image::{ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult, Limits, metadata::Orientation};

use crate::photos::{error::Error, jpeg};

/// The maximum size of an upload, in bytes (the contract's `UploadPhotoRequest`).
pub(crate) const MOST_BYTES: usize = 15 * 1024 * 1024;

/// The maximum number of pixels of an upload: twice what telephones take by default.
pub(crate) const MOST_PIXELS: u64 = 40_000_000;

/// The minimum length of the short side, in pixels: what a product page shows on a small screen with two
/// pixels per point.
const SHORTEST_SIDE: u32 = 600;

/// The maximum size of a decoded pixel, in bytes: 8 bits each of red, green, blue and alpha. A 16-bit picture
/// may have half as many pixels.
const PIXEL_BYTES: u64 = 4;

/// The accepted file formats.
const FORMATS: [ImageFormat; 3] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];

/// The header of a file, read before any pixel is decoded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Header {
    /// The width after turning, in pixels.
    pub(crate) width: u32,
    /// The height after turning, in pixels.
    pub(crate) height: u32,
    /// The orientation of the pixels. Cameras store them as the sensor lies.
    pub(crate) turn: Orientation,
}

impl Header {
    /// Reads the header of an upload. Fails if it has too many or too few pixels.
    pub(crate) fn parse(upload: &[u8]) -> Result<Self, Error> {
        if upload.len() > MOST_BYTES {
            return Err(Error::TooLarge);
        }
        let is_jpeg = image::guess_format(upload).is_ok_and(|format| format == ImageFormat::Jpeg);
        if is_jpeg && !jpeg::is_whole(upload) {
            return Err(Error::NoPhoto);
        }
        let mut decoder = decoder(upload)?;
        let (wide, high) = decoder.dimensions();
        let pixels = u64::from(wide) * u64::from(high);
        if pixels > MOST_PIXELS || decoder.total_bytes() > MOST_PIXELS * PIXEL_BYTES {
            return Err(Error::TooLarge);
        }
        if wide.min(high) < SHORTEST_SIDE {
            return Err(Error::TooSmall);
        }
        // Unreadable camera metadata means no rotation.
        let turn = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let (width, height) = if is_on_its_side(turn) {
            (high, wide)
        } else {
            (wide, high)
        };
        Ok(Self { width, height, turn })
    }

    /// The number of decoded pixels.
    pub(crate) fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// Returns true if this rotation swaps width and height.
pub(crate) fn is_on_its_side(turn: Orientation) -> bool {
    matches!(
        turn,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// Creates the decoder for an upload, chosen by its first bytes.
pub(crate) fn decoder(upload: &[u8]) -> Result<impl ImageDecoder, Error> {
    // Compressed texts and colour profiles in the file count, too.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MOST_PIXELS * PIXEL_BYTES);
    let open = || -> ImageResult<_> {
        let mut reader = ImageReader::new(Cursor::new(upload)).with_guessed_format()?;
        if !reader.format().is_some_and(|format| FORMATS.contains(&format)) {
            return Ok(None);
        }
        reader.limits(limits);
        reader.into_decoder().map(Some)
    };
    open().map_err(refusal)?.ok_or(Error::NoPhoto)
}

/// Converts a decoder's error.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(crate) fn refusal(error: ImageError) -> Error {
    match error {
        ImageError::Limits(_) => Error::TooLarge,
        _ => Error::NoPhoto,
    }
}
