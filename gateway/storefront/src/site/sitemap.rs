//! Files for programs: `robots.txt`, `sitemap.xml` and `security.txt`.

use std::{fmt::Write as _, sync::Arc};

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, header};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::sync::Mutex;
use web::{Error, answer::encoded::Encoded};

use crate::{
    catalog::{listing::Listing, products::Products},
    html::escape,
    site::{pages::Pages, product_page, serving::Site},
};

/// The path of `security.txt`.
pub(crate) const SECURITY: &str = "/.well-known/security.txt";

const CACHE_CONTROL: &str = "public, max-age=3600";

/// Allows all paths; pages that should not be indexed say so themselves.
pub(crate) async fn robots(State(site): State<Arc<Site>>) -> Response {
    let text = format!(
        "User-agent: *\nAllow: /\n\nSitemap: {}/sitemap.xml\n",
        site.origin()
    );
    ([(header::CACHE_CONTROL, CACHE_CONTROL)], text).into_response()
}

/// The validity of `security.txt`, in days. RFC 9116 recommends less than a year.
const SECURITY_DAYS: i64 = 180;

/// Tells how to report a vulnerability: through the contact page (RFC 9116).
pub(crate) async fn security(State(site): State<Arc<Site>>) -> Result<Response, Error> {
    let (origin, until) = (
        site.origin(),
        OffsetDateTime::now_utc() + Duration::days(SECURITY_DAYS),
    );
    let until = until
        .format(&Rfc3339)
        .map_err(|_| Error::internal("a time has no text"))?;
    let text = format!(
        "Contact: {origin}/contact\nExpires: {until}\nPreferred-Languages: en, hi\nCanonical: {origin}{SECURITY}\n"
    );
    Ok(([(header::CACHE_CONTROL, CACHE_CONTROL)], text).into_response())
}

/// The last sitemap, with the digests of its build and product list.
#[derive(Debug, Default)]
pub(crate) struct LastSitemap(Mutex<Option<(SitemapKey, Arc<Encoded>)>>);

type SitemapKey = (u128, u64);

/// Lists all listed pages and all products; rebuilt when either changed. 503 while either is not loaded.
pub(crate) async fn sitemap(
    State(site): State<Arc<Site>>,
    State(products): State<Arc<Products>>,
    State(last): State<Arc<LastSitemap>>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let pages = site
        .pages()
        .await
        .map_err(|error| Error::unavailable(format!("there are no pages: {error:#}")))?;
    let products = products.get().await?;
    let made_of = (pages.build(), products.digest);
    let mut last = last.0.lock().await;
    let known = last.take().filter(|(known, _)| *known == made_of);
    let (_, sitemap) = known.unwrap_or_else(|| {
        let text = xml(site.origin(), &pages, &products);
        (
            made_of,
            Arc::new(Encoded::quick("application/xml", text.into_bytes())),
        )
    });
    let answer = sitemap.response(&headers, CACHE_CONTROL);
    *last = Some((made_of, sitemap));
    Ok(answer)
}

fn xml(origin: &str, pages: &Pages, products: &Listing) -> String {
    let products = products.entries.iter().map(|entry| product_page::path(&entry.id));
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in pages.listed().map(str::to_owned).chain(products) {
        let address = escape(&format!("{origin}{path}"));
        writeln!(xml, "  <url><loc>{address}</loc></url>").expect("writing to memory does not fail");
    }
    xml.push_str("</urlset>\n");
    xml
}
