//! Generated passwords.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Random letters and digits, five bits each, safe in file names, URLs and configuration files.
pub(crate) fn random(length: usize) -> Result<String> {
    let mut bytes = vec![0; length];
    let source = "/dev/urandom";
    File::open(source)
        .and_then(|mut file| file.read_exact(&mut bytes))
        .with_context(|| format!("read {source}"))?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect())
}

/// Writes a file that only its owner may read.
pub(crate) fn write(path: &Path, content: &str) -> Result<()> {
    let write = |path: &Path| {
        // The mode only applies to new files.
        std::fs::remove_file(path).or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })?;
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)?;
        file.write_all(content.as_bytes())
    };
    write(path).with_context(|| format!("write {}", path.display()))
}
