//! Maps the contract's field names to those of the REST API, because errors of a service name the contract's
//! fields.

/// The REST names that differ from the camel-case form of the contract's name.
const OTHERWISE: &[(&str, &str)] = &[
    ("amount_paise", "amount"),
    ("from_day", "from"),
    ("idempotency_key", "Idempotency-Key"),
    ("invitation_token", "token"),
    ("order_number", "number"),
    ("order_ids", "orderId"),
    ("order_numbers", "number"),
    ("page_token", "cursor"),
    ("query", "text"),
    ("states", "state"),
    ("statuses", "status"),
    ("total_paise", "total"),
    ("unit_price_paise", "unitPrice"),
    ("until_day", "until"),
];

/// Messages whose fields are in the request itself in REST, each with the field to name if the message is
/// missing.
const RECORDS: [(&str, &str); 1] = [("file", "content")];

/// The REST name of a field path, such as `lines[0].weightInGrams` for `lines[0].weight_in_grams`.
pub(crate) fn rest_name(place: &str) -> String {
    if let Some((_, meant)) = RECORDS.iter().find(|(record, _)| *record == place) {
        return (*meant).to_owned();
    }
    let is_record = |step: &str| RECORDS.iter().any(|(record, _)| *record == step);
    let steps = place.split('.').filter(|step| !is_record(step)).map(rest_step);
    steps.collect::<Vec<_>>().join(".")
}

fn rest_step(step: &str) -> String {
    let bracket = step.find('[').unwrap_or(step.len());
    let (name, index) = step.split_at(bracket);
    let otherwise = OTHERWISE.iter().find(|(inside, _)| *inside == name);
    let name = otherwise.map_or_else(|| in_camel_case(name), |(_, rest)| (*rest).to_owned());
    format!("{name}{index}")
}

fn in_camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use prost::{Message as _, Name};
    use prost_types::{DescriptorProto, FileDescriptorSet};
    use proto::{
        billing::v1::{
            GetDocumentFileRequest, GetGstSummaryRequest, ListOrderDocumentsRequest, ListSalesRegisterRequest,
        },
        identity::v1::{
            AcceptInvitationRequest, GetInvitationRequest, ListStaffLogRequest, ReauthenticateRequest,
            SignInRequest,
        },
        inventory::v1::ListRecalledOrdersRequest,
        order::v1::{
            AddOrderNoteRequest, CorrectOrderAddressRequest, CorrectOrderLinesRequest, ExportOrdersRequest,
            GetOrderRequest, PlaceOrderRequest, QuoteDeliveryRequest, RecordPaymentRequest,
            RecordRefundRequest, SearchOrdersRequest, SendRecallNoticesRequest, TransitionOrderRequest,
        },
        payment::v1::{
            GetOrderPaymentsRequest, ListPaymentsRequest, ListUnmatchedCreditsRequest, MatchCreditRequest,
            RecordManualRefundRequest, RefundPaymentRequest,
        },
    };
    use serde_json::Value;

    use super::*;

    /// An operation of the OpenAPI document, its message in the contract, and the fields that the gateway
    /// sets itself.
    type Call = (&'static str, String, &'static [&'static str]);

    fn calls() -> Vec<Call> {
        [about_people(), about_orders(), about_stock(), about_money()].concat()
    }

    fn about_people() -> Vec<Call> {
        let of_session: &[&str] = &["session_token", "client_address"];
        vec![
            ("signIn", SignInRequest::full_name(), &["client_address"]),
            ("reauthenticate", ReauthenticateRequest::full_name(), of_session),
            ("lookUpInvitation", GetInvitationRequest::full_name(), &[]),
            (
                "acceptInvitation",
                AcceptInvitationRequest::full_name(),
                &["client_address"],
            ),
            (
                "listLog",
                ListStaffLogRequest::full_name(),
                &["page_size", "about"],
            ),
        ]
    }

    fn about_orders() -> Vec<Call> {
        vec![
            (
                "listOrders",
                SearchOrdersRequest::full_name(),
                &["page_size", "text"],
            ),
            (
                "searchOrders",
                SearchOrdersRequest::full_name(),
                &["page_size", "order_numbers"],
            ),
            ("exportOrders", ExportOrdersRequest::full_name(), &["page_token"]),
            ("getOrder", GetOrderRequest::full_name(), &["order_id"]),
            (
                "transitionOrder",
                TransitionOrderRequest::full_name(),
                &["order_id", "actor", "actor_id", "ownership"],
            ),
            ("recordPayment", RecordPaymentRequest::full_name(), &["order_id"]),
            (
                "placeOrder",
                PlaceOrderRequest::full_name(),
                &["account_id", "caller", "client_address"],
            ),
            ("quoteDelivery", QuoteDeliveryRequest::full_name(), &[]),
            ("addOrderNote", AddOrderNoteRequest::full_name(), &["order_id"]),
            (
                "correctOrderAddress",
                CorrectOrderAddressRequest::full_name(),
                &["order_id"],
            ),
            (
                "correctOrderLines",
                CorrectOrderLinesRequest::full_name(),
                &["order_id"],
            ),
        ]
    }

    fn about_money() -> Vec<Call> {
        vec![
            ("listPayments", ListPaymentsRequest::full_name(), &["page_size"]),
            (
                "listOrderPayments",
                GetOrderPaymentsRequest::full_name(),
                &["order_id"],
            ),
            (
                "refundPayment",
                RefundPaymentRequest::full_name(),
                &["payment_id"],
            ),
            (
                "listUnmatchedCredits",
                ListUnmatchedCreditsRequest::full_name(),
                &["page_size"],
            ),
            ("matchCredit", MatchCreditRequest::full_name(), &["credit_id"]),
            (
                "listOrderDocuments",
                ListOrderDocumentsRequest::full_name(),
                &["order_id"],
            ),
            (
                "getDocumentFile",
                GetDocumentFileRequest::full_name(),
                &["order_id", "document_id"],
            ),
            (
                "recordManualRefund",
                RecordManualRefundRequest::full_name(),
                &["refund_id"],
            ),
            ("recordRefund", RecordRefundRequest::full_name(), &["order_id"]),
            (
                "exportSalesRegister",
                ListSalesRegisterRequest::full_name(),
                &["page_size", "page_token"],
            ),
            ("exportSmallSales", GetGstSummaryRequest::full_name(), &[]),
        ]
    }

    fn about_stock() -> Vec<Call> {
        vec![
            (
                "listRecallNotices",
                ListRecalledOrdersRequest::full_name(),
                &["batch_id", "page_token"],
            ),
            (
                "sendRecallNotices",
                SendRecallNoticesRequest::full_name(),
                &["batch", "orders"],
            ),
        ]
    }

    fn message(descriptors: &FileDescriptorSet, full_name: &str) -> DescriptorProto {
        let (package, name) = full_name.rsplit_once('.').unwrap();
        let files = descriptors.file.iter().filter(|file| file.package() == package);
        let mut messages = files.flat_map(|file| &file.message_type);
        messages.find(|message| message.name() == name).unwrap().clone()
    }

    /// The properties and parameters of an operation.
    fn rest_names(document: &Value, operation_id: &str) -> BTreeSet<String> {
        let paths = document["paths"].as_object().unwrap().values();
        let mut operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
        let operation = operations.find(|operation| operation["operationId"] == operation_id);
        let operation = operation.unwrap_or_else(|| panic!("the document has {operation_id}"));
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let schema = schema.as_str().and_then(|path| path.rsplit('/').next());
        let properties = schema
            .map(|schema| &document["components"]["schemas"][schema]["properties"])
            .and_then(Value::as_object);
        let properties = properties
            .into_iter()
            .flat_map(|properties| properties.keys().cloned());
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let parameters = parameters.map(|parameter| parameter["name"].as_str().unwrap().to_owned());
        properties.chain(parameters).collect()
    }

    /// The committed OpenAPI document; `tests/it/openapi.rs` compares it with the served one. Building it
    /// here would link every handler into the unit tests.
    fn document() -> Value {
        serde_json::from_str(include_str!("../../openapi.json")).unwrap()
    }

    #[test]
    fn every_field_of_a_request_is_called_what_rest_calls_it() {
        let document = document();
        let descriptors = FileDescriptorSet::decode(proto::CONTRACT.descriptors).unwrap();
        for (operation_id, full_name, own) in calls() {
            let names = rest_names(&document, operation_id);
            for field in &message(&descriptors, &full_name).field {
                let name = field.name();
                assert!(
                    own.contains(&name) || names.contains(&rest_name(name)),
                    "{operation_id} calls {name} of {full_name} otherwise: {names:?}"
                );
            }
        }
    }

    #[test]
    fn places_are_named_step_by_step() {
        for (place, expected) in [
            ("", ""),
            ("email", "email"),
            ("lines[12].weight_in_grams", "lines[12].weightInGrams"),
            ("parcel.tracking_url", "parcel.trackingUrl"),
            ("file.import_id", "importId"),
            ("file", "content"),
            ("statuses[1]", "status[1]"),
            ("is_write_off", "isWriteOff"),
            ("amount_paise", "amount"),
        ] {
            assert_eq!(rest_name(place), expected, "{place}");
        }
    }
}
