//! Turns an upload into the sizes that the shop shows: upright, in sRGB. The output is made from pixels
//! alone, so no other content of the upload survives.

use image::{DynamicImage, ImageDecoder as _, imageops::FilterType};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use webp::WebPConfig;

use crate::photos::{
    error::Error,
    header::{self, Header, is_on_its_side},
    name::WIDTHS,
};

/// The maximum size of a file, in bytes (the contract's `GetPhotoFileResponse`).
pub(crate) const LARGEST_FILE: usize = 3 * 1024 * 1024;

/// The encoding qualities from 0 to 100. The first that makes a file small enough is used; only noise needs
/// the lower ones.
const QUALITIES: [f32; 3] = [80.0, 60.0, 30.0];

/// The maximum size of a colour profile, in bytes. Those of cameras have some hundred.
const LARGEST_PROFILE: usize = 1024 * 1024;

/// An encoded file of a photo.
#[derive(Debug)]
pub(crate) struct SizedFile {
    /// One of [`WIDTHS`]. The picture may be narrower: if the upload is, or if it is more than twice as high
    /// as wide.
    pub(crate) width: u32,
    /// The file's content, in WebP.
    pub(crate) content: Vec<u8>,
}

/// Decodes an upload and encodes it in every width, the smallest first. Takes up to seconds and 10 bytes of
/// memory per pixel, so it needs a blocking thread.
pub(crate) fn files(upload: &[u8], header: Header) -> Result<Vec<SizedFile>, Error> {
    let mut picture = decode(upload, header)?;
    let mut files = Vec::new();
    // Each size is made from the next larger one, which costs a quarter of making each from the largest.
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

/// The size of the file of a width: no larger than the upload, and at most twice as high as wide.
fn fitted(header: Header, width: u32) -> (u32, u32) {
    let (wide, high) = (u64::from(header.width), u64::from(header.height));
    let box_width = u64::from(width);
    // Limited by the width, or by the height. Pictures are never enlarged.
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

/// Decodes the picture at about twice the largest size, upright, in sRGB.
fn decode(upload: &[u8], header: Header) -> Result<DynamicImage, Error> {
    let mut decoder = header::decoder(upload)?;
    // Without a readable profile, colours are taken as sRGB, as browsers do.
    let profile = decoder.icc_profile().ok().flatten();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(header::refusal)?;
    let largest = WIDTHS[WIDTHS.len() - 1];
    let (wide, high) = fitted(header, largest * 2);
    let (wide, high) = if is_on_its_side(header.turn) {
        (high, wide)
    } else {
        (wide, high)
    };
    // Shrunk before turning, so that two large pictures are never in memory at once.
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

/// Converts the wider colours of telephones to sRGB. Without their profile they would look dull. An unusable
/// profile is ignored.
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
