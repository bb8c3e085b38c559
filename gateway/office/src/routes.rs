//! Every route that the office answers, on one screen. A route of the API has its path, method and description above its
//! handler, and nowhere else.

use axum::{
    Router,
    extract::{MatchedPath, Request},
    middleware::map_response,
    response::Response,
    routing::get,
};
use http::{HeaderValue, header};
use utoipa_axum::{
    router::{OpenApiRouter, UtoipaMethodRouter},
    routes,
};
use web::answer::{error, openapi::document};

use crate::{
    app::App,
    health, openapi,
    orders::{list, moves, one, payment},
    session::{invitations, reauthentication, sign_in},
    site,
    staff::{log, people},
    stock::{adjusting, batches, levels, recall, receiving, returns},
    today,
};

/// The REST API, its description, and the pages everywhere else.
pub(crate) fn office() -> Router<App> {
    let (rest, description) = rest_routes().split_for_parts();
    let description = document(&description).layer(map_response(never_kept));
    rest.route(openapi::DOCUMENT, description)
        .fallback(site::page)
        .method_not_allowed_fallback(async || error::method_not_allowed())
}

fn rest_routes() -> OpenApiRouter<App> {
    let routes: [UtoipaMethodRouter<App>; 22] = [
        routes!(sign_in::sign_in),
        routes!(sign_in::get),
        routes!(sign_in::sign_out),
        routes!(reauthentication::show),
        routes!(invitations::look_up),
        routes!(invitations::accept),
        routes!(people::list),
        routes!(people::invite),
        routes!(people::change),
        routes!(log::list),
        routes!(today::get),
        routes!(list::list),
        routes!(one::get),
        routes!(moves::make),
        routes!(payment::record),
        routes!(levels::list),
        routes!(batches::list),
        routes!(receiving::receive),
        routes!(adjusting::adjust),
        routes!(recall::recall),
        routes!(returns::list),
        routes!(returns::resolve),
    ];
    let heading = OpenApiRouter::with_openapi(openapi::heading());
    routes.into_iter().fold(heading, OpenApiRouter::routes)
}

/// What the document says.
#[cfg(test)]
pub(crate) fn openapi_document() -> utoipa::openapi::OpenApi {
    rest_routes().into_openapi()
}

async fn never_kept(mut response: Response) -> Response {
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, no_store);
    response
}

/// Whether answering the request may take more than a look into a folder.
pub(crate) fn is_traced(request: &Request) -> bool {
    request.extensions().get::<MatchedPath>().is_some()
}

/// What orchestrators ask. It stands outside the limits, which would make a busy gateway look dead.
pub(crate) fn health() -> Router<App> {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
}
