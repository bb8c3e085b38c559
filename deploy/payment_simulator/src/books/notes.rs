//! Notes, which a shop hangs on things.

use serde_json::{Map, Value, json};

/// Notes as Razorpay answers them: empty ones are an empty list.
pub(super) fn notes(notes: &Map<String, Value>) -> Value {
    if notes.is_empty() { json!([]) } else { json!(notes) }
}

/// Which of the shop's orders something is about, as its notes say.
pub(crate) fn order_of(notes: &Map<String, Value>) -> Option<&str> {
    notes.get("order").and_then(Value::as_str)
}
