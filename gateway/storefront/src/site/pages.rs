//! The pages of the built front end: their paths and documents. Paths are matched as in the front end's
//! router.

use std::{collections::HashMap, path::Path, sync::Arc, time::SystemTime};

use anyhow::Context as _;
use serde::Deserialize;

use crate::{
    shop::{facts::ShopFacts, profile::ShopProfile},
    site::document::{Document, HTML},
};

/// The list of all pages in the build's folder.
pub(crate) const MANIFEST: &str = "pages.json";

/// The web app manifest, below the build's folder.
const WEB_MANIFEST: &str = "manifest.webmanifest";

/// Patterns of the "not found" page.
const NO_PAGE: [&str; 2] = ["/404", "*"];

/// The content of a build's `pages.json`.
#[derive(Debug, Deserialize)]
struct Manifest {
    /// The shop profile before the catalog has answered.
    shop: ShopProfile,
    /// The document of every path without its own.
    other: String,
    pages: Vec<ManifestEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ManifestEntry {
    pattern: String,
    document: String,
    /// True if search engines should list the page.
    listed: bool,
    /// True if the page depends on its query, so that its document is valid only without one.
    reads_query: bool,
}

/// The pages of one build.
#[derive(Debug)]
pub(crate) struct Pages {
    /// The shop profile before the catalog has answered.
    pub(crate) samples: Arc<ShopFacts>,
    /// The web app manifest.
    pub(crate) web_manifest: Document,
    /// The document of every path without its own: empty, and rendered by the front end.
    pub(crate) other: Arc<Document>,
    pages: Vec<SitePage>,
    built_at: SystemTime,
}

#[derive(Debug)]
struct SitePage {
    pattern: String,
    document: Arc<Document>,
    listed: bool,
    reads_query: bool,
}

/// A path that has a page.
#[derive(Debug)]
pub(crate) struct FoundPage<'a> {
    /// The matching pattern.
    pub(crate) pattern: &'a str,
    /// The document for a request without a query.
    pub(crate) document: &'a Arc<Document>,
    /// True if the document is valid only without a query.
    pub(crate) reads_query: bool,
    path: &'a str,
}

impl Pages {
    /// Reads `pages.json` in the build's folder and the documents that it names. `origin` is the shop's
    /// address, such as `https://shop.example`.
    pub(crate) async fn load(directory: &Path, origin: &str) -> anyhow::Result<Self> {
        let file = directory.join(MANIFEST);
        let json = read_text(&file).await?;
        let manifest: Manifest = serde_json::from_str(&json)
            .with_context(|| format!("{} is not a list of pages", file.display()))?;
        let mut documents = HashMap::new();
        let names = manifest.pages.iter().map(|entry| &entry.document);
        for name in names.chain([&manifest.other]) {
            if !documents.contains_key(name) {
                let html = read_text(&directory.join(name)).await?;
                documents.insert(name.clone(), Arc::new(Document::new(HTML, html)));
            }
        }
        let page = |entry: ManifestEntry| SitePage {
            document: Arc::clone(&documents[&entry.document]),
            pattern: entry.pattern,
            listed: entry.listed,
            reads_query: entry.reads_query,
        };
        Ok(Self {
            samples: Arc::new(ShopFacts::new(manifest.shop, origin)),
            web_manifest: Document::new(
                "application/manifest+json",
                read_text(&directory.join(WEB_MANIFEST)).await?,
            ),
            other: Arc::clone(&documents[&manifest.other]),
            pages: manifest
                .pages
                .into_iter()
                .filter(|entry| !NO_PAGE.contains(&entry.pattern.as_str()))
                .map(page)
                .collect(),
            built_at: built_at(directory).await?,
        })
    }

    /// The id of this build: its time, in nanoseconds.
    pub(crate) fn build(&self) -> u128 {
        let since = self.built_at.duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| since.as_nanos())
    }

    /// Whether the folder still has this build.
    pub(crate) async fn is_current(&self, directory: &Path) -> bool {
        built_at(directory)
            .await
            .is_ok_and(|built_at| built_at == self.built_at)
    }

    /// The first matching page, in any case, with or without a trailing slash.
    pub(crate) fn find<'a>(&'a self, path: &'a str) -> Option<FoundPage<'a>> {
        let page = self.pages.iter().find(|page| fits(&page.pattern, path))?;
        Some(FoundPage {
            pattern: &page.pattern,
            document: &page.document,
            reads_query: page.reads_query,
            path,
        })
    }

    /// The paths that search engines should list, without those that have a parameter.
    pub(crate) fn listed(&self) -> impl Iterator<Item = &str> {
        let listed = self
            .pages
            .iter()
            .filter(|page| page.listed && !page.pattern.contains(':'));
        listed.map(|page| page.pattern.as_str())
    }
}

impl FoundPage<'_> {
    /// The first parameter of the path, exactly as sent.
    pub(crate) fn parameter(&self) -> Option<&str> {
        let mut pairs = segments(self.pattern).zip(segments(self.path));
        let (_, segment) = pairs.find(|(pattern, _)| pattern.starts_with(':'))?;
        Some(segment)
    }
}

async fn read_text(file: &Path) -> anyhow::Result<String> {
    let text = tokio::fs::read_to_string(file).await;
    text.with_context(|| format!("{} cannot be read", file.display()))
}

/// The time of the build. `pages.json` is the last file that a build writes.
async fn built_at(directory: &Path) -> anyhow::Result<SystemTime> {
    Ok(tokio::fs::metadata(directory.join(MANIFEST)).await?.modified()?)
}

fn fits(pattern: &str, path: &str) -> bool {
    let (mut patterns, mut path) = (segments(pattern), segments(path));
    loop {
        match (patterns.next(), path.next()) {
            (None, None) => return true,
            (Some(pattern), Some(segment)) if pattern.starts_with(':') && !segment.is_empty() => {}
            (Some(pattern), Some(segment)) if pattern.eq_ignore_ascii_case(segment) => {}
            _ => return false,
        }
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.strip_suffix('/').unwrap_or(path).split('/')
}

#[cfg(test)]
mod tests {
    use proto::catalog::v1::ShopFacts as ShopFactsMessage;

    use super::*;

    fn pages(patterns: &[&str]) -> Pages {
        let document = Arc::new(Document::new(HTML, String::new()));
        let page = |pattern: &&str| SitePage {
            pattern: (*pattern).to_owned(),
            document: Arc::clone(&document),
            listed: true,
            reads_query: false,
        };
        Pages {
            samples: Arc::new(ShopFacts::new(
                ShopProfile::from_contract(ShopFactsMessage::default()),
                "",
            )),
            web_manifest: Document::new(HTML, String::new()),
            other: Arc::clone(&document),
            pages: patterns.iter().map(page).collect(),
            built_at: SystemTime::UNIX_EPOCH,
        }
    }

    #[track_caller]
    fn check(path: &str, expected: Option<&str>) {
        let pages = pages(&["/", "/cart", "/aboutUs", "/product/:id", "/blog/1"]);
        assert_eq!(pages.find(path).map(|found| found.pattern), expected, "{path}");
    }

    #[test]
    fn paths_are_found_as_the_front_end_finds_them() {
        check("/", Some("/"));
        check("/cart", Some("/cart"));
        check("/cart/", Some("/cart"));
        check("/CART", Some("/cart"));
        check("/aboutus", Some("/aboutUs"));
        check("/product/7", Some("/product/:id"));
        check("/product/7/", Some("/product/:id"));
        check("/Product/7", Some("/product/:id"));
        check("/product", None);
        check("/product/", None);
        check("/product//", None);
        check("/product/7/8", None);
        check("/blog/1", Some("/blog/1"));
        check("/blog/2", None);
        check("/cart//", None);
        check("//cart", None);
        check("/404", None);
        check("/nowhere", None);
    }

    #[test]
    fn a_parameter_is_told_letter_by_letter() {
        let pages = pages(&["/", "/product/:id"]);
        let found = pages.find("/Product/aB/").unwrap();
        assert_eq!(found.parameter(), Some("aB"));
        assert_eq!(pages.find("/").unwrap().parameter(), None);
    }
}
