//! Photo files, which are public.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    response::Response,
};
use http::HeaderMap;
use proto::catalog::v1::GetPhotoFileRequest;
use web::{
    connection::client_address::ClientAddress,
    fetched_files::{FetchedFile, FetchedFiles},
};

use crate::clients::Clients;

/// The path of a photo file. It is outside the API, because products name their photos by it.
pub(crate) const PATH: &str = "/photos/{name}";

/// Returns a photo file.
pub(crate) async fn get(
    State(files): State<Arc<FetchedFiles>>,
    State(clients): State<Arc<Clients>>,
    Path(name): Path<String>,
    client: ClientAddress,
    headers: HeaderMap,
) -> Response {
    let asked = GetPhotoFileRequest { name: name.clone() };
    let fetch = async {
        let file = clients.catalog.call(asked).await?;
        Ok(FetchedFile {
            media_type: file.media_type,
            content: file.content.into(),
        })
    };
    files.answer(&name, (&headers, client), fetch).await
}
