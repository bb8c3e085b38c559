//! All routes of the storefront. The path, method and description of an API route are above its handler.

use axum::{
    Router,
    extract::{MatchedPath, Request},
    routing::{get, post},
};
use utoipa_axum::{
    router::{OpenApiRouter, UtoipaMethodRouter},
    routes,
};
use web::answer::{
    error,
    openapi::{document, in_both_forms, page},
};

use crate::{
    account::{
        addresses, change_password, email_change, login, my_data, own_account, own_sessions, password,
    },
    app::App,
    catalog::{cards, labels, products, stock_alerts},
    contact, health, openapi,
    orders::{cancel_or_return, claims, delivery, invoice, own_orders, payment, placing},
    payments::webhooks,
    photos::file,
    reviews::{own_reviews, product_reviews},
    site::{client_errors, serving, sitemap},
};

/// The REST API, its OpenAPI document, and the site on all other paths.
pub(crate) fn shop() -> Router<App> {
    let (rest, description) = rest_routes().split_for_parts();
    let description = openapi::with_rules(description);
    rest.route(openapi::DOCUMENT, document(&description))
        .merge(page(openapi::PAGE, openapi::DOCUMENT))
        .route(file::PATH, get(file::get))
        .route(serving::WEB_MANIFEST, get(serving::web_manifest))
        .route("/robots.txt", get(sitemap::robots))
        .route("/sitemap.xml", get(sitemap::sitemap))
        .route(sitemap::SECURITY, get(sitemap::security))
        .fallback(serving::page)
        .method_not_allowed_fallback(async || error::method_not_allowed())
}

fn rest_routes() -> OpenApiRouter<App> {
    let routes: [UtoipaMethodRouter<App>; 35] = [
        routes!(products::list),
        routes!(cards::list),
        routes!(products::get),
        routes!(labels::list),
        routes!(stock_alerts::add),
        routes!(product_reviews::list),
        routes!(product_reviews::create),
        routes!(own_reviews::list),
        routes!(own_reviews::change),
        routes!(contact::send),
        routes!(login::register),
        routes!(login::log_in),
        routes!(login::log_out),
        routes!(my_data::request_code),
        routes!(my_data::request),
        routes!(my_data::get),
        routes!(my_data::download),
        routes!(my_data::delete),
        routes!(claims::claim),
        routes!(own_account::get),
        routes!(own_account::change),
        routes!(change_password::change),
        routes!(email_change::request),
        routes!(email_change::confirm),
        routes!(own_sessions::list),
        routes!(own_sessions::end_others),
        routes!(addresses::list),
        routes!(addresses::add),
        routes!(addresses::change),
        routes!(addresses::delete),
        routes!(password::request_code),
        routes!(password::verify_code),
        routes!(password::reset),
        routes!(client_errors::report),
        routes!(client_errors::report_policy),
    ];
    let heading = OpenApiRouter::with_openapi(openapi::heading());
    routes
        .into_iter()
        .chain(order_routes())
        .fold(heading, in_both_forms)
}

fn order_routes() -> [UtoipaMethodRouter<App>; 12] {
    [
        routes!(placing::create),
        routes!(delivery::quote),
        routes!(own_orders::list),
        routes!(own_orders::track),
        routes!(own_orders::get),
        routes!(cancel_or_return::cancel),
        routes!(cancel_or_return::send_back),
        routes!(payment::start),
        routes!(payment::state),
        routes!(payment::check),
        routes!(invoice::get),
        routes!(invoice::get_as_guest),
    ]
}

/// Routes that are served from memory if the request has no query, besides pages and files.
const FROM_MEMORY: [&str; 6] = [
    file::PATH,
    serving::WEB_MANIFEST,
    "/api/v1/products",
    "/api/v1/products/{id}",
    "/api/v1/products/cards",
    "/api/v1/users/getallreview",
];

/// True if the response may need more than memory.
pub(crate) fn is_traced(request: &Request) -> bool {
    if !request.method().is_safe() {
        return true;
    }
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let is_from_memory =
        |route: &str| FROM_MEMORY.contains(&route.trim_end_matches('/')) && request.uri().query().is_none();
    route.is_some_and(|route| !is_from_memory(route))
}

/// Webhooks of payment providers. They are outside the CSRF check, because they carry no shopper's cookie.
pub(crate) fn webhooks() -> Router<App> {
    Router::new().route(webhooks::PATH, post(webhooks::receive))
}

/// Health checks. They have no rate limit, because a busy gateway would look dead.
pub(crate) fn health() -> Router<App> {
    Router::new()
        .route("/healthz", get(web::health::alive))
        .route("/readyz", get(health::ready))
}
