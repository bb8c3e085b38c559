//! Notes, which a shop hangs on things.

use serde_json::{Map, Value, json};

/// Notes as Razorpay answers them: empty ones are an empty list.
pub(super) fn notes(notes: &Map<String, Value>) -> Value {
    if notes.is_empty() { json!([]) } else { json!(notes) }
}
