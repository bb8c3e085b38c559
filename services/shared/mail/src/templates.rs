//! A mail in every language that the shop writes.

use crate::template::{Content, Template, Value};

/// A mail's template in each language; [`templates!`](crate::templates) reads them.
#[derive(Debug, Clone, Copy)]
pub struct Templates {
    /// In English.
    pub en: Template,
}

impl Templates {
    /// Fills the template in the recipient's language. Shoppers cannot choose a language yet, so every mail is in English.
    pub fn fill(&self, values: &[(&str, Value<'_>)]) -> Content {
        self.en.fill(values)
    }
}

/// The [`Templates`] of a mail: `NAME.subject.txt`, `NAME.txt` and `NAME.html` in each folder `mails/LANGUAGE` of the crate.
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
