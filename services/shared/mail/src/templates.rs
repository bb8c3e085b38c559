//! The templates of a mail in every language of the shop.

use crate::template::{Content, Template, Value};

/// A mail's template in each language. [`templates!`](crate::templates) loads them.
#[derive(Debug, Clone, Copy)]
pub struct Templates {
    /// The English template.
    pub en: Template,
}

impl Templates {
    /// Fills the template in the recipient's language. Shoppers cannot choose a language yet, so every mail is in English.
    pub fn fill(&self, values: &[(&str, Value<'_>)]) -> Content {
        self.en.fill(values)
    }
}

/// Loads the [`Templates`] of a mail: `NAME.subject.txt`, `NAME.txt` and `NAME.html` in each folder
/// `mails/LANGUAGE` of the crate.
#[macro_export]
macro_rules! templates {
    ($name:literal) => {
        $crate::Templates {
            en: $crate::templates!("/mails/en/", $name),
        }
    };
    ($folder:literal, $name:literal) => {
        $crate::Template {
            subject: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                $folder,
                $name,
                ".subject.txt"
            )),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), $folder, $name, ".txt")),
            html: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), $folder, $name, ".html")),
        }
    };
}
