//! A document of the built front end, with `{{names}}` where only the running shop knows what stands there.

use std::sync::{Arc, Mutex};

use http::HeaderMap;
use tokio::sync::OnceCell;
use web::answer::encoded::Encoded;

use crate::{cache::encoded_cache::EncodedCache, shop::facts::ShopFacts};

/// What pages are sent as.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// Bytes of a document, about.
const USUAL: u64 = 64 * 1024;

/// A document that is the same for every shopper.
#[derive(Debug)]
pub(crate) struct Document {
    content_type: &'static str,
    template: String,
    last: Mutex<Option<Made>>,
}

/// What a document was made with these facts; the first who asks makes it, the others wait for that.
#[derive(Debug, Clone)]
struct Made {
    facts_digest: u64,
    encoded: Arc<OnceCell<Arc<Encoded>>>,
}

impl Document {
    pub(crate) fn new(content_type: &'static str, template: String) -> Self {
        Self {
            content_type,
            template,
            last: Mutex::default(),
        }
    }

    /// The text before it is filled in, for templates that say more than what the shop says of itself.
    pub(crate) fn template(&self) -> &str {
        &self.template
    }

    /// The compressed forms with these facts; the first caller after the facts changed waits for them to be made.
    pub(crate) async fn encoded(&self, facts: &ShopFacts) -> anyhow::Result<Arc<Encoded>> {
        let fill = || {
            let text = fill(&self.template, &|name| facts.value(name));
            encode(self.content_type, text)
        };
        let made = self.made_with(facts.digest());
        made.encoded.get_or_try_init(fill).await.cloned()
    }

    fn made_with(&self, facts_digest: u64) -> Made {
        let mut last = self.last.lock().expect("nothing panics while it holds this lock");
        let known = last.take().filter(|made| made.facts_digest == facts_digest);
        let made = known.unwrap_or_else(|| Made {
            facts_digest,
            encoded: Arc::default(),
        });
        last.insert(made).clone()
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
            encode(HTML, html).await
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

async fn encode(content_type: &'static str, text: String) -> anyhow::Result<Arc<Encoded>> {
    let made = tokio::task::spawn_blocking(move || Encoded::new(content_type, text.into_bytes())).await?;
    Ok(Arc::new(made))
}

/// What stands for a name; none for a name that nobody knows.
type Values<'v> = dyn Fn(&str) -> Option<&'v str> + 'v;

/// Puts the values where their names stand, and leaves out what is said of what there is not: `{{#name}}…{{/name}}` stays where
/// the value is not empty, `{{^name}}…{{/name}}` where it is. One pass: a value that holds a name stays as it is.
pub(crate) fn fill(template: &str, values: &Values<'_>) -> String {
    let mut filled = String::with_capacity(template.len() + 4096);
    fill_into(&mut filled, template, values);
    filled
}

fn fill_into(filled: &mut String, template: &str, values: &Values<'_>) {
    let mut rest = template;
    while let Some((before, marked)) = rest.split_once("{{") {
        filled.push_str(before);
        rest = marked;
        if let Some((inner, after)) = section(marked, values) {
            fill_into(filled, inner, values);
            rest = after;
        } else if let Some((name, after)) = marked.split_once("}}")
            && let Some(value) = values(name)
        {
            filled.push_str(value);
            rest = after;
        } else {
            filled.push_str("{{");
        }
    }
    filled.push_str(rest);
}

/// What stays of a section that begins here, and what follows it; none where none begins.
fn section<'t>(marked: &'t str, values: &Values<'_>) -> Option<(&'t str, &'t str)> {
    let (begin, after) = marked.split_once("}}")?;
    let name = begin.strip_prefix(['#', '^'])?;
    let (inner, after) = after.split_once(&format!("{{{{/{name}}}}}"))?;
    let is_known = values(name).is_some_and(|value| !value.is_empty());
    let stays = is_known == begin.starts_with('#');
    Some((if stays { inner } else { "" }, after))
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

    fn filled(template: &str) -> String {
        fill(template, &|name| match name {
            "a" => Some("{{b}}"),
            "b" => Some("2"),
            "none" => Some(""),
            _ => None,
        })
    }

    #[test]
    fn names_are_filled_once_and_unknown_ones_stay() {
        assert_eq!(filled("<{{a}}> {{b}} {{c}} {{"), "<{{b}}> 2 {{c}} {{");
        assert_eq!(filled("plain"), "plain");
    }

    #[test]
    fn of_what_there_is_not_nothing_is_said() {
        assert_eq!(filled("{{#b}}b is {{b}}{{/b}}{{^b}}no b{{/b}}."), "b is 2.");
        assert_eq!(
            filled("{{#none}}<p>{{none}}</p>{{/none}}{{^none}}free{{/none}}"),
            "free"
        );
        assert_eq!(filled("{{#b}}{{#none}}x{{/none}}{{a}}{{/b}}"), "{{b}}");
        assert_eq!(
            filled("{{#unknown}}x{{/unknown}}|{{#b}}never ends"),
            "|{{#b}}never ends"
        );
    }
}
