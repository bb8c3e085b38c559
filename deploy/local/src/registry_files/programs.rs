//! Files that name all programs.

use super::entry::Entry;

/// The list of programs, one per line, so that scripts can read it with sed.
pub(super) fn list(entries: &[Entry]) -> String {
    let lines = entries.iter().map(|entry| {
        let line = serde_json::json!({
            "name": entry.name,
            "port": entry.port,
            "calls": entry.calls,
            "callers": entry.callers,
            "events": entry.events.are_any(),
            "key": entry.needs.key.map(secret_key),
            "mail": entry.needs.mail,
            "gateway": !entry.is_service,
        });
        line.to_string()
    });
    format!("[\n  {}\n]\n", lines.collect::<Vec<_>>().join(",\n  "))
}

/// The key of a variable's value in a Secret.
pub(super) fn secret_key(variable: &str) -> String {
    variable.to_lowercase().replace('_', "-")
}

/// The images to build.
pub(super) fn images(entries: &[Entry]) -> String {
    let names: Vec<_> = entries
        .iter()
        .map(|entry| format!("\"{}\"", entry.name))
        .collect();
    format!("  matrix = {{ bin = [{}] }}\n", names.join(", "))
}

/// The alert expression for a missing program: all replicas are down, or none is scraped.
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
