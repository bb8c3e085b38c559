//! Encryption of settings and keys in backups. Only the owner's recovery key opens them.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, ensure};

use crate::{command::finish, installation::Installation};

/// The name of the sealed settings in a backup.
pub(super) const SEALED: &str = "settings.tar.age";

/// Creates the owner's recovery key, stores its public half, and returns the secret half, which is not
/// stored.
pub(super) fn create_key(installation: &Installation) -> anyhow::Result<String> {
    let file = installation.recovery_key();
    ensure!(
        !file.exists(),
        "there is a recovery key: remove {} to create another one, and keep the old one for old backups",
        file.display()
    );
    let output = finish(&mut Command::new("age-keygen"), "make a recovery key")?;
    let public = output
        .lines()
        .find_map(|line| line.strip_prefix("# public key: "));
    let secret = output.lines().find(|line| line.starts_with("AGE-SECRET-KEY-"));
    let (public, secret) = public.zip(secret).context("age-keygen printed no key")?;
    fs::write(&file, format!("{public}\n"))
        .with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(secret.to_owned())
}

/// Returns the public half of the owner's recovery key, if there is one.
pub(crate) fn recovery_key(installation: &Installation) -> anyhow::Result<Option<String>> {
    let file = installation.recovery_key();
    if !file.exists() {
        return Ok(None);
    }
    let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(Some(text.trim().to_owned()))
}

/// Encrypts settings and secrets into a file, if there is a recovery key.
pub(super) fn settings(installation: &Installation, to: &Path) -> anyhow::Result<()> {
    let Some(key) = recovery_key(installation)? else {
        return Ok(());
    };
    let mut tar = archive(&installation.settings);
    let mut reading = tar.stdout(Stdio::piped()).spawn().context("tar does not start")?;
    let read = reading.stdout.take().context("tar has no output")?;
    let mut age = Command::new("age");
    age.args(["--encrypt", "--recipient", &key, "--output"])
        .arg(to)
        .stdin(read);
    let sealed = finish(&mut age, "seal settings");
    let status = reading.wait()?;
    sealed?;
    ensure!(status.success(), "settings cannot be copied: {status}");
    finish(Command::new("chmod").arg("600").arg(to), "keep settings to root").map(drop)
}

/// A tar command that writes a folder to its output.
fn archive(folder: &Path) -> Command {
    let mut tar = Command::new("tar");
    tar.args(["--create", "--file=-", "--directory"])
        .arg(folder)
        .arg(".");
    tar
}
