//! An HTML document of the built front end, with `{{names}}` where only the running shop knows what stands there.

use std::sync::Arc;

use http::HeaderMap;
use tokio::sync::OnceCell;
use web::answer::encoded::Encoded;

use crate::cache::encoded_cache::EncodedCache;

const HTML: &str = "text/html; charset=utf-8";

/// Bytes of a document, about.
const USUAL: u64 = 64 * 1024;

/// A document that is the same for every shopper.
#[derive(Debug)]
pub(crate) struct Document {
    html: String,
    encoded: OnceCell<Arc<Encoded>>,
}

impl Document {
    pub(crate) fn new(html: String) -> Self {
        Self {
            html,
            encoded: OnceCell::new(),
        }
    }

    /// The text, for templates that are filled in further.
    pub(crate) fn html(&self) -> &str {
        &self.html
    }

    /// The compressed forms; the first caller waits for them to be made.
    pub(crate) async fn encoded(&self) -> anyhow::Result<Arc<Encoded>> {
        let made = self.encoded.get_or_try_init(|| encode(self.html.clone())).await;
        made.cloned()
    }
}

/// Documents whose content may change under their path, remembered while there is room.
#[derive(Debug)]
pub(crate) struct Filled(EncodedCache);

impl Default for Filled {
    fn default() -> Self {
        Self(EncodedCache::of_answers_of(USUAL))
    }
}

impl Filled {
    /// The document that was made of the same, or a new one, filled by `fill` and compressed; none when it cannot be
    /// filled. `made_of` tells apart everything that it shows; `quick` compresses it less hard, where there are too many
    /// to take much time for each.
    pub(crate) async fn get_or_fill(
        &self,
        made_of: &str,
        fill: impl FnOnce() -> Option<String>,
        quick: bool,
    ) -> Option<Arc<Encoded>> {
        if let Some(known) = self.0.get(made_of) {
            return Some(known);
        }
        let html = fill()?;
        let made = if quick {
            encode_quickly(html).await
        } else {
            encode(html).await
        };
        let made = made.ok()?;
        self.0.insert(made_of, &made);
        Some(made)
    }
}

async fn encode_quickly(html: String) -> anyhow::Result<Arc<Encoded>> {
    let made = tokio::task::spawn_blocking(move || Encoded::quick(HTML, html.into_bytes())).await?;
    Ok(Arc::new(made))
}

async fn encode(html: String) -> anyhow::Result<Arc<Encoded>> {
    let made = tokio::task::spawn_blocking(move || Encoded::new(HTML, html.into_bytes())).await?;
    Ok(Arc::new(made))
}

/// Puts the values where their names stand. One pass: a value that holds a name stays as it is.
pub(crate) fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(template.len() + 4096);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let known = after.split_once("}}").and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        if let Some((value, after)) = known {
            filled.push_str(value);
            rest = after;
        } else {
            filled.push_str("{{");
            rest = after;
        }
    }
    filled.push_str(rest);
    filled
}

/// Headers of a request that may be answered with "not modified" only where that is true of the path.
pub(crate) fn unconditional(request: &HeaderMap) -> HeaderMap {
    let accepted = request.get_all(http::header::ACCEPT_ENCODING).iter();
    accepted
        .map(|value| (http::header::ACCEPT_ENCODING, value.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_once_and_unknown_ones_stay() {
        let values = [("a", "{{b}}".to_owned()), ("b", "2".to_owned())];
        assert_eq!(fill("<{{a}}> {{b}} {{c}} {{", &values), "<{{b}}> 2 {{c}} {{");
        assert_eq!(fill("plain", &values), "plain");
    }
}
