//! What search engines ask a site for: `robots.txt` and `sitemap.xml`.

use std::{fmt::Write as _, sync::Arc};

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::header;
use web::Error;

use crate::{
    html::escape,
    shelf::products::Products,
    site::{product_page, serving::Site},
};

const CACHE_CONTROL: &str = "public, max-age=3600";

/// Everything may be read; pages that should not be listed say so themselves.
pub(crate) async fn robots(State(site): State<Arc<Site>>) -> Response {
    let text = format!(
        "User-agent: *\nAllow: /\n\nSitemap: {}/sitemap.xml\n",
        site.origin()
    );
    ([(header::CACHE_CONTROL, CACHE_CONTROL)], text).into_response()
}

/// Every listed page and every product. 503 while either is not known.
pub(crate) async fn sitemap(
    State(site): State<Arc<Site>>,
    State(products): State<Arc<Products>>,
) -> Result<Response, Error> {
    let pages = site
        .pages()
        .await
        .map_err(|error| Error::unavailable(format!("there are no pages: {error:#}")))?;
    let products = products.get().await?;
    let products = products.entries.iter().map(|entry| product_page::path(&entry.id));
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in pages.listed().map(str::to_owned).chain(products) {
        let address = escape(&format!("{}{path}", site.origin()));
        writeln!(xml, "  <url><loc>{address}</loc></url>").expect("writing to memory does not fail");
    }
    xml.push_str("</urlset>\n");
    let headers = [
        (header::CONTENT_TYPE, "application/xml"),
        (header::CACHE_CONTROL, CACHE_CONTROL),
    ];
    Ok((headers, xml).into_response())
}
