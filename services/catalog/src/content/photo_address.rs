//! The allowed addresses of product photos.

/// The folders of photos: those that ship with the shop, and uploads.
const FOLDERS: [&str; 2] = ["/images/products/", "/photos/"];

/// The maximum length of a file name, in characters. Names of uploads have a digest and a width.
const LONGEST_NAME: usize = 120;

/// Returns true if a photo's address is one of the shop's own files. Pages show it to every shopper, so it
/// must not lead to another host or out of its folder.
pub fn is_photo(address: &str) -> bool {
    let name = FOLDERS.iter().find_map(|folder| address.strip_prefix(folder));
    name.is_some_and(|name| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        name.len() <= LONGEST_NAME
            && name.bytes().all(is_plain)
            && name.starts_with(|first: char| first.is_ascii_alphanumeric())
            && name.ends_with(|last: char| last.is_ascii_alphanumeric())
            && !name.contains("..")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_photo_is_a_file_of_the_shop_and_nothing_else() {
        for address in [
            "/images/products/karela-800.webp",
            "/photos/3f9a-800.webp",
            "/photos/a",
        ] {
            assert!(is_photo(address), "{address}");
        }
        let long = format!("/photos/{}", "a".repeat(LONGEST_NAME + 1));
        for address in [
            "",
            "/photos/",
            "/images/products/",
            "photos/a.webp",
            "/images/a.webp",
            "https://example.com/photos/a.webp",
            "//example.com/photos/a.webp",
            "/photos/../secret",
            "/photos/a..webp",
            "/photos/.env",
            "/photos/a/b.webp",
            "/photos/a.webp?x",
            "/photos/a b.webp",
            "/photos/a%2e.webp",
            "/photos/करेला.webp",
            "/photos/a.webp\n",
            "/photos/a.",
            &long,
        ] {
            assert!(!is_photo(address), "{address:?}");
        }
    }
}
