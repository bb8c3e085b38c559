//! Documents of the built front end, with `{{names}}` for values that only the running shop knows.

use std::sync::{Arc, Mutex};

use http::HeaderMap;
use tokio::sync::OnceCell;
use web::answer::encoded::Encoded;

use crate::{cache::encoded_cache::EncodedCache, shop::facts::ShopFacts};

/// The content type of pages.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// The approximate size of a document, in bytes.
const USUAL: u64 = 64 * 1024;

/// A document that is the same for every shopper.
#[derive(Debug)]
pub(crate) struct Document {
    content_type: &'static str,
    template: String,
    last: Mutex<Option<RenderedDocument>>,
}

/// The document rendered with one profile. The first request renders it; concurrent requests wait.
#[derive(Debug, Clone)]
struct RenderedDocument {
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

    /// The unrendered template, for pages that need values beyond the shop profile.
    pub(crate) fn template(&self) -> &str {
        &self.template
    }

    /// The compressed forms with this profile. The first caller after a change waits for the rendering.
    pub(crate) async fn encoded(&self, facts: &ShopFacts) -> anyhow::Result<Arc<Encoded>> {
        let fill = || {
            let text = fill(&self.template, &|name| facts.value(name));
            encode(self.content_type, text)
        };
        let rendered = self.rendered_with(facts.digest());
        rendered.encoded.get_or_try_init(fill).await.cloned()
    }

    fn rendered_with(&self, facts_digest: u64) -> RenderedDocument {
        let mut last = self.last.lock().expect("nothing panics while it holds this lock");
        let known = last
            .take()
            .filter(|rendered| rendered.facts_digest == facts_digest);
        let rendered = known.unwrap_or_else(|| RenderedDocument {
            facts_digest,
            encoded: Arc::default(),
        });
        last.insert(rendered).clone()
    }
}

/// A cache of rendered documents whose content can change under their path.
#[derive(Debug)]
pub(crate) struct RenderedDocuments(EncodedCache);

impl Default for RenderedDocuments {
    fn default() -> Self {
        Self(EncodedCache::with_usual_size(USUAL))
    }
}

impl RenderedDocuments {
    /// Returns the cached document for the key `made_of`, or one rendered by `fill` and compressed; `None` if
    /// `fill` fails. The key must cover all content; `quick` lowers the compression for large sets of
    /// documents.
    pub(crate) async fn get_or_render(
        &self,
        made_of: &str,
        fill: impl FnOnce() -> Option<String>,
        quick: bool,
    ) -> Option<Arc<Encoded>> {
        if let Some(known) = self.0.get(made_of) {
            return Some(known);
        }
        let html = fill()?;
        let rendered = if quick {
            encode_quickly(html).await
        } else {
            encode(HTML, html).await
        };
        let rendered = rendered.ok()?;
        self.0.insert(made_of, &rendered);
        Some(rendered)
    }
}

async fn encode_quickly(html: String) -> anyhow::Result<Arc<Encoded>> {
    let rendered = tokio::task::spawn_blocking(move || Encoded::quick(HTML, html.into_bytes())).await?;
    Ok(Arc::new(rendered))
}

async fn encode(content_type: &'static str, text: String) -> anyhow::Result<Arc<Encoded>> {
    let rendered = tokio::task::spawn_blocking(move || Encoded::new(content_type, text.into_bytes())).await?;
    Ok(Arc::new(rendered))
}

/// The value of a name; `None` for an unknown name.
type TemplateValues<'v> = dyn Fn(&str) -> Option<&'v str> + 'v;

/// Renders a template. `{{name}}` is replaced by its value; `{{#name}}…{{/name}}` is kept if the value is not
/// empty, `{{^name}}…{{/name}}` if it is. Values are not rendered again.
pub(crate) fn fill(template: &str, values: &TemplateValues<'_>) -> String {
    let mut filled = String::with_capacity(template.len() + 4096);
    render_into(&mut filled, template, values);
    filled
}

fn render_into(filled: &mut String, template: &str, values: &TemplateValues<'_>) {
    let mut rest = template;
    while let Some((before, marked)) = rest.split_once("{{") {
        filled.push_str(before);
        rest = marked;
        if let Some((inner, after)) = section(marked, values) {
            render_into(filled, inner, values);
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

/// The rendered part of a section that begins here, and the text after it; `None` if no section begins.
fn section<'t>(marked: &'t str, values: &TemplateValues<'_>) -> Option<(&'t str, &'t str)> {
    let (begin, after) = marked.split_once("}}")?;
    let name = begin.strip_prefix(['#', '^'])?;
    let (inner, after) = after.split_once(&format!("{{{{/{name}}}}}"))?;
    let is_known = values(name).is_some_and(|value| !value.is_empty());
    let stays = is_known == begin.starts_with('#');
    Some((if stays { inner } else { "" }, after))
}

/// The request's headers without conditions, because "not modified" is valid only for an existing page.
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
    fn a_section_of_a_missing_value_is_left_out() {
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
