//! The certificates that verify a server's certificate.

use std::path::PathBuf;

use rustls::pki_types::{CertificateDer, pem::PemObject as _};

/// Checks that a file has at least one certificate. Otherwise the NATS client would only report "IO error",
/// repeatedly.
pub fn read(path: &str) -> Result<PathBuf, String> {
    let found = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match found {
        Ok(found) if found.is_empty() => Err("the file holds no certificate".to_owned()),
        Ok(_) => Ok(PathBuf::from(path)),
        Err(error) => Err(format!("no certificate can be read from it: {error}")),
    }
}
