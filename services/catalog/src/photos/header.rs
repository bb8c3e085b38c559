//! What a file is, by its content: nothing of a name or of what a browser says is believed.

use std::io::Cursor;

use image::{ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult, Limits, metadata::Orientation};

use crate::photos::{error::Error, jpeg};

/// Bytes of an upload at most (the contract's `UploadPhotoRequest`).
pub(crate) const MOST_BYTES: usize = 15 * 1024 * 1024;

/// Pixels of an upload at most: twice what telephones take by default.
pub(crate) const MOST_PIXELS: u64 = 40_000_000;

/// Pixels of the short side at least: what a product's page shows on a small screen of two pixels a point.
const SHORTEST_SIDE: u32 = 600;

/// Bytes of a decoded pixel at most: 8 bits each of red, green, blue and alpha. A picture of 16 bits may have half as many pixels.
const PIXEL_BYTES: u64 = 4;

/// The kinds of files that are taken.
const FORMATS: [ImageFormat; 3] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];

/// What a file says of itself before any pixel is decoded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Header {
    /// How wide it is once it is turned, in pixels.
    pub(crate) width: u32,
    /// How high it is once it is turned, in pixels.
    pub(crate) height: u32,
    /// How it has to be turned: cameras keep pixels as the sensor lies.
    pub(crate) turn: Orientation,
}

impl Header {
    /// Reads the head of an upload, and refuses one whose pixels would be too many or too few.
    pub(crate) fn read(upload: &[u8]) -> Result<Self, Error> {
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
        // A camera's notes that cannot be read say nothing of how it was held.
        let turn = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let (width, height) = if is_on_its_side(turn) {
            (high, wide)
        } else {
            (wide, high)
        };
        Ok(Self { width, height, turn })
    }

    /// Pixels that decoding makes.
    pub(crate) fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// Whether turning it so makes width of height.
pub(crate) fn is_on_its_side(turn: Orientation) -> bool {
    matches!(
        turn,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// The decoder for an upload, by its first bytes.
pub(crate) fn decoder(upload: &[u8]) -> Result<impl ImageDecoder, Error> {
    // Texts and colour profiles that a file holds packed count, too.
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

/// Why a decoder stops.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(crate) fn refusal(error: ImageError) -> Error {
    match error {
        ImageError::Limits(_) => Error::TooLarge,
        _ => Error::NoPhoto,
    }
}
