//! Environment files in the format of systemd's `EnvironmentFile=`.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, ensure};

/// The variables of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variables(BTreeMap<String, String>);

impl Variables {
    /// Reads a file.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Self::parse(&text))
    }

    /// Parses one variable per line. Lines that begin with `#` are comments, and quotes around a value are
    /// removed.
    fn parse(text: &str) -> Self {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.starts_with(['#', ';']));
        let variables = lines.filter_map(|line| {
            let (name, value) = line.split_once('=')?;
            Some((name.trim().to_owned(), unquote(value.trim()).to_owned()))
        });
        Self(variables.collect())
    }

    /// Returns a variable's value; `None` if it is missing or empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    /// Returns a variable's value. Fails if it is missing or empty.
    pub fn require(&self, name: &str) -> anyhow::Result<&str> {
        self.get(name).with_context(|| format!("{name} is not set"))
    }

    /// Sets a variable.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Formats the file. Values are in single quotes, in which systemd takes every character literally.
    pub fn to_text(&self) -> anyhow::Result<String> {
        let mut text = String::from("# Written by `shop-admin configure`.\n");
        for (name, value) in &self.0 {
            ensure!(
                !value.contains(['\'', '\n']),
                "{name} holds a quote or a line's end"
            );
            text.extend([name, "='", value, "'\n"]);
        }
        Ok(text)
    }
}

fn unquote(value: &str) -> &str {
    let between = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    between('\'').or_else(|| between('"')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_variables_are_read_back() {
        let mut variables = Variables::default();
        variables.set("CALLERS", "gateway=a office=b");
        variables.set("URL", "nats://a:b@c:1");
        let text = variables.to_text().expect("nothing in it is odd");
        assert_eq!(Variables::parse(&text), variables);
    }

    #[test]
    fn comments_and_headings_are_no_variables() {
        let text = "# A=1\n;B=2\n\nC=\"3 4\"\nD=\nnothing\n";
        let read = Variables::parse(text);
        assert_eq!(read.get("A").or(read.get("B")).or(read.get("D")), None);
        assert_eq!(read.get("C"), Some("3 4"));
        assert!(read.require("D").is_err());
    }

    #[test]
    fn a_value_that_would_end_its_quotes_is_refused() {
        let mut variables = Variables::default();
        variables.set("A", "it's");
        assert!(variables.to_text().is_err());
    }
}
