//! Hashing passwords: argon2id, as many at once as there are cores, a short queue, and no difference in time between
//! an account that is there and one that is not.

use std::{sync::Arc, thread, time::Duration};

use argon2::{
    Argon2, Params,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use tokio::sync::Semaphore;

use crate::error::Error;

/// How many passwords wait for a core at most; one more is told to come back. With 20 ms a hash, two cores are through
/// with them in half a second.
const QUEUE: usize = 50;

/// How long a password waits for a core.
const PATIENCE: Duration = Duration::from_secs(1);

/// Hashes and verifies passwords.
#[derive(Debug, Clone)]
pub struct Passwords {
    cores: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// Verified when there is no account, with the parameters of today.
    dummy: Arc<str>,
}

/// What became of a password.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is another one.
    Wrong,
    /// It is the one.
    Right,
    /// It is the one, and this hash of it is better than the one that was kept.
    Rehashed(String),
}

impl Passwords {
    /// As many at once as the machine has cores.
    pub fn new() -> Result<Self, Error> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            cores: Arc::new(Semaphore::new(cores)),
            places: Arc::new(Semaphore::new(cores + QUEUE)),
            dummy: hash("nobody's password")?.into(),
        })
    }

    /// A PHC string with a salt of its own.
    pub async fn hash(&self, password: String) -> Result<String, Error> {
        self.on_a_core(move || hash(&password)).await
    }

    /// Holds a password against the hash of an account, or against nothing, which takes as long.
    pub async fn verify(&self, password: String, kept: Option<String>) -> Result<Verdict, Error> {
        let dummy = Arc::clone(&self.dummy);
        self.on_a_core(move || match kept {
            Some(kept) => verify(&password, &kept),
            None => verify(&password, &dummy).map(|_| Verdict::Wrong),
        })
        .await
    }

    async fn on_a_core<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let _place = self.places.try_acquire().map_err(|_| Error::Busy)?;
        let core = tokio::time::timeout(PATIENCE, Arc::clone(&self.cores).acquire_owned()).await;
        let core = core
            .map_err(|_| Error::Busy)?
            .expect("nobody closes this semaphore");
        let working = tokio::task::spawn_blocking(move || {
            // Held until the work is done, also when the client has gone away.
            let _core = core;
            work()
        });
        working.await.map_err(|error| Error::Hash(error.into()))?
    }
}

/// OWASP's parameters for argon2id (19 MiB, two passes, one lane), which are the library's default.
fn argon2() -> Argon2<'static> {
    Argon2::default()
}

fn hash(password: &str) -> Result<String, Error> {
    let hash = argon2().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string())
        .map_err(|error| Error::Hash(error.to_string().into()))
}

fn verify(password: &str, kept: &str) -> Result<Verdict, Error> {
    let parsed = PasswordHash::new(kept).map_err(|error| Error::Hash(error.to_string().into()))?;
    if argon2().verify_password(password.as_bytes(), &parsed).is_err() {
        return Ok(Verdict::Wrong);
    }
    let used = Params::try_from(&parsed).map_err(|error| Error::Hash(error.to_string().into()))?;
    if is_weaker(&used, &Params::DEFAULT) {
        return hash(password).map(Verdict::Rehashed);
    }
    Ok(Verdict::Right)
}

fn is_weaker(used: &Params, wanted: &Params) -> bool {
    used.m_cost() < wanted.m_cost() || used.t_cost() < wanted.t_cost()
}

#[cfg(test)]
mod tests {
    use argon2::{Algorithm, Version};

    use super::*;

    #[test]
    fn a_hash_has_the_parameters_of_owasp_and_a_salt_of_its_own() {
        let (one, other) = (hash("monsoon-42").unwrap(), hash("monsoon-42").unwrap());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        let parsed = PasswordHash::new(&one).unwrap();
        assert_eq!(parsed.salt.unwrap().len(), 16);
    }

    #[test]
    fn a_password_is_verified_exactly() {
        let long = "x".repeat(200);
        for password in ["monsoon-42", "monsoon-42 ", "😀😃😄😁😆😅", long.as_str()] {
            let kept = hash(password).unwrap();
            assert_eq!(verify(password, &kept).unwrap(), Verdict::Right);
            assert_eq!(verify(&format!("{password} "), &kept).unwrap(), Verdict::Wrong);
            assert_eq!(
                verify(password.trim_end_matches([' ', 'x']), &kept).unwrap() == Verdict::Right,
                !password.ends_with([' ', 'x'])
            );
        }
    }

    #[test]
    fn a_weaker_hash_is_replaced_when_the_password_is_known() {
        let weak = Argon2::new(
            Algorithm::Argon2id,
            Version::V0x13,
            Params::new(8_192, 1, 1, None).unwrap(),
        );
        let kept = weak.hash_password(b"monsoon-42").unwrap().to_string();
        let Verdict::Rehashed(better) = verify("monsoon-42", &kept).unwrap() else {
            panic!("the parameters have risen");
        };
        assert_eq!(verify("monsoon-42", &better).unwrap(), Verdict::Right);
        assert_eq!(verify("monsoon-43", &kept).unwrap(), Verdict::Wrong);
    }

    #[tokio::test]
    async fn nobody_is_never_let_in() {
        let passwords = Passwords::new().unwrap();
        let verdict = passwords.verify("nobody's password".to_owned(), None).await;
        assert_eq!(verdict.unwrap(), Verdict::Wrong);
    }

    #[tokio::test]
    async fn a_flood_is_told_to_come_back() {
        let passwords = Passwords::new().unwrap();
        let all = u32::try_from(passwords.places.available_permits()).unwrap();
        let _taken = passwords.places.acquire_many(all).await.unwrap();
        let refused = passwords.hash("monsoon-42".to_owned()).await;
        assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    }
}
