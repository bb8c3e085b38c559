//! Every path that the gateway answers, on one screen.

use axum::{
    Router,
    routing::{get, post},
};
use web::error;

use crate::{
    account, app::App, contact, health, openapi, orders, password, products, reviews, site, sitemap,
};

/// The REST API, its description, and the site everywhere else.
pub(crate) fn shop() -> Router<App> {
    let rest = [
        ("/api/v1/products", get(products::list)),
        ("/api/v1/users/orders/create", post(orders::create)),
        ("/api/v1/users/getallreview", get(reviews::list)),
        ("/api/v1/users/review", post(reviews::create)),
        ("/api/v1/users/contactus", post(contact::send)),
        ("/api/v1/users/userregister", post(account::register)),
        ("/api/v1/users/userlogin", post(account::log_in)),
        ("/api/v1/users/userlogout", post(account::log_out)),
        ("/api/v1/users/forgotpassword", post(password::request_code)),
        ("/api/v1/users/verifyOtp", post(password::verify_code)),
        ("/api/v1/users/resetpassword", post(password::reset)),
    ];
    rest.into_iter()
        .fold(Router::new(), |router, (path, methods)| {
            // Clients in the field use either form, and a redirect would turn a POST into a GET.
            router
                .route(path, methods.clone())
                .route(&format!("{path}/"), methods)
        })
        .route(openapi::DOCUMENT, get(openapi::document))
        .merge(web::openapi::page(openapi::PAGE, openapi::DOCUMENT))
        .route("/robots.txt", get(sitemap::robots))
        .route("/sitemap.xml", get(sitemap::sitemap))
        .fallback(site::page)
        .method_not_allowed_fallback(async || error::method_not_allowed())
}

/// What orchestrators ask. It stands outside the limits, which would make a busy gateway look dead.
pub(crate) fn health() -> Router<App> {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
}
