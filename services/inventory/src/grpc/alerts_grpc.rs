//! The gRPC methods of stock alerts, for shoppers and for the notification service, which mails them.

use proto::inventory::v1 as contract;
use runtime::status::{Violation, field};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    alerts::{
        alert::{self, AlertDetails},
        alert_store,
    },
    error::Error,
    grpc::messages::pack_message,
    pack::{self, PackDetails},
};

pub async fn add(
    db: &PgPool,
    request: contract::AddStockAlertRequest,
) -> Result<contract::AddStockAlertResponse, Error> {
    let details = AlertDetails {
        pack: PackDetails {
            product_id: request.product_id,
            weight_in_grams: request.weight_in_grams,
        },
        email: request.email,
    };
    let alert = alert::validate(&details).map_err(Error::Invalid)?;
    alert_store::add(db, &alert).await?;
    Ok(contract::AddStockAlertResponse {})
}

pub async fn claim(
    db: &PgPool,
    request: &contract::ClaimStockAlertRequest,
) -> Result<contract::ClaimStockAlertResponse, Error> {
    let due = alert_store::claim(db, alert_id(&request.alert_id)?, request.version).await?;
    Ok(
        due.map_or_else(contract::ClaimStockAlertResponse::default, |due| {
            contract::ClaimStockAlertResponse {
                is_due: true,
                email: due.email,
                pack: Some(pack_message(due.pack)),
            }
        }),
    )
}

pub async fn end(
    db: &PgPool,
    request: &contract::EndStockAlertRequest,
) -> Result<contract::EndStockAlertResponse, Error> {
    alert_store::end(db, alert_id(&request.alert_id)?, request.version).await?;
    Ok(contract::EndStockAlertResponse {})
}

fn alert_id(text: &str) -> Result<Uuid, Error> {
    let mut violations: Vec<Violation> = Vec::new();
    let id = field("alert_id", pack::id(text, "A stock alert's id"), &mut violations);
    id.ok_or(Error::Invalid(violations))
}
