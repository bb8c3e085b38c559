//! Password hashing with argon2id: one hash per core, short queues, and the same timing for existing and
//! missing accounts.

use std::{
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use runtime::Networks;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::{
    error::Error,
    hash_queue::{Queue, QueueSlot, Queues},
};

/// The maximum number of concurrent hashes, regardless of cores: 76 MiB, so that memory use is known in
/// advance. A shop with more than some hundred logins a second runs more replicas.
const MOST_AT_ONCE: usize = 4;

/// The niceness of hashing threads (`nice`, 0 to 19): other threads get about three times the CPU of a hash.
/// Only the shopper who logs in waits for a hash; a flood of logins must not slow down pages. With 10 (one
/// part of eleven), a machine busy for a long time created no account within 15 seconds.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

/// Hashes and verifies passwords.
#[derive(Debug, Clone)]
pub struct Passwords {
    threads: Arc<rayon::ThreadPool>,
    cores: Arc<Semaphore>,
    /// One permit per core: a stranger waits for a core only when an earlier stranger's hash is done. Other
    /// clients thus wait behind at most one hash per core.
    strangers: Arc<Semaphore>,
    queues: Arc<Queues>,
    memories: Arc<Memories>,
    /// How long a password waits for a core.
    queue_timeout: Duration,
    /// The hash that is verified if there is no account, with the current parameters.
    dummy: Arc<str>,
}

/// The result of verifying a password.
#[derive(Debug, PartialEq, Eq)]
pub enum PasswordVerification {
    /// The password is wrong.
    Wrong,
    /// The password is right.
    Right,
    /// The password is right; this is a stronger hash to store.
    Rehashed(String),
}

impl Passwords {
    /// Creates one hashing thread per core, up to [`MOST_AT_ONCE`]. A password waits `queue_timeout` for one.
    pub fn new(queue_timeout: Duration) -> Result<Self, Error> {
        let memories = Memories::default();
        let dummy = memories.with_memory(|memory| hash("dummy password", memory))?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let cores = cores.min(MOST_AT_ONCE);
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(cores)
            .thread_name(|_| "password".to_owned())
            .start_handler(|_| lower_thread_priority())
            // A panic becomes an error for the waiting task. By default it would end the process.
            .panic_handler(|_| ())
            .build()
            .map_err(|error| Error::Hash(error.into()))?;
        Ok(Self {
            threads: Arc::new(threads),
            cores: Arc::new(Semaphore::new(cores)),
            strangers: Arc::new(Semaphore::new(cores)),
            queues: Arc::new(Queues::new(cores)),
            memories: Arc::new(memories),
            queue_timeout,
            dummy: dummy.into(),
        })
    }

    /// Hashes a password with its own salt, as a PHC string.
    pub async fn hash(&self, slot: QueueSlot, password: String) -> Result<String, Error> {
        self.on_a_core(slot, move |memory| hash(&password, memory)).await
    }

    /// Takes a slot in a queue, or fails with [`Error::Busy`]. Callers do so before they count a try, so a
    /// flood is cheap and unmade tries are not counted.
    pub fn acquire_slot(&self, queue: Queue, networks: &Networks) -> Result<QueueSlot, Error> {
        self.queues.acquire(queue, networks).ok_or(Error::Busy)
    }

    /// Verifies a password against an account's hash. Without an account, verifies against a dummy, which
    /// takes as long.
    pub async fn verify(
        &self,
        slot: QueueSlot,
        password: String,
        stored_hash: Option<String>,
    ) -> Result<PasswordVerification, Error> {
        let dummy = Arc::clone(&self.dummy);
        self.on_a_core(slot, move |memory| match stored_hash {
            Some(stored_hash) => verify(&password, &stored_hash, memory),
            None => verify(&password, &dummy, memory).map(|_| PasswordVerification::Wrong),
        })
        .await
    }

    /// Runs an estimate of a password, which takes milliseconds, on the hashing threads. It is limited like
    /// hashes, and off the threads that answer requests.
    pub async fn estimate<T: Send + 'static>(
        &self,
        slot: QueueSlot,
        estimate: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.on_a_core(slot, move |_| Ok(estimate())).await
    }

    async fn on_a_core<T: Send + 'static>(
        &self,
        slot: QueueSlot,
        work: impl FnOnce(&mut Vec<Block>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let core = tokio::time::timeout(self.queue_timeout, self.core(slot.queue)).await;
        let core = core.map_err(|_| Error::Busy)?;
        let memories = Arc::clone(&self.memories);
        let (done, working) = oneshot::channel();
        self.threads.spawn(move || {
            // Held until the work is done, even if the client disconnects.
            let _core = core;
            let _ = done.send(memories.with_memory(work));
        });
        working.await.map_err(|error| Error::Hash(error.into()))?
    }

    /// Waits for a core; strangers first wait for a stranger's permit.
    async fn core(&self, queue: Queue) -> (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>) {
        let one = async |of: &Arc<Semaphore>| {
            let one = Arc::clone(of).acquire_owned().await;
            one.expect("no code closes this semaphore")
        };
        let turn = match queue {
            Queue::Strangers => Some(one(&self.strangers).await),
            Queue::Shoppers | Queue::Staff => None,
        };
        (one(&self.cores).await, turn)
    }
}

/// Lowers the priority of the calling thread. Linux only, because elsewhere it would change the whole
/// process.
fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    {
        let lowered = rustix::process::getpriority_process(None)
            .and_then(|niceness| rustix::process::setpriority_process(None, lower_than(niceness)));
        if let Err(error) = lowered {
            tracing::warn!(%error, "passwords are hashed with the priority of everything else");
        }
    }
}

/// The niceness of a hashing thread relative to the others; 19 is the lowest priority on Linux.
#[cfg(target_os = "linux")]
fn lower_than(niceness: i32) -> i32 {
    (niceness + NICENESS).min(19)
}

/// Reusable memory for hashes: 19 MiB per concurrent hash. Without it, the allocator keeps such blocks for
/// every thread (measured with glibc: 876 MiB after 500 logins on two cores).
#[derive(Default)]
struct Memories(Mutex<Vec<Vec<Block>>>);

impl Memories {
    /// Lends memory to `work`. At most one block per core is ever allocated.
    fn with_memory<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let mut memory = self.lock().pop().unwrap_or_default();
        let done = work(&mut memory);
        self.lock().push(memory);
        done
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().expect("nothing panics while it holds this lock")
    }
}

impl std::fmt::Debug for Memories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memories").finish_non_exhaustive()
    }
}

/// Hashes with OWASP's parameters for argon2id (19 MiB, two passes, one lane), the library's defaults.
fn hash(password: &str, memory: &mut Vec<Block>) -> Result<String, Error> {
    let salt = Salt::generate();
    let (algorithm, version) = (Algorithm::default(), Version::default());
    let argon2 = Argon2::new(algorithm, version, Params::DEFAULT);
    let output = output(&argon2, password, &salt, Params::DEFAULT_OUTPUT_LEN, memory)?;
    let hash = PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: ParamsString::try_from(&Params::DEFAULT).map_err(unreadable)?,
        salt: Some(salt),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

fn verify(password: &str, stored_hash: &str, memory: &mut Vec<Block>) -> Result<PasswordVerification, Error> {
    let stored_hash = PasswordHash::new(stored_hash).map_err(unreadable)?;
    let used = Params::try_from(&stored_hash).map_err(unreadable)?;
    let algorithm = Algorithm::try_from(stored_hash.algorithm.as_str()).map_err(unreadable)?;
    let version = stored_hash.version.map(Version::try_from).transpose();
    let version = version.map_err(unreadable)?.unwrap_or_default();
    let (Some(salt), Some(expected)) = (stored_hash.salt, stored_hash.hash) else {
        return Err(unreadable("it has no salt or no hash"));
    };
    let argon2 = Argon2::new(algorithm, version, used.clone());
    let found = output(&argon2, password, &salt, expected.len(), memory)?;
    // The comparison takes constant time.
    if found != expected {
        return Ok(PasswordVerification::Wrong);
    }
    if is_weaker(&used, &Params::DEFAULT) {
        return hash(password, memory).map(PasswordVerification::Rehashed);
    }
    Ok(PasswordVerification::Right)
}

fn output(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &Salt,
    length: usize,
    memory: &mut Vec<Block>,
) -> Result<Output, Error> {
    let blocks = argon2.params().block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::default());
    }
    let mut output = [0; Output::MAX_LENGTH];
    let output = output
        .get_mut(..length)
        .ok_or_else(|| unreadable("its hash is too long"))?;
    argon2
        .hash_password_into_with_memory(password.as_bytes(), salt, output, memory.as_mut_slice())
        .map_err(unreadable)?;
    Output::new(output).map_err(unreadable)
}

fn unreadable(error: impl std::fmt::Display) -> Error {
    Error::Hash(error.to_string().into())
}

fn is_weaker(used: &Params, wanted: &Params) -> bool {
    used.m_cost() < wanted.m_cost() || used.t_cost() < wanted.t_cost()
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    fn hash(password: &str) -> Result<String, Error> {
        super::hash(password, &mut Vec::new())
    }

    fn passwords() -> Passwords {
        Passwords::new(Duration::from_secs(15)).unwrap()
    }

    fn slot(passwords: &Passwords, queue: Queue) -> QueueSlot {
        passwords.acquire_slot(queue, &Networks::default()).unwrap()
    }

    fn verify(password: &str, stored_hash: &str) -> Result<PasswordVerification, Error> {
        super::verify(password, stored_hash, &mut Vec::new())
    }

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
            let stored_hash = hash(password).unwrap();
            assert_eq!(
                verify(password, &stored_hash).unwrap(),
                PasswordVerification::Right
            );
            assert_eq!(
                verify(&format!("{password} "), &stored_hash).unwrap(),
                PasswordVerification::Wrong
            );
            assert_eq!(
                verify(password.trim_end_matches([' ', 'x']), &stored_hash).unwrap()
                    == PasswordVerification::Right,
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
        let stored_hash = weak.hash_password(b"monsoon-42").unwrap().to_string();
        let PasswordVerification::Rehashed(better) = verify("monsoon-42", &stored_hash).unwrap() else {
            panic!("the parameters have risen");
        };
        assert_eq!(
            verify("monsoon-42", &better).unwrap(),
            PasswordVerification::Right
        );
        assert_eq!(
            verify("monsoon-43", &stored_hash).unwrap(),
            PasswordVerification::Wrong
        );
    }

    #[test]
    fn hashes_made_in_used_memory_are_those_of_the_library() {
        let mut memory = Vec::new();
        for password in ["monsoon-42", "karela jamun"] {
            let ours = super::hash(password, &mut memory).unwrap();
            let parsed = PasswordHash::new(&ours).unwrap();
            let by_the_library = Argon2::default().verify_password(password.as_bytes(), &parsed);
            by_the_library.expect("the library knows our hash");
            let theirs = Argon2::default().hash_password(password.as_bytes()).unwrap();
            let verdict = super::verify(password, &theirs.to_string(), &mut memory);
            assert_eq!(
                verdict.unwrap(),
                PasswordVerification::Right,
                "we know the library's"
            );
        }
    }

    #[tokio::test]
    async fn an_unknown_account_is_never_let_in() {
        let passwords = passwords();
        let slot = slot(&passwords, Queue::Strangers);
        let verdict = passwords.verify(slot, "dummy password".to_owned(), None).await;
        assert_eq!(verdict.unwrap(), PasswordVerification::Wrong);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn others_go_first() {
        let passwords = passwords();
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let others = niceness();
        let slot = slot(&passwords, Queue::Strangers);
        let hashing = passwords.estimate(slot, niceness).await.unwrap();
        assert_eq!((hashing, niceness()), (lower_than(others), others));
        // The whole shop may run at low priority beside other work.
        assert_eq!([0, 10, 19].map(lower_than), [5, 15, 19]);
    }

    #[tokio::test]
    async fn work_that_panics_is_a_failure_and_its_core_is_free_again() {
        let passwords = passwords();
        for _ in 0..=passwords.cores.available_permits() {
            let slot = slot(&passwords, Queue::Strangers);
            let failed = passwords.estimate(slot, || panic!("on purpose")).await;
            assert!(matches!(failed, Err::<(), _>(Error::Hash(_))), "{failed:?}");
        }
        let slot = slot(&passwords, Queue::Strangers);
        assert_eq!(passwords.estimate(slot, || "strong").await.unwrap(), "strong");
    }

    /// Takes every slot of a queue, by clients of many networks.
    fn fill(passwords: &Passwords, queue: Queue) -> Vec<QueueSlot> {
        let clients = (0..256).map(|last| Networks::read(&format!("203.0.113.{last}")));
        clients
            .filter_map(|client| passwords.acquire_slot(queue, &client).ok())
            .collect()
    }

    #[tokio::test]
    async fn a_flood_of_strangers_leaves_room_for_known_shoppers_and_staff() {
        let passwords = passwords();
        let held = fill(&passwords, Queue::Strangers);
        assert!(held.len() > passwords.cores.available_permits());
        let client = Networks::read("198.51.100.1");
        let refused = passwords.acquire_slot(Queue::Strangers, &client);
        assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
        for queue in [Queue::Shoppers, Queue::Staff] {
            let slot = passwords.acquire_slot(queue, &client).unwrap();
            passwords.hash(slot, "monsoon-42".to_owned()).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_known_shopper_waits_behind_one_hash_and_no_queue_of_strangers() {
        let passwords = passwords();
        let cores = passwords.cores.available_permits();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        let stranger = || {
            let slot = slot(&passwords, Queue::Strangers);
            let ended = Arc::clone(&ended);
            passwords.estimate(slot, move || ended.lock().unwrap().recv().is_ok())
        };
        let mut working: Vec<_> = (0..cores).map(|_| Box::pin(stranger())).collect();
        let mut waiting: Vec<_> = (0..cores).map(|_| Box::pin(stranger())).collect();
        for future in working.iter_mut().chain(&mut waiting) {
            assert!(futures_util::poll!(future).is_pending());
        }
        let mut known = Box::pin(passwords.estimate(slot(&passwords, Queue::Shoppers), || "known"));
        assert!(futures_util::poll!(&mut known).is_pending());
        end.send(()).unwrap();
        assert_eq!(
            known.await.unwrap(),
            "known",
            "one core is free, and it goes to a known shopper"
        );
        drop(end);
    }

    #[test]
    fn households_of_one_large_network_leave_room_for_other_strangers() {
        let passwords = passwords();
        let household = |nth: u32| Networks::read(&format!("2001:db8:0:{nth:x}::1"));
        let _held: Vec<_> = (0..256)
            .filter_map(|nth| passwords.acquire_slot(Queue::Strangers, &household(nth)).ok())
            .collect();
        let other = passwords.acquire_slot(Queue::Strangers, &Networks::read("198.51.100.1"));
        assert!(other.is_ok(), "{other:?}");
    }
}
