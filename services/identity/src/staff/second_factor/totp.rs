//! The secret that an authenticator app shares with the shop, and its codes (RFC 6238).

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use rand::Rng as _;
use totp_rs::{Builder, Secret, Totp};
use uuid::Uuid;

use crate::{codes::keys::Keys, error::Error};

/// Bytes of a secret, as RFC 4226 recommends.
const BYTES: usize = 20;

/// Time steps that a clock may be ahead or behind, as RFC 6238 recommends. Apps know no other step than 30 seconds, and no other
/// hash than SHA-1.
const SKEW: u16 = 1;

/// Whom an app lists a code for when nobody has said their address yet: the first owner.
const NOBODY: &str = "owner";

/// The secret. Cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; BYTES]);

impl TotpSecret {
    /// 160 bits that nobody can guess.
    pub fn random() -> Self {
        let mut bytes = [0; BYTES];
        rand::rng().fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// The secret that follows from a hash under a secret key.
    pub fn from_hash(hash: &[u8; 32]) -> Self {
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(&hash[..BYTES]);
        Self(bytes)
    }

    /// As the database keeps it for whoever has this id: encrypted, with the nonce before it and the tag behind it.
    pub fn seal(&self, keys: &Keys, owner: Uuid) -> Result<Vec<u8>, Error> {
        let mut sealed = self.0.to_vec();
        let nonce = cipher(keys)?
            .seal_in_place_append_tag(Aad::from(owner.as_bytes()), &mut sealed)
            .map_err(|error| Error::TotpSecret(error.into()))?;
        Ok([nonce.as_ref().as_slice(), &sealed].concat())
    }

    /// Reads what the database keeps for whoever has this id; fails for what was sealed for somebody else, or under another key.
    pub fn open(sealed: &[u8], keys: &Keys, owner: Uuid) -> Result<Self, Error> {
        let Some((nonce, sealed)) = sealed.split_first_chunk::<NONCE_LEN>() else {
            return Err(Error::TotpSecret("it is too short".into()));
        };
        let mut sealed = sealed.to_vec();
        let opened = cipher(keys)?
            .open_in_place(Nonce::from(nonce), Aad::from(owner.as_bytes()), &mut sealed)
            .map_err(|_| Error::TotpSecret("it was encrypted under another CODE_KEY".into()))?;
        let bytes = <[u8; BYTES]>::try_from(&*opened);
        bytes.map(Self).map_err(|error| Error::TotpSecret(error.into()))
    }

    /// As somebody types it into an app.
    pub fn to_base32(&self) -> String {
        Secret::new_stack(self.0).to_base32()
    }

    /// As an app reads it from a QR code. The issuer holds no colon.
    pub fn to_uri(&self, issuer: &str, email: &str) -> String {
        let account = if email.is_empty() { NOBODY } else { email };
        let builder = self
            .builder()
            .with_issuer(Some(issuer))
            .with_account_name(account);
        let totp = builder
            .build()
            .expect("neither an issuer nor an address holds a colon");
        totp.to_url().expect("it has an account's name")
    }

    /// The time step whose code this is, if that is the present one or one beside it; `now` in seconds since 1970.
    pub fn step_of(&self, code: &str, now: i64) -> Option<i64> {
        let step = self.totp().check(code, u64::try_from(now).ok()?)?;
        i64::try_from(step).ok()
    }

    fn builder(&self) -> Builder {
        Builder::new()
            .with_secret(Secret::new_stack(self.0))
            .with_skew(SKEW)
    }

    fn totp(&self) -> Totp {
        self.builder().build().expect("the secret is long enough")
    }
}

fn cipher(keys: &Keys) -> Result<RandomizedNonceKey, Error> {
    let key = RandomizedNonceKey::new(&AES_256_GCM, &keys.for_totp_secrets());
    key.map_err(|error| Error::TotpSecret(error.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of RFC 6238, appendix B.
    const RFC: TotpSecret = TotpSecret(*b"12345678901234567890");

    fn keys(key: &str) -> Keys {
        Keys::new(&key.repeat(32).into()).expect("it is long enough")
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        for (now, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
        ] {
            assert_eq!(RFC.step_of(code, now), Some(now / 30), "{now}");
        }
    }

    #[test]
    fn a_clock_may_be_one_step_ahead_or_behind() {
        let (now, step) = (2_000_000_000, 2_000_000_000 / 30);
        for (then, expected) in [(-60, None), (-30, Some(step)), (30, Some(step)), (60, None)] {
            assert_eq!(RFC.step_of("279037", now + then), expected, "{then}");
        }
        for code in ["", "27903", "2790370", "+27903", "２７９０３７", "279038"] {
            assert_eq!(RFC.step_of(code, now), None, "{code}");
        }
        assert_eq!(RFC.step_of("279037", -1), None);
    }

    #[test]
    fn an_app_reads_the_secret_as_it_is_typed() {
        assert_eq!(RFC.to_base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let uri = RFC.to_uri("Khadi & Sons office", "asha@gmail.com");
        let read = Totp::from_url(&uri).expect("it is an address of otpauth");
        assert_eq!(read.secret().as_bytes(), RFC.0);
        assert_eq!(
            (read.issuer(), read.account_name()),
            (Some("Khadi & Sons office"), "asha@gmail.com")
        );
        assert!(
            RFC.to_uri("Shop", "")
                .starts_with("otpauth://totp/Shop:owner?secret=")
        );
    }

    #[test]
    fn a_sealed_secret_opens_for_its_owner_under_its_key_and_hides_what_it_is() {
        let (secret, owner) = (TotpSecret::random(), Uuid::now_v7());
        let sealed = secret.seal(&keys("a"), owner).unwrap();
        assert_eq!(sealed.len(), 48, "the table knows it");
        assert!(
            !sealed
                .windows(4)
                .any(|bytes| secret.0.windows(4).any(|of_it| of_it == bytes))
        );
        assert!(TotpSecret::open(&sealed, &keys("a"), owner).unwrap() == secret);
        assert_ne!(sealed, secret.seal(&keys("a"), owner).unwrap());
        let refused = [
            TotpSecret::open(&sealed, &keys("b"), owner),
            TotpSecret::open(&sealed, &keys("a"), Uuid::nil()),
            TotpSecret::open(&sealed[1..], &keys("a"), owner),
            TotpSecret::open(&[], &keys("a"), owner),
        ];
        assert!(
            refused
                .iter()
                .all(|refused| matches!(refused, Err(Error::TotpSecret(_))))
        );
    }

    #[test]
    fn fuzz_of_sealed_secrets_and_app_codes() {
        fuzz::feed_text("TOTP codes", &["279037", "", "+12345", "４２"], |text| {
            let step = RFC.step_of(text, 2_000_000_000);
            assert!(step.is_none() || text.len() == 6, "{text}");
            assert!(TotpSecret::open(text.as_bytes(), &keys("a"), Uuid::nil()).is_err());
        });
    }
}
