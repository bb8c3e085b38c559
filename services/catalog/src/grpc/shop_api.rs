//! The gRPC services of the shop profile, for readers and for staff. The token names the staff member.

use proto::catalog::v1::{
    self as contract, GetShopRequest, GetShopResponse, ListShopChangesRequest, ListShopChangesResponse,
    ShopFacts, UpdateShopRequest, UpdateShopResponse,
    shop_editing_service_server::{ShopEditingService, ShopEditingServiceServer},
    shop_service_server::{ShopService, ShopServiceServer},
};
use runtime::{LARGEST_REQUEST, Services, status};
use sqlx::PgPool;
use time::{UtcOffset, format_description::well_known::Rfc3339};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    grpc::staff_id::staff_id,
    shop::{
        facts::{BankAccount, Facts, Shop, ShopChange, SocialLink},
        facts_input::FactsInput,
        shop_store, update,
    },
};

/// Both gRPC services.
#[derive(Debug, Clone)]
pub struct ShopApi {
    /// The database.
    pub db: PgPool,
}

impl ShopApi {
    /// Adds both gRPC services to the server.
    pub async fn add_to(self, services: Services) -> Services {
        let editing = ShopEditingServiceServer::new(self.clone()).max_decoding_message_size(LARGEST_REQUEST);
        let reading = ShopServiceServer::new(self).max_decoding_message_size(LARGEST_REQUEST);
        services.add(reading).await.add(editing).await
    }
}

#[async_trait]
impl ShopService for ShopApi {
    async fn get_shop(&self, _: Request<GetShopRequest>) -> Result<Response<GetShopResponse>, Status> {
        let shop = shop_store::get(&self.db).await?;
        Ok(Response::new(GetShopResponse {
            shop: Some(shop_message(shop)),
        }))
    }
}

#[async_trait]
impl ShopEditingService for ShopApi {
    async fn update_shop(
        &self,
        request: Request<UpdateShopRequest>,
    ) -> Result<Response<UpdateShopResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let facts = facts_input(request.facts.unwrap_or_default()).validate();
        let facts = facts.map_err(Error::InvalidFields)?;
        match update::update(&self.db, request.version, &facts, staff_id).await {
            Ok(shop) => Ok(Response::new(UpdateShopResponse {
                shop: Some(shop_message(shop)),
            })),
            Err(error) => Err(refused(&self.db, error).await),
        }
    }

    async fn list_shop_changes(
        &self,
        _: Request<ListShopChangesRequest>,
    ) -> Result<Response<ListShopChangesResponse>, Status> {
        let changes = shop_store::changes(&self.db).await.map_err(Error::from)?;
        Ok(Response::new(ListShopChangesResponse {
            changes: changes.into_iter().map(change).collect(),
        }))
    }
}

/// Converts an error to a status. Includes the current profile if that is the cause.
async fn refused(db: &PgPool, error: Error) -> Status {
    if !matches!(error, Error::ShopChanged) {
        return error.into();
    }
    match shop_store::get(db).await {
        Ok(shop) => status::with_message(&error.into(), &shop_message(shop)),
        Err(error) => error.into(),
    }
}

fn facts_input(facts: ShopFacts) -> FactsInput {
    let links = facts.social_links.into_iter().map(|link| SocialLink {
        network: link.network,
        url: link.url,
    });
    FactsInput(Facts {
        name: facts.name,
        hindi_name: facts.hindi_name,
        tagline: facts.tagline,
        legal_name: facts.legal_name,
        address_lines: facts.address_lines,
        phone: facts.phone,
        whatsapp: facts.whatsapp,
        email: facts.email,
        care_hours: facts.care_hours,
        holidays: facts.holidays,
        food_licence: facts.food_licence,
        gstin: facts.gstin,
        country_of_origin: facts.country_of_origin,
        best_before: facts.best_before,
        delivery_paise: facts.delivery_paise,
        cod_fee_paise: facts.cod_fee_paise,
        cod_limit_paise: facts.cod_limit_paise,
        social_links: links.collect(),
        holds_reviews: facts.holds_reviews,
        upi_id: facts.upi_id,
        bank_account: facts.bank_account.map(|account| BankAccount {
            holder: account.holder,
            number: account.number,
            ifsc: account.ifsc,
        }),
    })
}

fn shop_message(shop: Shop) -> contract::Shop {
    let facts = shop.facts;
    let links = facts.social_links.into_iter().map(|link| contract::SocialLink {
        network: link.network,
        url: link.url,
    });
    contract::Shop {
        version: shop.version,
        facts: Some(ShopFacts {
            name: facts.name,
            hindi_name: facts.hindi_name,
            tagline: facts.tagline,
            legal_name: facts.legal_name,
            address_lines: facts.address_lines,
            phone: facts.phone,
            whatsapp: facts.whatsapp,
            email: facts.email,
            care_hours: facts.care_hours,
            holidays: facts.holidays,
            food_licence: facts.food_licence,
            gstin: facts.gstin,
            country_of_origin: facts.country_of_origin,
            best_before: facts.best_before,
            delivery_paise: facts.delivery_paise,
            cod_fee_paise: facts.cod_fee_paise,
            cod_limit_paise: facts.cod_limit_paise,
            social_links: links.collect(),
            is_sample: shop.is_sample,
            holds_reviews: facts.holds_reviews,
            upi_id: facts.upi_id,
            bank_account: facts.bank_account.map(|account| contract::BankAccount {
                holder: account.holder,
                number: account.number,
                ifsc: account.ifsc,
            }),
        }),
    }
}

fn change(change: ShopChange) -> contract::ShopChange {
    let changed_at = change.changed_at.to_offset(UtcOffset::UTC).format(&Rfc3339);
    contract::ShopChange {
        version: change.version,
        changed_at: changed_at.expect("a time of the database has a year of four digits"),
        changed_by: change.staff_id.map_or_else(String::new, |id| id.to_string()),
        fields: change.fields,
    }
}
