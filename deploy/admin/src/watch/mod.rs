//! Checks everything once a minute, stores the status for the office's "Today" page, and mails the owner:
//! when checks fail, once a day while they fail, and when all pass again.

mod record;

use std::{fs, io::Write as _, os::unix::fs::PermissionsExt as _, path::Path};

use anyhow::Context as _;
use time::OffsetDateTime;

use self::record::{OwnerMail, Record};
use crate::{installation::Installation, owner_mail, status};

/// Checks once. A mail that cannot be sent is retried by the next check.
pub async fn watch(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<()> {
    let file = installation.status();
    // The first check has no record before it. A damaged file counts as none.
    let before = fs::read(&file).ok();
    let before: Option<Record> = before.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let report = status::report(installation, now).await;
    let (mut record, due) = Record::after(before.as_ref(), report, now);
    if let Some(due) = due {
        match send_mail(installation, &due, now).await {
            Ok(()) => record.record_mail(&due, now),
            Err(error) => eprintln!("the mail to the owner could not be sent: {error:#}"),
        }
    }
    write(&file, &record)
}

async fn send_mail(installation: &Installation, due: &OwnerMail, now: OffsetDateTime) -> anyhow::Result<()> {
    let (subject, words) = match due {
        OwnerMail::Problems(checks) => {
            let lines = checks
                .iter()
                .map(|check| format!("{}: {}", check.name, check.message));
            let lines = lines.collect::<Vec<_>>().join("\n");
            let subject = match checks.len() {
                1 => format!("Your shop's server: {}", checks[0].name),
                many => format!("Your shop's server: {many} problems"),
            };
            let words = format!(
                "Checks failed on the server of your shop:\n\n{lines}\n\n\"shop-admin status\" shows the current state."
            );
            (subject, words)
        }
        OwnerMail::Solved => (
            "Your shop's server: problems solved".to_owned(),
            "All checks of the server of your shop pass again. You need not do anything.".to_owned(),
        ),
    };
    owner_mail::to_owner(installation, &subject, &words, now).await
}

/// Writes the record atomically. The office, which runs as another user, reads it.
fn write(file: &Path, record: &Record) -> anyhow::Result<()> {
    let folder = file.parent().context("it lies in a folder")?;
    let mut partial = tempfile::NamedTempFile::new_in(folder)
        .with_context(|| format!("{} cannot be written", folder.display()))?;
    partial.write_all(&serde_json::to_vec_pretty(record)?)?;
    partial
        .as_file()
        .set_permissions(fs::Permissions::from_mode(0o644))?;
    partial.persist(file)?;
    Ok(())
}
