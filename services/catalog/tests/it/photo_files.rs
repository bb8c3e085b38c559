//! Photos as cameras write them, and malicious files.

use std::io::{Cursor, Write as _};

use flate2::{Compression, Crc, write::ZlibEncoder};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// The text that must not survive.
pub(crate) const SECRET: &str = "12 Ring Road, Surat";

/// A picture with detail, so that its file is not tiny. Its upper left corner is red.
pub(crate) fn picture(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        if x < width / 4 && y < height / 4 {
            return Rgb([220, 20, 20]);
        }
        let wave = |by: u32| u8::try_from((x * by + y * 7 + (x * y) / 97) % 200).expect("it is below 200");
        Rgb([wave(3) / 3, 60 + wave(5) / 2, wave(11)])
    })
}

pub(crate) fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgb8(picture.clone());
    picture.write_to(&mut file, format).expect("it can be encoded");
    file.into_inner()
}

pub(crate) fn jpeg(width: u32, height: u32) -> Vec<u8> {
    encoded(&picture(width, height), ImageFormat::Jpeg)
}

/// Inserts a segment after the first two bytes of a JPEG.
pub(crate) fn with_segment(jpeg: &[u8], marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).expect("a segment is short");
    let mut file = jpeg[..2].to_vec();
    file.extend([0xff, marker]);
    file.extend(length.to_be_bytes());
    file.extend(content);
    file.extend(&jpeg[2..]);
    file
}

/// EXIF data of a telephone: held upright (orientation 6), and the location.
pub(crate) fn with_exif(jpeg: &[u8]) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0".to_vec();
    // Two entries: the orientation, a short; and the offset of the location entries, 38.
    exif.extend(b"\x02\0");
    exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
    exif.extend(b"\x25\x88\x04\0\x01\0\0\0\x26\0\0\0");
    exif.extend(b"\0\0\0\0");
    // One entry: the name of the location, a text at 56.
    exif.extend(b"\x01\0\x1c\0\x07\0");
    exif.extend(u32::try_from(SECRET.len()).expect("it is short").to_le_bytes());
    exif.extend(b"\x38\0\0\0\0\0\0\0");
    exif.extend(SECRET.as_bytes());
    with_segment(jpeg, 0xe1, &exif)
}

/// The same file, whose header claims this size.
pub(crate) fn claiming(jpeg: &[u8], width: u16, height: u16) -> Vec<u8> {
    let mut file = jpeg.to_vec();
    let frame = file
        .windows(2)
        .position(|pair| pair == [0xff, 0xc0])
        .expect("it has a frame");
    file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    file
}

/// A black PNG with one channel of `bits` bits: a few kilobytes become `width` times `height` pixels.
pub(crate) fn black_png(width: u32, height: u32, bits: u8) -> Vec<u8> {
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([bits, 0, 0, 0, 0]);
    let mut pixels = ZlibEncoder::new(Vec::new(), Compression::fast());
    let row = vec![0; usize::try_from(width * u32::from(bits)).unwrap().div_ceil(8) + 1];
    for _ in 0..height {
        pixels.write_all(&row).expect("a vector has room for it");
    }
    let pixels = pixels.finish().expect("a vector has room for it");
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in [(b"IHDR", header), (b"IDAT", pixels), (b"IEND", Vec::new())] {
        let length = u32::try_from(content.len()).expect("it is short");
        let named = [name.as_slice(), &content].concat();
        let mut sum = Crc::new();
        sum.update(&named);
        file.extend(length.to_be_bytes());
        file.extend(&named);
        file.extend(sum.sum().to_be_bytes());
    }
    file
}
