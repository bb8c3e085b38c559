//! Files that name every program.

use super::entry::Entry;

/// One program a line, so that scripts can read it with sed.
pub(super) fn list(entries: &[Entry]) -> String {
    let lines = entries.iter().map(|entry| {
        let line = serde_json::json!({
            "name": entry.name,
            "port": entry.port,
            "asks": entry.asks,
            "events": entry.events.are_any(),
            "key": entry.needs.key.map(secret_key),
            "mail": entry.needs.mail,
            "gateway": !entry.is_service,
        });
        line.to_string()
    });
    format!("[\n  {}\n]\n", lines.collect::<Vec<_>>().join(",\n  "))
}

/// What a variable's value is called in a Secret.
pub(super) fn secret_key(variable: &str) -> String {
    variable.to_lowercase().replace('_', "-")
}

/// The images that are built.
pub(super) fn images(entries: &[Entry]) -> String {
    let names: Vec<_> = entries
        .iter()
        .map(|entry| format!("\"{}\"", entry.name))
        .collect();
    format!("  matrix = {{ bin = [{}] }}\n", names.join(", "))
}

/// When a program is not there: no replica answers, or none is there to be asked.
pub(super) fn missing(entries: &[Entry]) -> String {
    let absent = entries.iter().map(|entry| {
        format!(
            "              or absent(up{{job=\"vanmool\", service=\"{}\"}})\n",
            entry.name
        )
    });
    let down = "            max by (service) (up{job=\"vanmool\"}) == 0\n".to_owned();
    "          expr: |\n".to_owned() + &down + &absent.collect::<String>()
}
