//! Maps the contract's field names to those of the REST API, because errors of a service name the contract's
//! fields.

use tonic::Status;
use web::Error;

/// The field names of one request. Each request's struct has its own list. A test compares them with the
/// contract and the OpenAPI document, so that none is missing.
#[derive(Debug)]
pub(crate) struct FieldNames {
    /// The contract's name and the REST name; the latter is empty for a message whose fields are in the
    /// request itself.
    pub(crate) pairs: &'static [(&'static str, &'static str)],
    /// The fields of repeated messages, by the contract's name of the field.
    pub(crate) inside: &'static [(&'static str, &'static FieldNames)],
}

impl FieldNames {
    /// The fields of a request without nested messages.
    pub(crate) const fn flat(pairs: &'static [(&'static str, &'static str)]) -> Self {
        Self { pairs, inside: &[] }
    }

    /// Converts a service's error and renames its fields to REST names.
    pub(crate) fn refusal(&self, status: Status) -> Error {
        Error::from(status).rename_fields(|field| {
            self.rest_name(field).unwrap_or_else(|| {
                tracing::error!(field, "a service refuses a field that the request does not have");
                field.to_owned()
            })
        })
    }

    /// The REST name of a field path, such as `products[0].quantity` for `lines[0].quantity`.
    fn rest_name(&self, place: &str) -> Option<String> {
        let (step, rest) = place
            .split_once('.')
            .map_or((place, None), |(step, rest)| (step, Some(rest)));
        let (name, index) = step
            .find('[')
            .map_or((step, ""), |bracket| step.split_at(bracket));
        let (_, rest_name) = self.pairs.iter().find(|(inside, _)| *inside == name)?;
        let Some(rest) = rest else {
            return Some(format!("{rest_name}{index}"));
        };
        let (_, names) = self.inside.iter().find(|(list, _)| *list == name)?;
        let rest = names.rest_name(rest)?;
        if rest_name.is_empty() {
            return Some(rest);
        }
        Some(format!("{rest_name}{index}.{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use prost::{Message as _, Name};
    use prost_types::FileDescriptorSet;
    use proto::{
        catalog::v1::SearchProductsRequest,
        contact::v1::SendMessageRequest,
        identity::v1::{
            Address, ChangeMobileNumberRequest, ChangePasswordRequest, ConfirmEmailChangeRequest,
            DeleteAddressRequest, EndOtherSessionsRequest, GetDataRequest, LogInRequest, RegisterRequest,
            RequestDataRequest, RequestEmailChangeRequest, RequestOneTimeCodeRequest, ResetPasswordRequest,
            VerifyOneTimeCodeRequest,
        },
        inventory::v1::{AddStockAlertRequest, GetLabelsRequest},
        order::v1::{
            FindOrderRequest, ListOrdersRequest, PlaceOrderLine, PlaceOrderRequest, QuoteDeliveryRequest,
            TransitionOrderRequest,
        },
        review::v1::{CreateReviewRequest, ListOwnReviewsRequest, ListReviewsRequest, UpdateReviewRequest},
    };
    use serde_json::Value;

    use super::*;
    use crate::{
        account::{
            addresses::{ADDRESS_ID, AddressDetails},
            change_password::PasswordChange,
            email_change::{EmailChange, EmailChangeCode},
            login::{Account, Credentials},
            my_data::{AccountCode, DataFile},
            own_account::AccountChange,
            own_sessions::SessionsEnd,
            password::{ForgottenPassword, NewPassword, OneTimeCode},
        },
        catalog::{cards::CardQuery, labels::Label, stock_alerts::StockAlert},
        contact::ContactMessage,
        orders::{
            cancel_or_return::CancelOrReturn,
            delivery::DeliveryQuery,
            own_orders::{self, OrderQuery, Tracking},
            payment::OrderProof,
            placing::{Checkout, Line},
        },
        reviews::{
            own_reviews::{OwnReviewQuery, ReviewChange},
            product_reviews::{ReviewForm, ReviewQuery},
        },
    };

    /// A request's schema in the OpenAPI document, its message in the contract, its field names, and the
    /// fields that the gateway sets itself.
    type Request = (&'static str, String, &'static FieldNames, &'static [&'static str]);

    /// All requests of the API.
    fn requests() -> Vec<Request> {
        let mut requests = about_orders();
        requests.extend(about_stock());
        requests.extend(about_accounts());
        requests.extend(about_changes_of_accounts());
        requests.extend(about_the_rest());
        requests
    }

    fn about_accounts() -> Vec<Request> {
        let of_client: &[&str] = &["client_address", "device_token"];
        vec![
            (
                "Account",
                RegisterRequest::full_name(),
                Account::NAMES,
                &["client_address"],
            ),
            (
                "DataFile",
                GetDataRequest::full_name(),
                DataFile::NAMES,
                &["account_id", "with_parts", "client_address", "device_token"],
            ),
            (
                "Credentials",
                LogInRequest::full_name(),
                Credentials::NAMES,
                &["client_address", "device_token", "previous_session_token"],
            ),
            (
                "AccountCode",
                RequestDataRequest::full_name(),
                AccountCode::NAMES,
                &["account_id", "client_address", "device_token"],
            ),
            ("AddressDetails", Address::full_name(), AddressDetails::NAMES, &[]),
            (
                "deleteAddress",
                DeleteAddressRequest::full_name(),
                ADDRESS_ID,
                &["account_id"],
            ),
            (
                "ForgottenPassword",
                RequestOneTimeCodeRequest::full_name(),
                ForgottenPassword::NAMES,
                of_client,
            ),
            (
                "OneTimeCode",
                VerifyOneTimeCodeRequest::full_name(),
                OneTimeCode::NAMES,
                of_client,
            ),
            (
                "NewPassword",
                ResetPasswordRequest::full_name(),
                NewPassword::NAMES,
                of_client,
            ),
        ]
    }

    fn about_changes_of_accounts() -> Vec<Request> {
        let of_client: &[&str] = &["account_id", "client_address", "device_token"];
        let of_session: &[&str] = &["account_id", "client_address", "device_token", "session_token"];
        vec![
            (
                "AccountChange",
                ChangeMobileNumberRequest::full_name(),
                AccountChange::NAMES,
                of_client,
            ),
            (
                "PasswordChange",
                ChangePasswordRequest::full_name(),
                PasswordChange::NAMES,
                of_session,
            ),
            (
                "EmailChange",
                RequestEmailChangeRequest::full_name(),
                EmailChange::NAMES,
                of_client,
            ),
            (
                "EmailChangeCode",
                ConfirmEmailChangeRequest::full_name(),
                EmailChangeCode::NAMES,
                of_session,
            ),
            (
                "SessionsEnd",
                EndOtherSessionsRequest::full_name(),
                SessionsEnd::NAMES,
                of_session,
            ),
        ]
    }

    fn about_the_rest() -> Vec<Request> {
        vec![
            (
                "ContactMessage",
                SendMessageRequest::full_name(),
                ContactMessage::NAMES,
                &[],
            ),
            (
                "ReviewForm",
                CreateReviewRequest::full_name(),
                ReviewForm::NAMES,
                &["account_id", "product_id"],
            ),
            (
                "ReviewChange",
                UpdateReviewRequest::full_name(),
                ReviewChange::NAMES,
                &["account_id"],
            ),
            (
                "listOwnReviews",
                ListOwnReviewsRequest::full_name(),
                OwnReviewQuery::NAMES,
                &["account_id", "page_size"],
            ),
            (
                "listCards",
                SearchProductsRequest::full_name(),
                CardQuery::NAMES,
                &["page_size"],
            ),
            (
                "listReviews",
                ListReviewsRequest::full_name(),
                ReviewQuery::NAMES,
                &["product_id"],
            ),
        ]
    }

    fn about_stock() -> Vec<Request> {
        vec![
            ("listLabels", GetLabelsRequest::full_name(), Label::NAMES, &[]),
            (
                "StockAlert",
                AddStockAlertRequest::full_name(),
                StockAlert::NAMES,
                &[],
            ),
        ]
    }

    fn about_orders() -> Vec<Request> {
        vec![
            (
                "Checkout",
                PlaceOrderRequest::full_name(),
                Checkout::NAMES,
                &["account_id", "caller", "client_address", "source"],
            ),
            ("Line", PlaceOrderLine::full_name(), Line::NAMES, &[]),
            (
                "quoteDelivery",
                QuoteDeliveryRequest::full_name(),
                DeliveryQuery::NAMES,
                &[],
            ),
            ("Tracking", FindOrderRequest::full_name(), Tracking::NAMES, &[]),
            (
                "getOwnOrder",
                FindOrderRequest::full_name(),
                own_orders::NUMBER,
                &["ownership"],
            ),
            (
                "CancelOrReturn",
                TransitionOrderRequest::full_name(),
                CancelOrReturn::NAMES,
                &[
                    "to",
                    "actor",
                    "actor_id",
                    "parcel",
                    "parcel_weight_in_grams",
                    "accepts_unpaid",
                    "return_terms",
                ],
            ),
            (
                "OrderProof",
                FindOrderRequest::full_name(),
                OrderProof::NAMES,
                &[],
            ),
            (
                "getInvoice",
                FindOrderRequest::full_name(),
                own_orders::NUMBER,
                &["ownership"],
            ),
            (
                "listOwnOrders",
                ListOrdersRequest::full_name(),
                OrderQuery::NAMES,
                &["account_id", "page_size"],
            ),
        ]
    }

    /// The committed OpenAPI document; `tests/it/openapi.rs` compares it with the served one. Building it
    /// here would link every handler into the unit tests.
    fn document() -> Value {
        serde_json::from_str(include_str!("../../openapi.json")).unwrap()
    }

    fn operations(document: &Value) -> impl Iterator<Item = &Value> {
        let paths = document["paths"].as_object().unwrap().values();
        paths.flat_map(|methods| methods.as_object().unwrap().values())
    }

    /// The contract's field names, except those that the gateway sets.
    fn fields_of_message(full_name: &str, own: &[&str]) -> BTreeSet<String> {
        let descriptors = FileDescriptorSet::decode(proto::CONTRACT.descriptors).unwrap();
        let messages = descriptors.file.iter().flat_map(|file| {
            let package = file.package();
            file.message_type
                .iter()
                .map(move |message| (format!("{package}.{}", message.name()), message))
        });
        let (_, message) = messages
            .into_iter()
            .find(|(name, _)| name == full_name)
            .unwrap_or_else(|| panic!("the contract has {full_name}"));
        let names = message.field.iter().map(|field| field.name().to_owned());
        let names: BTreeSet<_> = names.collect();
        for name in own {
            assert!(names.contains(*name), "{full_name} has no {name}");
        }
        names
            .into_iter()
            .filter(|name| !own.contains(&name.as_str()))
            .collect()
    }

    /// The document's names: of a schema's properties and its parameters, or of an operation's parameters.
    fn fields_of_rest(document: &Value, name: &str) -> BTreeSet<String> {
        let schema = &document["components"]["schemas"][name]["properties"];
        let properties = schema
            .as_object()
            .into_iter()
            .flat_map(|properties| properties.keys().cloned());
        let goes_with = |operation: &&Value| {
            operation["operationId"] == name
                || operation["requestBody"]
                    .to_string()
                    .contains(&format!("/{name}\""))
        };
        let parameters = operations(document)
            .filter(goes_with)
            .flat_map(|operation| operation["parameters"].as_array().into_iter().flatten())
            .map(|parameter| parameter["name"].as_str().unwrap().to_owned());
        let fields = properties.chain(parameters);
        fields.filter(|field| !OWN.contains(&(name, field))).collect()
    }

    #[test]
    fn every_field_of_a_request_has_its_pair() {
        let document = document();
        for (name, message, names, own) in requests() {
            let side = |pick: fn(&(&'static str, &'static str)) -> &'static str| {
                let side: BTreeSet<_> = names.pairs.iter().map(|pair| pick(pair).to_owned()).collect();
                assert_eq!(side.len(), names.pairs.len(), "{name} names a field twice");
                side
            };
            assert_eq!(
                side(|(inside, _)| inside),
                fields_of_message(&message, own),
                "{message}"
            );
            assert_eq!(side(|(_, rest)| rest), fields_of_rest(&document, name), "{name}");
        }
    }

    /// Operations that the gateway answers without a service.
    const OWN_OPERATIONS: [&str; 3] = ["getProduct", "reportClientError", "reportPolicyViolation"];

    /// Fields that no service reads, or that no service rejects by name.
    const OWN: [(&str, &str); 10] = [
        ("Tracking", "token"),
        ("OrderProof", "token"),
        ("OrderProof", "document"),
        ("getInvoice", "document"),
        ("CancelOrReturn", "token"),
        ("DataFile", "format"),
        ("listCards", "ids"),
        ("listCards", "type"),
        ("listCards", "concern"),
        ("listCards", "sort"),
    ];

    #[test]
    fn no_request_is_forgotten() {
        let document = document();
        let asks = operations(&document)
            .filter(|operation| operation["requestBody"].is_object() || operation["parameters"].is_array())
            .filter(|operation| !OWN_OPERATIONS.iter().any(|own| operation["operationId"] == *own));
        let mut seen = 0;
        for operation in asks {
            seen += 1;
            let text = operation.to_string();
            let is_known = requests().iter().any(|(name, ..)| {
                text.contains(&format!("schemas/{name}\"")) || operation["operationId"] == *name
            });
            assert!(
                is_known,
                "the names of {} stand nowhere",
                operation["operationId"]
            );
        }
        assert!(seen >= 9, "the walk must have seen the operations: {seen}");
    }

    #[test]
    fn places_are_named_step_by_step() {
        let names = |place| Checkout::NAMES.rest_name(place);
        assert_eq!(names("total_paise").as_deref(), Some("totalAmount"));
        assert_eq!(names("lines").as_deref(), Some("products"));
        assert_eq!(
            names("lines[12].weight_in_grams").as_deref(),
            Some("products[12].weightInGrams")
        );
        for unknown in ["colour", "lines[0].colour", "email.host", "weight_in_grams"] {
            assert_eq!(names(unknown), None, "{unknown}");
        }
    }
}
