//! Templates of mails.

/// The template of a mail, with placeholders such as `{{code}}`.
#[derive(Debug, Clone, Copy)]
pub struct Template {
    /// The subject, one line.
    pub subject: &'static str,
    /// The plain-text body.
    pub text: &'static str,
    /// The HTML body, without the common layout.
    pub html: &'static str,
}

/// The value of a placeholder.
#[derive(Debug, Clone)]
pub enum Value<'a> {
    /// Plain text. Escaped in HTML, where line ends become `<br>`.
    Text(&'a str),
    /// Both forms, built by the caller, such as the rows of a table.
    Made {
        /// The form for the text body.
        text: String,
        /// The form for the HTML body, already escaped.
        html: String,
    },
}

/// The content of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The subject. A caller that inserts user input must keep it on one line.
    pub subject: String,
    /// The plain-text body.
    pub text: String,
    /// The HTML body, without the common layout.
    pub html: String,
}

impl Template {
    /// Fills in the values. Panics if a value is missing; each template has a test.
    pub fn fill(&self, values: &[(&str, Value<'_>)]) -> Content {
        let text = |value: &Value<'_>| match value {
            Value::Text(text) => (*text).to_owned(),
            Value::Made { text, .. } => text.clone(),
        };
        let html = |value: &Value<'_>| match value {
            Value::Text(text) => escaped(text).replace("\r\n", "<br>").replace('\n', "<br>"),
            Value::Made { html, .. } => html.clone(),
        };
        Content {
            subject: filled(self.subject.trim_end(), values, text),
            text: filled(self.text, values, text),
            html: filled(self.html, values, html),
        }
    }
}

/// Escapes text for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Fills a template. Splits it at its placeholders, so that a value that looks like one is not replaced.
fn filled(template: &str, values: &[(&str, Value<'_>)], write: impl Fn(&Value<'_>) -> String) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut parts = template.split("{{");
    filled.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part
            .split_once("}}")
            .expect("our templates close their placeholders");
        let (_, value) = values
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("the template has no value for {name}"));
        filled.push_str(&write(value));
        filled.push_str(rest);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTER: Template = Template {
        subject: "For {{name}}\n",
        text: "Dear {{name}},\n{{list}}\n",
        html: "<p>Dear {{name}},</p><ul>{{list}}</ul>{{name}}",
    };

    fn list() -> Value<'static> {
        Value::Made {
            text: "- amla".to_owned(),
            html: "<li>amla</li>".to_owned(),
        }
    }

    #[test]
    fn each_body_gets_a_value_in_its_own_form() {
        let body = LETTER.fill(&[("list", list()), ("name", Value::Text("Asha\nPatel"))]);
        assert_eq!(body.subject, "For Asha\nPatel");
        assert_eq!(body.text, "Dear Asha\nPatel,\n- amla\n");
        assert_eq!(
            body.html,
            "<p>Dear Asha<br>Patel,</p><ul><li>amla</li></ul>Asha<br>Patel"
        );
    }

    #[test]
    fn typed_text_is_no_template() {
        let typed = "{{list}} <b onclick=\"x\">A & B</b>\r\n}}{{";
        let body = LETTER.fill(&[("list", list()), ("name", Value::Text(typed))]);
        assert!(body.text.contains(typed), "{}", body.text);
        let shown = "{{list}} &lt;b onclick=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;<br>}}{{";
        assert!(body.html.contains(shown), "{}", body.html);
    }

    #[test]
    #[should_panic(expected = "the template has no value for list")]
    fn a_template_does_not_go_out_with_a_hole() {
        LETTER.fill(&[("name", Value::Text("Asha"))]);
    }
}
