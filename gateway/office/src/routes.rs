//! All routes of the office. The path, method and description of an API route are above its handler.

use axum::{
    Router,
    extract::{MatchedPath, Request},
    middleware::map_response,
    response::Response,
    routing::{get, post},
};
use http::{HeaderValue, Method, header};
use utoipa_axum::{
    router::{OpenApiRouter, UtoipaMethodRouter},
    routes,
};
use web::answer::{error, openapi::document};

use crate::{
    accounting::{entries, register, summary},
    app::App,
    dashboard, health,
    imports::{starting, watching},
    on_hold::orders as orders_on_hold,
    openapi,
    orders::{
        editing::{address, notes, payment_request, quantities},
        exporting::export,
        list, one, payment,
        placing::{new_order, quote},
        reserved_packs, transitions,
    },
    payments::{
        credits, documents, findings, list as payment_list, manual_refunds, of_order as order_payments,
        refunding, refunds_due, sale_documents, settlements,
    },
    photos::{file, uploading},
    pincodes::exporting as pincode_exporting,
    products::exporting::export as product_export,
    rpc,
    session::{forgotten_password, invitations, own_sign_in, reauthentication, sign_in},
    site,
    staff::log,
    stock::{exporting as stock_exporting, packs, recall_notices},
};

/// The REST API, its OpenAPI document, the contract's staff methods, and the pages on all other paths.
pub(crate) fn office() -> Router<App> {
    let (rest, description) = rest_routes().split_for_parts();
    let description = document(&description).layer(map_response(never_kept));
    rest.route(openapi::DOCUMENT, description)
        .route(rpc::PATH, post(rpc::call).layer(map_response(never_kept)))
        .route(file::PATH, get(file::get))
        .fallback(site::page)
        .method_not_allowed_fallback(async || error::method_not_allowed())
}

fn rest_routes() -> OpenApiRouter<App> {
    let people_and_orders: Vec<UtoipaMethodRouter<App>> = vec![
        routes!(sign_in::sign_in),
        routes!(sign_in::get),
        routes!(sign_in::sign_out),
        routes!(reauthentication::reauthenticate),
        routes!(forgotten_password::ask),
        routes!(forgotten_password::reset),
        routes!(own_sign_in::get),
        routes!(own_sign_in::change_password),
        routes!(own_sign_in::renew_codes),
        routes!(own_sign_in::new_phone, own_sign_in::change_phone),
        routes!(invitations::look_up),
        routes!(invitations::accept),
        routes!(log::list),
        routes!(dashboard::get),
        routes!(list::list),
        routes!(list::search),
        routes!(export::export),
        routes!(one::get),
        routes!(reserved_packs::list),
        routes!(reserved_packs::take),
        routes!(transitions::make),
        routes!(payment::record),
        routes!(new_order::place),
        routes!(quote::quote),
        routes!(notes::list),
        routes!(notes::add),
        routes!(address::correct),
        routes!(quantities::correct),
        routes!(payment_request::send),
        routes!(pincode_exporting::export),
    ];
    let heading = OpenApiRouter::with_openapi(openapi::heading());
    let routes = people_and_orders
        .into_iter()
        .chain(routes_of_products_and_stock());
    let routes = routes.chain(routes_of_money());
    routes.fold(heading, OpenApiRouter::routes)
}

/// Routes of payments, refunds, documents and the files of the books.
fn routes_of_money() -> Vec<UtoipaMethodRouter<App>> {
    vec![
        routes!(payment_list::list),
        routes!(findings::list),
        routes!(settlements::list),
        routes!(order_payments::list),
        routes!(refunding::refund),
        routes!(manual_refunds::record),
        routes!(manual_refunds::record_sent_refund),
        routes!(manual_refunds::list),
        routes!(refunds_due::list),
        routes!(credits::list),
        routes!(credits::resolve),
        routes!(documents::list),
        routes!(documents::get_file),
        routes!(sale_documents::list),
        routes!(sale_documents::print),
        routes!(entries::export),
        routes!(register::export),
        routes!(summary::by_hsn),
        routes!(summary::large),
        routes!(summary::small),
    ]
}

/// Routes of products, stock and imports.
fn routes_of_products_and_stock() -> Vec<UtoipaMethodRouter<App>> {
    vec![
        routes!(packs::list),
        routes!(product_export::export),
        routes!(uploading::upload),
        routes!(recall_notices::list),
        routes!(recall_notices::send),
        routes!(orders_on_hold::list),
        routes!(stock_exporting::export),
        routes!(starting::start),
        routes!(watching::get),
    ]
}

async fn never_kept(mut response: Response) -> Response {
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, no_store);
    response
}

/// True for requests to a route. Requests for static files are not traced.
pub(crate) fn is_traced(request: &Request) -> bool {
    request.extensions().get::<MatchedPath>().is_some()
}

/// True for file uploads, whose handler reads the body.
pub(crate) fn is_upload(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let takes_files = [uploading::PATH, starting::PATH];
    route.is_some_and(|route| takes_files.contains(&route)) && request.method() == Method::POST
}

/// Health checks. They have no rate limit, because a busy gateway would look dead.
pub(crate) fn health() -> Router<App> {
    Router::new()
        .route("/healthz", get(web::health::alive))
        .route("/readyz", get(health::ready))
}
