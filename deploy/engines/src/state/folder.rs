//! The state folder of the engines, and its lock.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use crate::state::account::Account;
use crate::state::guard::Guard;
use crate::state::home::{nats_users, persistent_folder, tools};
use crate::state::secret;

/// The durability of acknowledged writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// They survive a power cut: commits and publishes wait for the disk.
    Full,
    /// They survive a crash of the engine, not of the machine: nothing waits for the disk. For temporary
    /// data.
    None,
}

/// The data folder of engines, and its durability. Clones share the folder; a temporary one is deleted with
/// the last clone.
#[derive(Debug, Clone)]
pub struct Options {
    pub(crate) folder: Arc<Folder>,
    pub(crate) durability: Durability,
    pub(crate) tools: PathBuf,
    pub(crate) nats_users: PathBuf,
}

impl Options {
    /// The data of a checkout or a release, kept between runs.
    pub fn persistent(checkout: &Path) -> Result<Self> {
        let path = persistent_folder(checkout, Account::for_postgres()?.is_some());
        Self::at(&path, checkout, Durability::Full)
    }

    /// A new folder that is deleted when the engines are stopped.
    pub fn temporary(checkout: &Path) -> Result<Self> {
        let base = match memory_folder() {
            Some(folder) => folder,
            // Root's TMPDIR may be closed to PostgreSQL's account; /tmp is open to all users.
            None if Account::for_postgres()?.is_some() => PathBuf::from("/tmp"),
            None => std::env::temp_dir(),
        };
        let path = base.join(format!("vanmool-{}", secret::random(12)?));
        let folder = Arc::new(Folder::open(&path, true)?);
        Ok(Self {
            folder,
            durability: Durability::None,
            tools: tools(checkout),
            nats_users: nats_users(checkout),
        })
    }

    /// The same, with data that survives a power cut, and a WAL that can be copied.
    #[must_use]
    pub fn durable(self) -> Self {
        Self {
            durability: Durability::Full,
            ..self
        }
    }

    /// A folder chosen by the caller. For root, other accounts must be able to reach it.
    pub fn at(state: &Path, checkout: &Path, durability: Durability) -> Result<Self> {
        let folder = Arc::new(Folder::open(state, false)?);
        Ok(Self {
            folder,
            durability,
            tools: tools(checkout),
            nats_users: nats_users(checkout),
        })
    }

    /// The state folder. Callers may store other files in it.
    pub fn state_folder(&self) -> &Path {
        self.folder.path()
    }

    /// A subfolder that only its owner may enter. It is created if missing, and its mode is corrected.
    pub fn private_folder(&self, name: &str) -> Result<PathBuf> {
        self.folder.private(name)
    }

    /// Makes sure that a process of the caller is killed when the caller ends, even by SIGKILL.
    pub fn watch(&self, pid: u32) -> Result<()> {
        self.folder.guard().watch(pid, "KILL")
    }

    /// Stops watching a process that has ended, because its pid may be reused.
    pub fn unwatch(&self, pid: u32) {
        self.folder.guard().unwatch(pid);
    }
}

/// A state folder in use by this process, with the guard of its processes.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    guard: Guard,
    _lock: Lock,
}

/// A locked file. The kernel unlocks it when this process ends.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a process that another thread starts now holds the file until its exec.
        self.0.unlock().ok();
    }
}

impl Folder {
    pub(crate) fn open(path: &Path, is_temporary: bool) -> Result<Self> {
        let create = || {
            let missing = path.ancestors().take_while(|folder| !folder.exists());
            let new: Vec<&Path> = missing.chain([path]).collect();
            DirBuilder::new().recursive(!is_temporary).create(path)?;
            // For root, PostgreSQL's account may pass through to its own folder but not list this one. The
            // mode is set explicitly, because root's umask may be stricter.
            let mode = if fs::metadata(path)?.uid() == 0 {
                0o711
            } else {
                0o700
            };
            for folder in new {
                fs::set_permissions(folder, Permissions::from_mode(mode))?;
            }
            path.canonicalize()
        };
        let path = create().with_context(|| format!("make the state folder {}", path.display()))?;
        let lock = lock(&path)?;
        let guard = Guard::start(is_temporary.then_some(&path))?;
        Ok(Self {
            path,
            guard,
            _lock: lock,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn guard(&self) -> &Guard {
        &self.guard
    }

    /// A subfolder that only its owner may enter.
    pub(crate) fn private(&self, name: &str) -> Result<PathBuf> {
        let path = self.path.join(name);
        let made = match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                fs::set_permissions(&path, Permissions::from_mode(0o700))
            }
            made => made,
        };
        made.with_context(|| format!("make {}", path.display()))?;
        Ok(path)
    }
}

/// The minimum free memory for temporary data. All Rust tests at once took up to 3.2 GB.
const MEMORY_BYTES: u64 = 4 << 30;

/// Linux's in-memory folder, if it has enough space. Tests create and drop databases of three hundred files
/// each, and ext4 spent a tenth of their CPU time on allocating files.
fn memory_folder() -> Option<PathBuf> {
    let folder = Path::new("/dev/shm");
    let room = rustix::fs::statvfs(folder).ok()?;
    (room.f_bavail.saturating_mul(room.f_frsize) >= MEMORY_BYTES).then(|| folder.to_owned())
}

fn lock(folder: &Path) -> Result<Lock> {
    let path = folder.join("lock");
    let open = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    let mut file = open.with_context(|| format!("open {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            write!(file, "{}", std::process::id())?;
            Ok(Lock(file))
        }
        Err(TryLockError::WouldBlock) => {
            let owner = fs::read_to_string(&path).unwrap_or_default();
            bail!(
                "{} is in use by process {owner}. Stop that one first, or name another folder: DATA_DIR.",
                folder.display()
            )
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("lock {}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_free_although_a_process_that_just_begins_holds_its_lock() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("vanmool-{}", secret::random(12)?));
        fs::create_dir(&folder)?;
        let held = lock(&folder)?;
        let beginning = held.0.try_clone()?;
        assert!(lock(&folder).is_err());
        drop(held);
        drop(lock(&folder)?);
        drop(beginning);
        Ok(fs::remove_dir_all(&folder)?)
    }
}
