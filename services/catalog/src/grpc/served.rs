//! Every gRPC service of the catalog.

use std::sync::Arc;

use jobs::Waker;
use proto::catalog::v1::{
    catalog_service_server::CatalogServiceServer, photo_service_server::PhotoServiceServer,
};
use runtime::{LARGEST_REQUEST, Services};
use sqlx::PgPool;

use crate::{
    grpc::{
        api::Api, classification_api::ClassificationApi, editing_api, import_api, packs_api::PacksApi,
        photos::Photos, shop_api::ShopApi,
    },
    photos::library::PhotoLibrary,
};

/// What the gRPC services stand on.
#[derive(Debug)]
pub struct Parts {
    /// Where products are kept.
    pub db: PgPool,
    /// All photos.
    pub library: Arc<PhotoLibrary>,
    /// Wakes the worker that reads files of products.
    pub imports: Waker,
}

impl Parts {
    /// Adds every gRPC service to those that are served.
    pub async fn add_to(self, services: Services) -> Services {
        let Self { db, library, imports } = self;
        let editing = editing_api::server(db.clone(), Arc::clone(&library));
        let imports = import_api::server(db.clone(), imports);
        let shop = ShopApi { db: db.clone() };
        let packs = PacksApi { db: db.clone() };
        let classification = ClassificationApi { db: db.clone() };
        let catalog = CatalogServiceServer::new(Api::new(db)).max_decoding_message_size(LARGEST_REQUEST);
        let photos = PhotoServiceServer::new(Photos { library }).max_decoding_message_size(LARGEST_REQUEST);
        let services = services
            .add(catalog)
            .await
            .add(editing)
            .await
            .add(imports)
            .await
            .add(photos)
            .await;
        let services = packs.add_to(services).await;
        let services = classification.add_to(services).await;
        shop.add_to(services).await
    }
}
