//! The certificates that a server's is held against.

use std::path::PathBuf;

use rustls::pki_types::{CertificateDer, pem::PemObject as _};

/// A file with at least one certificate in it. The client of NATS itself would only say "IO error", again and again.
pub fn read(path: &str) -> Result<PathBuf, String> {
    let found = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match found {
        Ok(found) if found.is_empty() => Err("the file holds no certificate".to_owned()),
        Ok(_) => Ok(PathBuf::from(path)),
        Err(error) => Err(format!("no certificate can be read from it: {error}")),
    }
}
