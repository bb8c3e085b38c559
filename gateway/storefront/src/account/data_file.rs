//! Formats a shopper's personal data as a file: JSON for programs, an HTML page for people. Does no I/O.

use proto::identity::v1::GetDataResponse;
use serde_json::{Map, Value, json};

use crate::html::escape;

/// The data as JSON, for programs.
pub(crate) fn json(data: &GetDataResponse) -> String {
    let file = json!({ "requestedAt": data.requested_at, "data": Value::Object(parts(data)) });
    serde_json::to_string_pretty(&file).expect("JSON can be written")
}

/// The data as a self-contained HTML page, for people.
pub(crate) fn page(data: &GetDataResponse) -> String {
    let mut body = String::new();
    for (service, part) in parts(data) {
        body.push_str("<h2>");
        body.push_str(&escape(&words(&service)));
        body.push_str("</h2>\n");
        write(&mut body, &part);
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>My data</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <style>body{{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}}\
         dt{{font-weight:600}}dd{{margin:0 0 .5rem 1.5rem;overflow-wrap:anywhere}}li{{margin-bottom:1rem}}</style>\
         </head><body><h1>What we keep about you</h1><p>As of {}. Times are in UTC, amounts that end in paise in \
         hundredths of a rupee.</p>\n{body}</body></html>\n",
        escape(&data.requested_at)
    )
}

/// The data of each service, by the service's name. A part that is not JSON is included as text; no service
/// sends one.
fn parts(data: &GetDataResponse) -> Map<String, Value> {
    let parts = data.parts.iter().map(|part| {
        let value = serde_json::from_str(&part.json).unwrap_or_else(|_| Value::from(part.json.clone()));
        (part.service.clone(), value)
    });
    parts.collect()
}

fn write(page: &mut String, value: &Value) {
    match value {
        Value::Null => page.push('–'),
        Value::Bool(is) => page.push_str(if *is { "yes" } else { "no" }),
        Value::Number(number) => page.push_str(&number.to_string()),
        Value::String(text) if text.is_empty() => page.push('–'),
        Value::String(text) => page.push_str(&escape(text)),
        Value::Array(items) if items.is_empty() => page.push_str("<p>Nothing.</p>"),
        Value::Array(items) => {
            page.push_str("<ol>\n");
            for item in items {
                page.push_str("<li>");
                write(page, item);
                page.push_str("</li>\n");
            }
            page.push_str("</ol>\n");
        }
        Value::Object(fields) => {
            page.push_str("<dl>\n");
            for (name, field) in fields {
                page.push_str("<dt>");
                page.push_str(&escape(&words(name)));
                page.push_str("</dt><dd>");
                write(page, field);
                page.push_str("</dd>\n");
            }
            page.push_str("</dl>\n");
        }
    }
}

/// Turns `deliveryAddress` and `delivery_address` into `Delivery address`.
fn words(name: &str) -> String {
    let mut words = String::new();
    for (at, letter) in name.chars().enumerate() {
        match letter {
            '_' => words.push(' '),
            letter if at == 0 => words.extend(letter.to_uppercase()),
            letter if letter.is_uppercase() => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            letter => words.push(letter),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use proto::identity::v1::DataPart;

    use super::*;

    fn data() -> GetDataResponse {
        let part = |service: &str, json: &str| DataPart {
            service: service.to_owned(),
            json: json.to_owned(),
        };
        GetDataResponse {
            requested_at: "2026-11-23T10:00:00Z".to_owned(),
            missing: Vec::new(),
            parts: vec![
                part(
                    "contact",
                    r#"{"messages":[{"message":"<script>alert(1)</script>","mobileNumber":"98"}]}"#,
                ),
                part("order", r#"{"orders":[]}"#),
            ],
        }
    }

    #[test]
    fn a_page_says_everything_and_runs_nothing() {
        let page = page(&data());
        assert!(page.contains("<dt>Mobile number</dt><dd>98</dd>"), "{page}");
        assert!(
            page.contains("&lt;script&gt;") && !page.contains("<script"),
            "{page}"
        );
        assert!(page.contains("<dt>Orders</dt><dd><p>Nothing.</p></dd>"), "{page}");
    }

    #[test]
    fn a_program_reads_every_part_by_its_service() {
        let file: Value = serde_json::from_str(&json(&data())).expect("it is JSON");
        assert_eq!(file["data"]["contact"]["messages"][0]["mobileNumber"], "98");
        assert_eq!(file["data"]["order"], json!({ "orders": [] }));
    }
}
