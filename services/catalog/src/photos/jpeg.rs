//! Checks that a JPEG is complete. The decoder accepts a truncated file and leaves the rest grey, which a
//! shop must not show.

/// Returns true if the markers of a JPEG lead to its end (ITU T.81, annex B). Data that telephones append is
/// ignored.
pub(crate) fn is_whole(file: &[u8]) -> bool {
    let mut rest = file.strip_prefix(b"\xff\xd8").unwrap_or_default();
    loop {
        // Scan data and bytes between segments continue to the next byte FF that begins a marker.
        let Some(at) = rest.windows(2).position(is_marker) else {
            return false;
        };
        let marker = rest[at + 1];
        rest = &rest[at + 2..];
        match marker {
            END => return true,
            RESTART_FIRST..=RESTART_LAST | TEMPORARY | START => {}
            _ => {
                let Some(length) = rest.first_chunk().map(|length| u16::from_be_bytes(*length)) else {
                    return false;
                };
                let Some(behind) = rest.get(usize::from(length)..) else {
                    return false;
                };
                rest = behind;
            }
        }
    }
}

const TEMPORARY: u8 = 0x01;
const RESTART_FIRST: u8 = 0xd0;
const RESTART_LAST: u8 = 0xd7;
const START: u8 = 0xd8;
const END: u8 = 0xd9;

/// FF 00 is a data byte, and FF FF is padding.
fn is_marker(pair: &[u8]) -> bool {
    pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xff)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An application segment, a scan with a restart and a stuffed byte, and the end.
    const FILE: &[u8] =
        b"\xff\xd8\xff\xe1\x00\x06\xff\xd9ab\xff\xda\x00\x04ab\x12\xff\x00\x34\xff\xd0\x56\xff\xff\xd9and more";

    #[test]
    fn a_file_is_whole_with_its_end_alone() {
        assert!(is_whole(FILE));
        let end = FILE.len() - b"and more".len();
        for cut in 0..end {
            assert!(!is_whole(&FILE[..cut]), "cut at {cut}");
        }
    }

    #[test]
    fn fuzz_of_jpeg_ends() {
        fuzz::feed("JPEG ends", &[FILE], |file| {
            is_whole(file);
        });
    }
}
