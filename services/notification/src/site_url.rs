use std::{fmt, str::FromStr};

use http::Uri;

/// The public URL of the shop, the base of links in mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteUrl(String);

/// The error for an invalid shop URL.
#[derive(Debug, thiserror::Error)]
#[error("it is not an address such as https://shop.example, with nothing behind the host and its port")]
pub struct WrongAddress;

impl FromStr for SiteUrl {
    type Err = WrongAddress;

    fn from_str(text: &str) -> Result<Self, WrongAddress> {
        let url: Uri = text.parse().map_err(|_| WrongAddress)?;
        let (Some("http" | "https"), Some(authority)) = (url.scheme_str(), url.authority()) else {
            return Err(WrongAddress);
        };
        let has_path = !matches!(url.path(), "" | "/") || url.query().is_some();
        if has_path || authority.as_str().contains('@') {
            return Err(WrongAddress);
        }
        Ok(Self(text.trim_end_matches('/').to_owned()))
    }
}

impl fmt::Display for SiteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::SiteUrl;

    #[test]
    fn a_link_begins_with_the_shops_address() {
        let read = |text: &str| text.parse::<SiteUrl>().ok().map(|url| url.to_string());
        assert_eq!(
            read("https://shop.example/").as_deref(),
            Some("https://shop.example")
        );
        assert_eq!(
            read("http://localhost:8080").as_deref(),
            Some("http://localhost:8080")
        );
        for wrong in [
            "",
            "shop.example",
            "ftp://shop.example",
            "https://a@b",
            "https://shop.example/x",
            "https://shop.example/?q",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
