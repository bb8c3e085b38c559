//! An error about one field: a text, and a code with values for clients that have their own texts.

use std::collections::BTreeMap;

use runtime::status::{Broken, CODES, ViolationDetail};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// An error about one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The path of the field in the request, such as `products[0].quantity`.
    #[schema(example = "deliveryAddress")]
    pub field: String,
    /// The rule that the value breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub code: Option<RuleCode>,
    /// The values of the rule by name: `min`, `max`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false, example = json!({ "min": 10 }))]
    pub params: BTreeMap<String, i64>,
    /// The change to make, for the shopper.
    #[schema(example = "Address should be at least 10 characters long")]
    pub message: String,
}

impl FieldError {
    /// The error for a field and the rule that its value breaks.
    pub fn new(field: String, broken: Broken) -> Self {
        let rule = broken.rule();
        let params = rule.params().into_iter();
        Self {
            field,
            code: Some(RuleCode(rule.code().to_owned())),
            params: params.map(|(name, value)| (name.to_owned(), value)).collect(),
            message: broken.into_message().into_owned(),
        }
    }
}

impl From<ViolationDetail> for FieldError {
    fn from(told: ViolationDetail) -> Self {
        Self {
            field: told.field,
            code: told.code.map(RuleCode),
            params: told.params,
            message: told.message,
        }
    }
}

/// The name of a rule. A newer service may send a rule that the OpenAPI document does not list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleCode(String);

impl PartialSchema for RuleCode {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The rule that a value breaks."))
            .enum_values(Some(CODES))
            .examples(["TOO_SHORT"])
            .into()
    }
}

impl ToSchema for RuleCode {}
