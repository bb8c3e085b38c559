//! The tax rates of goods.

use proto::billing::v1::{self as contract, ListTaxRatesRequest, SetTaxRateRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists all tax rates, and the HSN codes without a rate that documents wait for.
///
/// The shop's accountant must confirm the rates.
#[utoipa::path(
    get,
    path = "/api/office/v1/books/tax-rates",
    tag = "books",
    operation_id = "listTaxRates",
    responses(
        (status = 200, description = "The rates", body = Answer<TaxRates>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<TaxRates>, ApiError> {
    let response = session.call("", ListTaxRatesRequest {}).await?;
    Ok(Answer::new(TaxRates {
        rates: response.rates.into_iter().map(TaxRate::from).collect(),
        missing: response.missing.into_iter().map(MissingTaxRate::from).collect(),
    }))
}

/// Sets the tax rate of an HSN code from a day on, today or later.
///
/// Issued documents keep their rate. Documents that wait for the rate are issued soon after.
#[utoipa::path(
    post,
    path = "/api/office/v1/books/tax-rates",
    tag = "books",
    operation_id = "setTaxRate",
    request_body = NewTaxRate,
    responses(
        (status = 200, description = "The rate", body = Answer<TaxRate>),
        (status = 409, description = "The code has another rate from that day, or has this rate already", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn set(
    session: Session,
    JsonBody(rate): JsonBody<NewTaxRate>,
) -> Result<Answer<TaxRate>, ApiError> {
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

/// The most digits of an HSN code in the audit log. The billing service rejects longer codes.
const LONGEST_SUBJECT: usize = 8;

/// A new tax rate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct NewTaxRate {
    /// The first 2, 4, 6 or 8 digits of an HSN code.
    #[schema(example = "1302")]
    hsn: String,
    /// The first day of the rate, today or later.
    #[schema(format = Date)]
    since: String,
    /// In hundredths of a percent, CGST and SGST together: 500 is 5 %.
    #[schema(minimum = 0, maximum = 4000)]
    rate_basis_points: i32,
    /// The source of the rate: a notification, or the person who stated it.
    #[schema(min_length = 3, max_length = 200)]
    source: String,
}

/// The tax rates.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TaxRates {
    /// Sorted by HSN code, the latest rate of each code first.
    rates: Vec<TaxRate>,
    /// Codes without a rate that documents wait for.
    #[schema(max_items = 100)]
    missing: Vec<MissingTaxRate>,
}

/// A tax rate that applies from a day on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaxRate {
    /// The first digits of an HSN code. The rate applies to every code with this prefix, unless a longer
    /// prefix has its own rate.
    hsn: String,
    /// The first day of the rate.
    #[schema(format = Date)]
    since: String,
    /// In hundredths of a percent, CGST and SGST together.
    rate_basis_points: i32,
    /// The source of the rate.
    source: String,
    /// The id of the staff member who set the rate, as in the list of staff; absent for built-in rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    staff_id: Option<String>,
    /// True if the rate applies today.
    is_current: bool,
}

/// An HSN code without a rate that documents wait for.
#[derive(Debug, Serialize, ToSchema)]
struct MissingTaxRate {
    /// The code as the products have it; empty for products without a code.
    hsn: String,
    /// The number of orders with a waiting document.
    orders: i64,
    /// The day since which the first of these documents waits.
    #[schema(format = Date)]
    since: String,
}

impl From<contract::TaxRate> for TaxRate {
    fn from(message: contract::TaxRate) -> Self {
        Self {
            hsn: message.hsn,
            since: message.since,
            rate_basis_points: message.rate_basis_points,
            source: message.source,
            staff_id: Some(message.staff_id).filter(|id| !id.is_empty()),
            is_current: message.is_current,
        }
    }
}

impl From<contract::MissingTaxRate> for MissingTaxRate {
    fn from(message: contract::MissingTaxRate) -> Self {
        Self {
            hsn: message.hsn,
            orders: message.orders,
            since: message.since,
        }
    }
}
