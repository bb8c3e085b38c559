//! The gRPC service of editing products. The token names the staff member.

use std::sync::Arc;

use proto::catalog::v1::{
    AcceptClaimsRequest, AcceptClaimsResponse, CheckClaimsRequest, CheckClaimsResponse, CreateProductRequest,
    CreateProductResponse, GetEditedProductRequest, GetEditedProductResponse, ListEditedProductsRequest,
    ListEditedProductsResponse, ListProductChangesRequest, ListProductChangesResponse, ProductState,
    SetProductStateRequest, SetProductStateResponse, UpdateProductRequest, UpdateProductResponse,
    UploadPhotoRequest, UploadPhotoResponse,
    product_editing_service_server::{ProductEditingService, ProductEditingServiceServer},
};
use runtime::status::{Broken, Rule, Violation};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    content::claim,
    editing::{
        create,
        edit::{self, Edit},
        edited_product::EditedProduct,
        edited_store,
        editor::Editor,
        filter::ProductFilter,
        history,
        product_change::ChangePage,
    },
    error::Error,
    grpc::{
        bounded_page::fitting,
        editing_messages::{
            content_input, edited_product, found_claims, product_change, product_id, reason, refused, state,
        },
        photos,
        staff_id::staff_id,
    },
    photos::library::PhotoLibrary,
    products::product_state::ProductState as State,
};

/// Creates the gRPC server for products and their photos. A request may be as large as a photo upload.
pub fn server(db: PgPool, photos: Arc<PhotoLibrary>) -> ProductEditingServiceServer<EditingApi> {
    let api = EditingApi { db, photos };
    ProductEditingServiceServer::new(api).max_decoding_message_size(photos::LARGEST_UPLOAD)
}

/// The gRPC service.
#[derive(Debug)]
pub struct EditingApi {
    db: PgPool,
    photos: Arc<PhotoLibrary>,
}

#[async_trait]
impl ProductEditingService for EditingApi {
    async fn list_edited_products(
        &self,
        request: Request<ListEditedProductsRequest>,
    ) -> Result<Response<ListEditedProductsResponse>, Status> {
        let answer = self.list(request.into_inner()).await.map_err(refused)?;
        Ok(Response::new(answer))
    }

    async fn get_edited_product(
        &self,
        request: Request<GetEditedProductRequest>,
    ) -> Result<Response<GetEditedProductResponse>, Status> {
        let id = product_id(&request.into_inner().product_id).map_err(invalid)?;
        let found = edited_store::find(&self.db, id).await.map_err(Error::from)?;
        let product = found.ok_or(Error::NotFound)?;
        Ok(Response::new(GetEditedProductResponse {
            product: Some(edited_product(product)),
        }))
    }

    async fn create_product(
        &self,
        request: Request<CreateProductRequest>,
    ) -> Result<Response<CreateProductResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let id = product_id(&request.product_id).map_err(invalid)?;
        let content = content_input(request.content)
            .validate(id)
            .map_err(Error::InvalidFields)?;
        let created = create::create(&self.db, &content, staff_id).await;
        Ok(Response::new(CreateProductResponse {
            product: Some(edited_product(created.map_err(refused)?)),
        }))
    }

    async fn update_product(
        &self,
        request: Request<UpdateProductRequest>,
    ) -> Result<Response<UpdateProductResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let editor = editor(&request.product_id, request.version, staff_id)?;
        let content = content_input(request.content).validate(editor.product_id);
        let content = content.map_err(Error::InvalidFields)?;
        let product = self.edit(editor, Edit::Content(Box::new(content))).await?;
        Ok(Response::new(UpdateProductResponse {
            product: Some(edited_product(product)),
        }))
    }

    async fn set_product_state(
        &self,
        request: Request<SetProductStateRequest>,
    ) -> Result<Response<SetProductStateResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let editor = editor(&request.product_id, request.version, staff_id)?;
        let unknown = || Rule::Unknown.says("Say whether it becomes a draft, published or archived");
        let state = state(request.state()).ok_or_else(unknown);
        let state = state.map_err(|broken| invalid(Violation::new("state", broken)))?;
        let edit = Edit::State {
            state,
            without_stock: request.without_stock,
        };
        let product = self.edit(editor, edit).await?;
        Ok(Response::new(SetProductStateResponse {
            product: Some(edited_product(product)),
        }))
    }

    async fn accept_claims(
        &self,
        request: Request<AcceptClaimsRequest>,
    ) -> Result<Response<AcceptClaimsResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let editor = editor(&request.product_id, request.version, staff_id)?;
        let reason = reason(&request.reason).map_err(invalid)?;
        let product = self.edit(editor, Edit::Acceptance(reason)).await?;
        Ok(Response::new(AcceptClaimsResponse {
            product: Some(edited_product(product)),
        }))
    }

    async fn check_claims(
        &self,
        request: Request<CheckClaimsRequest>,
    ) -> Result<Response<CheckClaimsResponse>, Status> {
        let content = content_input(request.into_inner().content);
        let content = content.as_typed().map_err(Error::InvalidFields)?;
        Ok(Response::new(CheckClaimsResponse {
            claims: found_claims(claim::find(&content, &[])),
        }))
    }

    async fn list_product_changes(
        &self,
        request: Request<ListProductChangesRequest>,
    ) -> Result<Response<ListProductChangesResponse>, Status> {
        let answer = self.changes(request.get_ref()).await.map_err(refused)?;
        Ok(Response::new(answer))
    }

    async fn upload_photo(
        &self,
        request: Request<UploadPhotoRequest>,
    ) -> Result<Response<UploadPhotoResponse>, Status> {
        let stored = photos::upload(&self.photos, request.into_inner()).await?;
        Ok(Response::new(stored))
    }
}

impl EditingApi {
    async fn list(&self, request: ListEditedProductsRequest) -> Result<ListEditedProductsResponse, Error> {
        let filter = ProductFilter::parse(
            asked_state(request.state),
            &request.query,
            request.page_size,
            &request.page_token,
        );
        let filter = filter.map_err(Error::InvalidFields)?;
        let found = edited_store::page(&self.db, &filter).await?;
        let places: Vec<_> = found.iter().map(|product| product.cursor).collect();
        let products = fitting(found.into_iter().map(edited_product));
        let is_full = products.len() < places.len() || i64::try_from(places.len()) == Ok(filter.limit);
        let last = products.len().checked_sub(1).filter(|_| is_full);
        Ok(ListEditedProductsResponse {
            products,
            next_page_token: last.map_or_else(String::new, |last| places[last].token()),
        })
    }

    async fn changes(
        &self,
        request: &ListProductChangesRequest,
    ) -> Result<ListProductChangesResponse, Error> {
        let id = product_id(&request.product_id).map_err(invalid)?;
        let page = ChangePage::parse(request.page_size, &request.page_token).map_err(Error::InvalidFields)?;
        let found = history::page(&self.db, id, page).await?;
        let count = found.len();
        let changes = fitting(found.into_iter().map(product_change));
        let is_full = changes.len() < count || i64::try_from(count) == Ok(page.limit);
        let last = changes.last().filter(|_| is_full);
        let next_page_token = last.map_or_else(String::new, |last| last.version.to_string());
        Ok(ListProductChangesResponse {
            changes,
            next_page_token,
        })
    }

    async fn edit(&self, editor: Editor, edit: Edit) -> Result<EditedProduct, Status> {
        edit::apply(&self.db, editor, &edit).await.map_err(refused)
    }
}

/// Parses the requested state; `None` for all.
fn asked_state(asked: i32) -> Result<Option<State>, Broken> {
    let unknown = |_| Rule::Unknown.says("Ask for drafts, what is published, what is archived, or all");
    ProductState::try_from(asked).map(state).map_err(unknown)
}

fn editor(id: &str, version: i64, staff_id: Uuid) -> Result<Editor, Error> {
    Ok(Editor {
        product_id: product_id(id).map_err(invalid)?,
        version,
        staff_id,
    })
}

fn invalid(violation: Violation) -> Error {
    Error::InvalidFields(vec![violation])
}
