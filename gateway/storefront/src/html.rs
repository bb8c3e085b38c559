//! Escapes text and data for HTML pages.

/// Escapes text for HTML, between tags and in quoted attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Escapes JSON for a `<script>`, so that it cannot close the element.
pub(crate) fn in_script(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_a_seller_types_leaves_its_place() {
        assert_eq!(
            escape(r#"<b a="1" c='2'>&"#),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;"
        );
        assert_eq!(
            in_script(&json!({ "a": "</script>" })),
            r#"{"a":"\u003c/script>"}"#
        );
    }
}
