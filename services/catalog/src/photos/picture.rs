//! What becomes of an upload: pixels, turned as the camera was held, in the colours of screens, in the sizes that the shop shows.
//! Nothing else that the upload holds comes along: what is written is made of pixels alone.

use image::{DynamicImage, ImageDecoder as _, imageops::FilterType};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use webp::WebPConfig;

use crate::photos::{
    error::Error,
    header::{self, Header, is_on_its_side},
    name::WIDTHS,
};

/// Bytes of a file at most (the contract's `GetPhotoFileResponse`).
pub(crate) const LARGEST_FILE: usize = 3 * 1024 * 1024;

/// How well files are encoded, from 0 to 100: the first that makes a file small enough. Only noise needs the others.
const QUALITIES: [f32; 3] = [80.0, 60.0, 30.0];

/// Bytes of a colour profile at most; cameras' have some hundred.
const LARGEST_PROFILE: usize = 1024 * 1024;

/// A file of a photo before it is kept.
#[derive(Debug)]
pub(crate) struct SizedFile {
    /// One of [`WIDTHS`]. The picture is narrower where the upload is, or where it is more than twice as high as wide.
    pub(crate) width: u32,
    /// WebP.
    pub(crate) content: Vec<u8>,
}

/// Decodes an upload and encodes it in every width, the smallest first. Takes up to seconds, and 10 bytes of memory for each of its
/// pixels: not for an async thread.
pub(crate) fn files(upload: &[u8], header: Header) -> Result<Vec<SizedFile>, Error> {
    let mut picture = decode(upload, header)?;
    let mut files = Vec::new();
    // Each is made of the next larger one, which costs a quarter of making each of the largest.
    for width in WIDTHS.into_iter().rev() {
        let (wide, high) = fitted(header, width);
        if (wide, high) != (picture.width(), picture.height()) {
            picture = picture.resize_exact(wide, high, FilterType::Lanczos3);
        }
        files.push(SizedFile {
            width,
            content: encode(&picture)?,
        });
    }
    files.reverse();
    Ok(files)
}

/// The size of the file of a width: no larger than the upload, and at most twice as high as wide, or a strip would become a tower.
fn fitted(header: Header, width: u32) -> (u32, u32) {
    let (wide, high) = (u64::from(header.width), u64::from(header.height));
    let box_width = u64::from(width);
    // As wide as the box, or as high; none is ever made larger.
    let (part, whole) = if high > wide * 2 {
        (box_width * 2, high)
    } else {
        (box_width, wide)
    };
    let scaled = |side: u64| {
        let side = if part >= whole {
            side
        } else {
            (side * part / whole).max(1)
        };
        u32::try_from(side).expect("it is no larger than it was")
    };
    (scaled(wide), scaled(high))
}

/// The picture in about twice the largest size, upright, in sRGB.
fn decode(upload: &[u8], header: Header) -> Result<DynamicImage, Error> {
    let mut decoder = header::decoder(upload)?;
    // Without a profile that can be read, colours are taken for sRGB, as browsers take them.
    let profile = decoder.icc_profile().ok().flatten();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(header::refusal)?;
    let largest = WIDTHS[WIDTHS.len() - 1];
    let (wide, high) = fitted(header, largest * 2);
    let (wide, high) = if is_on_its_side(header.turn) {
        (high, wide)
    } else {
        (wide, high)
    };
    // Shrunk before it is turned, so that two large pictures are never in memory at once.
    if (wide, high) != (picture.width(), picture.height()) {
        picture = picture.thumbnail_exact(wide, high);
    }
    picture.apply_orientation(header.turn);
    let mut picture = if picture.color().has_alpha() {
        DynamicImage::ImageRgba8(picture.into_rgba8())
    } else {
        DynamicImage::ImageRgb8(picture.into_rgb8())
    };
    if let Some(profile) = profile.filter(|profile| profile.len() <= LARGEST_PROFILE) {
        convert_to_srgb(&mut picture, &profile);
    }
    Ok(picture)
}

/// Telephones write wider colours than sRGB, which would look dull without their profile. One that cannot be used changes nothing.
fn convert_to_srgb(picture: &mut DynamicImage, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else {
        return;
    };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let (layout, pixels): (_, &mut [u8]) = match picture {
        DynamicImage::ImageRgb8(pixels) => (Layout::Rgb, pixels),
        DynamicImage::ImageRgba8(pixels) => (Layout::Rgba, pixels),
        _ => return,
    };
    let (srgb, options) = (ColorProfile::new_srgb(), TransformOptions::default());
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, options) else {
        return;
    };
    let before = pixels.to_vec();
    if transform.transform(&before, pixels).is_err() {
        pixels.copy_from_slice(&before);
    }
}

fn encode(picture: &DynamicImage) -> Result<Vec<u8>, Error> {
    let (wide, high) = (picture.width(), picture.height());
    let encoder = match picture {
        DynamicImage::ImageRgba8(pixels) => webp::Encoder::from_rgba(pixels, wide, high),
        DynamicImage::ImageRgb8(pixels) => webp::Encoder::from_rgb(pixels, wide, high),
        _ => return Err(Error::NoPhoto),
    };
    for quality in QUALITIES {
        let mut settings = WebPConfig::new().map_err(|()| Error::NoPhoto)?;
        settings.quality = quality;
        let file = encoder.encode_advanced(&settings).map_err(|_| Error::NoPhoto)?;
        if file.len() <= LARGEST_FILE {
            return Ok(file.to_vec());
        }
    }
    Err(Error::TooLarge)
}

#[cfg(test)]
mod tests {
    use image::metadata::Orientation;

    use super::*;

    #[test]
    fn files_keep_their_shape_and_never_grow() {
        for (upload, width, file) in [
            ((3000, 4000), 800, (800, 1066)),
            ((4000, 3000), 400, (400, 300)),
            ((700, 700), 800, (700, 700)),
            ((600, 6000), 400, (80, 800)),
            ((66_000, 600), 400, (400, 3)),
        ] {
            let header = Header {
                width: upload.0,
                height: upload.1,
                turn: Orientation::NoTransforms,
            };
            assert_eq!(fitted(header, width), file, "{upload:?} in {width}");
        }
    }
}
