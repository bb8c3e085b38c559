//! Translation of checkouts and delivery quotes.

use proto::order::v1::{OrderSource, PlaceOrderLine, PlaceOrderRequest, QuoteDeliveryResponse};
use time::OffsetDateTime;
use uuid::Uuid;
use values::day_in_india;

use crate::{
    checkout::{checkout_lines::CheckoutLineRequest, checkout_request::CheckoutRequest, idempotency::Key},
    delivery::{pincodes::PincodeArea, rules::DeliveryRules},
    error::Error,
    grpc::messages::payment::method_from_contract,
    order::{charge::CashBound, payment_method::PaymentWindow, source::Source},
};

/// The sources of both sides.
const SOURCES: [(Source, OrderSource); 3] = [
    (Source::Web, OrderSource::Unspecified),
    (Source::Phone, OrderSource::Phone),
    (Source::Whatsapp, OrderSource::Whatsapp),
];

/// Returns the idempotency key of a request. Each staff member has separate keys, so that keys of staff and
/// shoppers cannot collide.
pub fn key(request: &PlaceOrderRequest, staff_id: Option<Uuid>) -> Result<Option<Key>, Error> {
    let caller = staff_id.map(|id| format!("staff:{id}"));
    let caller = caller.as_deref().unwrap_or(&request.caller);
    Key::parse(caller, &request.idempotency_key)
}

/// Translates a checkout. An order entered by staff has no account. A shopper who proves the email address
/// can claim it later.
pub fn checkout_request(request: PlaceOrderRequest, staff_id: Option<Uuid>) -> CheckoutRequest {
    let payment_method = method_from_contract(request.payment_method());
    let source = source_from_contract(request.source());
    CheckoutRequest {
        account_id: Some(request.account_id)
            .filter(|_| staff_id.is_none())
            .unwrap_or_default(),
        full_name: request.full_name,
        email: request.email,
        mobile_number: request.mobile_number,
        delivery_address: request.delivery_address,
        payment_method,
        pincode: request.pincode,
        total_paise: request.total_paise,
        lines: request.lines.into_iter().map(line).collect(),
        source,
        staff_id,
        client_address: request.client_address,
    }
}

fn line(line: PlaceOrderLine) -> CheckoutLineRequest {
    CheckoutLineRequest {
        product_id: line.product_id,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
        line_total_paise: line.line_total_paise,
    }
}

/// Builds the delivery quote of a place, by the shop's rules, for an order placed now.
pub fn delivery(
    area: PincodeArea,
    rules: &DeliveryRules,
    payment_window: PaymentWindow,
    now: OffsetDateTime,
) -> QuoteDeliveryResponse {
    let today = day_in_india(now);
    let (earliest, latest) = area.zone.delivery_dates(today, &rules.holidays);
    let bound = CashBound::from_paise(rules.cod_limit_paise);
    QuoteDeliveryResponse {
        district: area.district,
        state: area.state,
        earliest_on: earliest.to_string(),
        latest_on: latest.to_string(),
        prepaid_paise: area.terms.delivery_paise,
        cod_fee_paise: area.terms.cod_fee_paise,
        cod_up_to_paise: area.terms.cod_fee_paise.and(bound.paise()),
        takes_online_payment: payment_window.is_open(),
    }
}

fn source_from_contract(value: OrderSource) -> Source {
    let pair = SOURCES.iter().find(|(_, other)| *other == value);
    pair.map_or(Source::Web, |(source, _)| *source)
}

/// Translates a source for the contract.
pub fn source_to_contract(source: Source) -> OrderSource {
    let pair = SOURCES.iter().find(|(one, _)| *one == source);
    pair.map_or(OrderSource::Unspecified, |(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_told() {
        for source in Source::ALL {
            assert_eq!(source_from_contract(source_to_contract(source)), source);
        }
    }
}
