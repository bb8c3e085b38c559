//! Payment Links API: `markdown/api/payments/payment-links/create-standard.md`, and `fetch-all-standard.md`,
//! `fetch-id-standard.md` and `cancel-standard.md` there.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json,
    body::Bytes,
    extract::{Path, Query, State},
};
use serde_json::{Value, json};

use super::{
    fields::Fields,
    response::{ApiResponse, respond},
};
use crate::{
    api_error::ApiError,
    provider::{NewLink, Provider},
    records::Call,
    scenario::{PaymentScenario, Plan},
};

const KNOWN: [&str; 15] = [
    "accept_partial",
    "amount",
    "callback_method",
    "callback_url",
    "currency",
    "customer",
    "description",
    "expire_by",
    "first_min_partial_amount",
    "notes",
    "notify",
    "options",
    "reference_id",
    "reminder_enable",
    "upi_link",
];

pub(super) async fn create(State(provider): State<Arc<Provider>>, body: Bytes) -> ApiResponse {
    let fields = Fields::read(&body, &KNOWN)?;
    let new = read(&fields, &provider)?;
    // Links without a reference cannot be distinguished, so they share their faults.
    let (key, scenario) = (new.reference_id.clone().unwrap_or_default(), new.plan.scenario);
    let work = provider.create_link(new);
    respond(&provider, Call::Create, &key, scenario, work).await
}

fn read(fields: &Fields, provider: &Provider) -> Result<NewLink, ApiError> {
    fields.check_currency(false)?;
    if fields.flag("accept_partial")? {
        return Err(ApiError::invalid_field(
            "accept_partial",
            "The simulator takes no partial payments",
        ));
    }
    if fields.flag("upi_link")? {
        let why =
            "UPI Payment Links is not supported in Test Mode. Please experience the product in Live Mode.";
        return Err(ApiError::invalid_field("upi_link", why));
    }
    let callback_url = fields.url("callback_url")?;
    let method = fields.text("callback_method", 10)?;
    if callback_url.is_some() != method.is_some() || method.is_some_and(|method| method != "get") {
        let why = "callback_method must be get, and comes with callback_url";
        return Err(ApiError::invalid_field("callback_method", why));
    }
    let notes = fields.notes()?;
    let default_scenario = provider.records().scenario_for(&notes);
    let notify = fields.object("notify")?;
    let is_notified = |by: &str| notify.get(by).is_some_and(|flag| flag == &Value::Bool(true));
    Ok(NewLink {
        amount: fields.amount_required()?,
        reference_id: fields.text("reference_id", 40)?,
        description: fields.text("description", 2048)?,
        customer: fields.object("customer")?,
        notify: json!({ "email": is_notified("email"), "sms": is_notified("sms") }),
        callback_url,
        is_reminding: fields.flag("reminder_enable")?,
        expire_by: fields.time("expire_by")?,
        plan: Plan::read(&notes, default_scenario, provider.settings.scenario_delay)?,
        notes,
    })
}

/// A link's key for faults (its reference or id), and its scenario.
fn scenario(provider: &Provider, id: &str) -> Result<(String, PaymentScenario), ApiError> {
    let records = provider.records();
    let link = records.links.find(id)?;
    let key = link.reference_id.clone().unwrap_or_else(|| link.id.clone());
    Ok((key, records.orders.find(&link.order_id)?.plan.scenario))
}

pub(super) async fn fetch(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> ApiResponse {
    let (key, scenario) = scenario(&provider, &id)?;
    let work = async {
        let records = provider.records();
        Ok(records.link_entity(records.links.find(&id)?))
    };
    respond(&provider, Call::Fetch, &key, scenario, work).await
}

pub(super) async fn cancel(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> ApiResponse {
    let (key, scenario) = scenario(&provider, &id)?;
    let work = async { provider.cancel(&id) };
    respond(&provider, Call::Cancel, &key, scenario, work).await
}

/// The links with a reference or a payment; without either the ten newest. A list does not contain the
/// payments.
pub(super) async fn list(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResponse {
    let records = provider.records();
    let order_id = match query.get("payment_id") {
        Some(payment_id) => Some(records.payments.find(payment_id)?.order_id.clone()),
        None => None,
    };
    let reference = query.get("reference_id");
    let found = records.links.iter().rev().filter(|link| {
        order_id.as_ref().is_none_or(|id| *id == link.order_id)
            && reference.is_none_or(|wanted| link.reference_id.as_ref() == Some(wanted))
    });
    let links = found.take(10).map(|link| {
        let mut entity = records.link_entity(link);
        entity["payments"] = json!([]);
        entity
    });
    let links: Vec<_> = links.collect();
    Ok(Json(json!({ "payment_links": links })))
}
