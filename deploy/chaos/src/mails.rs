//! The folder of sent mails.

use std::{collections::BTreeMap, fs, path::Path};

/// Counts the sent mails by their Message-IDs without the host.
pub(crate) fn sent(mails: &Path) -> anyhow::Result<BTreeMap<String, usize>> {
    let mut sent = BTreeMap::new();
    for entry in fs::read_dir(mails)? {
        let Ok(text) = fs::read_to_string(entry?.path()) else {
            continue;
        };
        let id = text.lines().find_map(|line| line.strip_prefix("Message-ID: <"));
        if let Some((about, _)) = id.and_then(|id| id.split_once('@')) {
            *sent.entry(about.to_owned()).or_default() += 1;
        }
    }
    Ok(sent)
}

/// The texts of all mails to an address.
pub(crate) fn texts_to(mails: &Path, address: &str) -> anyhow::Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(mails)? {
        let Ok(text) = fs::read_to_string(entry?.path()) else {
            continue;
        };
        if text
            .lines()
            .any(|line| line.strip_prefix("To: ") == Some(address))
        {
            texts.push(text);
        }
    }
    Ok(texts)
}

/// The six digits on a line of their own in a mail.
pub(crate) fn code_in(mail: &str) -> Option<&str> {
    let mut lines = mail.lines().map(str::trim);
    lines.find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()))
}
