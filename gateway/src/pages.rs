//! Which paths have a page: the front end's own list, matched as its router matches.

use std::path::Path;

use anyhow::Context as _;

/// Patterns that stand for "no such page".
const NO_PAGE: [&str; 2] = ["/404", "*"];

/// The patterns of `routes.json`, such as `/product/:id`.
#[derive(Debug)]
pub(crate) struct PagePaths {
    patterns: Vec<String>,
}

/// A path that has a page.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    /// The pattern it fits.
    pub(crate) pattern: &'a str,
    path: &'a str,
}

impl PagePaths {
    /// Reads `routes.json` in the folder of the build: a JSON array of patterns.
    pub(crate) async fn read(directory: &Path) -> anyhow::Result<Self> {
        let file = directory.join("routes.json");
        let json = tokio::fs::read(&file)
            .await
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let patterns: Vec<String> = serde_json::from_slice(&json)
            .with_context(|| format!("{} is not an array of paths", file.display()))?;
        Ok(Self::new(patterns))
    }

    fn new(patterns: Vec<String>) -> Self {
        let patterns = patterns
            .into_iter()
            .filter(|pattern| !NO_PAGE.contains(&pattern.as_str()))
            .collect();
        Self { patterns }
    }

    /// The first pattern that fits, whatever the case, with or without a trailing slash.
    pub(crate) fn find<'a>(&'a self, path: &'a str) -> Option<Found<'a>> {
        let pattern = self.patterns.iter().find(|pattern| fits(pattern, path))?;
        Some(Found { pattern, path })
    }
}

impl Found<'_> {
    /// Whether a parameter of the path has this value.
    pub(crate) fn has_parameter(&self, value: &str) -> bool {
        let mut pairs = segments(self.pattern).zip(segments(self.path));
        pairs.any(|(pattern, segment)| pattern.starts_with(':') && segment == value)
    }
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
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: Option<&str>) {
        let patterns = ["/", "/cart", "/aboutUs", "/product/:id", "/blog/:id", "/404", "*"];
        let paths = PagePaths::new(patterns.map(str::to_owned).to_vec());
        assert_eq!(paths.find(path).map(|found| found.pattern), expected, "{path}");
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
        check("/cart//", None);
        check("//cart", None);
        check("/404", None);
        check("/nowhere", None);
    }

    #[test]
    fn a_parameter_is_compared_letter_by_letter() {
        let paths = PagePaths::new(vec!["/product/:id".to_owned()]);
        let found = paths.find("/product/aB").unwrap();
        assert!(found.has_parameter("aB"));
        assert!(!found.has_parameter("ab"));
        assert!(!found.has_parameter("product"));
    }
}
