//! All gRPC services of the catalog.

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

/// The dependencies of the gRPC services.
#[derive(Debug)]
pub struct GrpcServices {
    /// The database.
    pub db: PgPool,
    /// The photos.
    pub library: Arc<PhotoLibrary>,
    /// Wakes the import worker.
    pub imports: Waker,
}

impl GrpcServices {
    /// Adds all gRPC services to the server.
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
