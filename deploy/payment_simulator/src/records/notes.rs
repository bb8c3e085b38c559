//! Notes, which a shop attaches to entities.

use serde_json::{Map, Value, json};

/// Notes in Razorpay's form: empty ones are an empty list.
pub(super) fn notes(notes: &Map<String, Value>) -> Value {
    if notes.is_empty() { json!([]) } else { json!(notes) }
}

/// The shop's order in an entity's notes.
pub(crate) fn order_of(notes: &Map<String, Value>) -> Option<&str> {
    notes.get("order").and_then(Value::as_str)
}
