//! Checks that a package is signed by the makers of the installed version.

use std::{
    fs::File,
    io::{ErrorKind, Read as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use minisign_verify::{PublicKey, Signature};

/// The release key of the installed version. Own builds have none.
pub(super) const KEY: &str = "/usr/share/vanmool/release.pub";

/// The buffer size, in bytes.
const BUFFER_BYTES: usize = 64 * 1024;

/// The signature file of a package: its name with `.minisig`.
pub(super) fn file_of(package: &Path) -> PathBuf {
    let mut name = package.as_os_str().to_owned();
    name.push(".minisig");
    name.into()
}

/// Fails unless `signature` is a valid signature of this package by `key`.
pub(super) fn verify(package: &Path, signature: &Path, key: &Path) -> anyhow::Result<()> {
    let unsigned = "say --unsigned for a build of your own";
    let key = match PublicKey::from_file(key) {
        Ok(key) => key,
        Err(minisign_verify::Error::IoError(error)) if error.kind() == ErrorKind::NotFound => {
            bail!(
                "the installed version came without a release key, so no signature can be checked: {unsigned}"
            )
        }
        Err(error) => return Err(error).context("the release key of the installed version cannot be read"),
    };
    let signature = Signature::from_file(signature).with_context(|| {
        let signature = signature.display();
        format!("{signature} is no signature: fetch it from where the package was, or {unsigned}")
    })?;
    let mismatch =
        "the package is not as its makers signed it: fetch it again, from where releases are published";
    let mut verifier = key.verify_stream(&signature).context(mismatch)?;
    let mut file = File::open(package).with_context(|| format!("{} cannot be read", package.display()))?;
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => verifier.update(&buffer[..read]),
        }
    }
    verifier.finalize().context(mismatch)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    // Made with minisign 0.11: `minisign -G -W`, and `minisign -S -m package` over these bytes.
    const PACKAGE: &[u8] = b"a package of the shop\n";
    const MAKERS: &str = "untrusted comment: minisign public key B94FBC560CA4E56A\nRWRq5aQMVrxPufTCqYV8SLAXvUAy7ADcbAvaA9VaI95MCbFarMO2ak3d\n";
    const OTHERS: &str = "untrusted comment: minisign public key EA0566A89B0DDCDF\nRWTf3A2bqGYF6v5eeHK3XA2Rv44XfTenXfuNJktfLVZNTv9INTWimycO\n";
    const SIGNED: &str = "untrusted comment: signature from minisign secret key\nRURq5aQMVrxPufpYC+7msQkvMVnTOfAtBUVdbPmOL0s9S2VYESBGjS8r6mqTzqMJy/xX6fzDeOzrC8XGYoWHzhSBHGyorVB0zAg=\ntrusted comment: vanmool\nWKRrdDPdfqH8PCB1Jw+8Q4QtoW7AwXYe0nJhuinhGU3nZCz/qrIun02evCIhvxMDqvji5W0wAFpwSBkq6HxsDg==\n";

    fn checked(package: &[u8], signature: Option<&str>, key: Option<&str>) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (file, key_file) = (
            folder.path().join("vanmool.deb"),
            folder.path().join("release.pub"),
        );
        fs::write(&file, package).expect("it can be written");
        if let Some(signature) = signature {
            fs::write(file_of(&file), signature).expect("it can be written");
        }
        if let Some(key) = key {
            fs::write(&key_file, key).expect("it can be written");
        }
        verify(&file, &file_of(&file), &key_file).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn takes_what_the_makers_signed() {
        assert_eq!(checked(PACKAGE, Some(SIGNED), Some(MAKERS)), Ok(()));
    }

    #[test]
    fn refuses_a_package_with_one_byte_changed() {
        let mut changed = PACKAGE.to_vec();
        changed[0] ^= 1;
        let why = checked(&changed, Some(SIGNED), Some(MAKERS)).expect_err("it is another package");
        assert!(why.contains("not as its makers signed it"), "{why}");
    }

    #[test]
    fn refuses_what_others_signed() {
        let why = checked(PACKAGE, Some(SIGNED), Some(OTHERS)).expect_err("it is another key");
        assert!(why.contains("not as its makers signed it"), "{why}");
    }

    #[test]
    fn refuses_what_cannot_be_checked() {
        let why = checked(PACKAGE, None, Some(MAKERS)).expect_err("there is no signature");
        assert!(why.contains("is no signature"), "{why}");
        let why = checked(PACKAGE, Some(SIGNED), None).expect_err("there is no key");
        assert!(why.contains("without a release key"), "{why}");
    }
}
