//! At which rate goods are taxed.

use proto::billing::v1::{self as contract, ListTaxRatesRequest, SetTaxRateRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    request::refusal::{ReadsBody, Refused, StaffOnly},
    session::authorize::Session,
};

/// Every rate, and the codes that documents wait for. To be confirmed by the shop's accountant.
#[utoipa::path(
    get,
    path = "/api/office/v1/books/tax-rates",
    tag = "books",
    operation_id = "listTaxRates",
    responses(
        (status = 200, description = "The rates", body = Answer<TaxRates>),
        StaffOnly,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<TaxRates>, Refused> {
    let told = session.call("", ListTaxRatesRequest {}).await?;
    Ok(Answer::new(TaxRates {
        rates: told.rates.into_iter().map(TaxRate::from).collect(),
        missing: told.missing.into_iter().map(MissingTaxRate::from).collect(),
    }))
}

/// Sets the rate of a code from a day on, today or later. Documents that were issued keep theirs; those that wait for it are issued soon
/// after.
#[utoipa::path(
    post,
    path = "/api/office/v1/books/tax-rates",
    tag = "books",
    operation_id = "setTaxRate",
    request_body = NewTaxRate,
    responses(
        (status = 200, description = "The rate", body = Answer<TaxRate>),
        (status = 409, description = "Another rate of the code begins on that day, or it has this one already", body = Refusal),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn set(
    session: Session,
    JsonBody(rate): JsonBody<NewTaxRate>,
) -> Result<Answer<TaxRate>, Refused> {
    let subject: String = rate.hsn.trim().chars().take(LONGEST_SUBJECT).collect();
    let request = SetTaxRateRequest {
        hsn: rate.hsn,
        since: rate.since,
        rate_basis_points: rate.rate_basis_points,
        source: rate.source,
    };
    let rate = session.call(&subject, request).await?.rate;
    let rate = rate.ok_or_else(|| Error::internal("the billing service answered without the rate"))?;
    Ok(Answer::new(rate.into()))
}

/// Digits of the longest code; the service says what is wrong with longer ones.
const LONGEST_SUBJECT: usize = 8;

/// A rate to be set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct NewTaxRate {
    /// The first 2, 4, 6 or 8 digits of a code by the Harmonised System.
    #[schema(example = "1302")]
    hsn: String,
    /// The first day, today or later.
    #[schema(format = Date)]
    since: String,
    /// In hundredths of a percent, CGST and SGST together: 500 is 5 %.
    #[schema(minimum = 0, maximum = 4000)]
    rate_basis_points: i32,
    /// Where it stands: a notification, or who said so.
    #[schema(min_length = 3, max_length = 200)]
    source: String,
}

/// The rates.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TaxRates {
    /// By their codes, of each code the latest first.
    rates: Vec<TaxRate>,
    /// Codes without a rate that documents wait for.
    #[schema(max_items = 100)]
    missing: Vec<MissingTaxRate>,
}

/// A rate that goods have from a day on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaxRate {
    /// The first digits of a code: the rate is that of every code which begins so, unless a longer one has its own.
    hsn: String,
    /// The first day.
    #[schema(format = Date)]
    since: String,
    /// In hundredths of a percent, CGST and SGST together.
    rate_basis_points: i32,
    /// Where it stands.
    source: String,
    /// Who set it: an id, whose name is that of the list of staff; absent for those that the program came with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    staff_id: Option<String>,
    /// Whether it counts today.
    is_current: bool,
}

/// A code that documents wait for.
#[derive(Debug, Serialize, ToSchema)]
struct MissingTaxRate {
    /// The code as the products have it; empty for products without one.
    hsn: String,
    /// Orders whose document waits for it.
    orders: i64,
    /// The day since which the first of them waits.
    #[schema(format = Date)]
    since: String,
}

impl From<contract::TaxRate> for TaxRate {
    fn from(told: contract::TaxRate) -> Self {
        Self {
            hsn: told.hsn,
            since: told.since,
            rate_basis_points: told.rate_basis_points,
            source: told.source,
            staff_id: Some(told.staff_id).filter(|id| !id.is_empty()),
            is_current: told.is_current,
        }
    }
}

impl From<contract::MissingTaxRate> for MissingTaxRate {
    fn from(told: contract::MissingTaxRate) -> Self {
        Self {
            hsn: told.hsn,
            orders: told.orders,
            since: told.since,
        }
    }
}
