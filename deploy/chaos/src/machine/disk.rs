//! A disk that can lose its power and fill up: a file system in a file, or in memory.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

/// Shuts a file system down at once, as a lost disk does: nothing in memory is written, not even the journal.
/// This is `FS_IOC_SHUTDOWN` with `FS_SHUTDOWN_FLAGS_NOLOGFLUSH`, which file system tests use.
const CUT: &str =
    r#"open(F, "<", $ARGV[0]) or die "$!"; my $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die "$!""#;

/// The longest time that dying processes keep a disk busy.
const UNMOUNTED_WITHIN: Duration = Duration::from_secs(20);

/// The spare memory below a disk, in MiB.
const SPARE: u64 = 16;

/// The name of the file that fills the disk.
const FILL: &str = "fill";

/// A file system whose folders are mounted at the engines' data folders. It is unmounted on drop.
#[derive(Debug)]
pub(super) struct Disk {
    kind: Kind,
    mount: PathBuf,
    folders: Vec<(String, PathBuf)>,
}

#[derive(Debug)]
enum Kind {
    /// ext4 in a file.
    File(PathBuf),
    Memory,
}

impl Disk {
    /// Creates a disk of `size` MiB in a file. The file is in memory, so that other load on the machine's
    /// disk does not slow the shop. Data counts as written when it has left the file system above.
    pub(super) fn in_file(folder: &Path, size: u64) -> anyhow::Result<Self> {
        let memory = folder.join("memory");
        fs::create_dir(&memory)?;
        mount_memory(&memory, size + SPARE)?;
        let image = memory.join("disk.img");
        File::create(&image)?.set_len(size << 20)?;
        run(Command::new("mkfs.ext4").arg("-q").arg(&image))?;
        let disk = Self::at(folder, Kind::File(image))?;
        disk.mount()?;
        Ok(disk)
    }

    /// Creates a disk of `size` MiB in memory.
    pub(super) fn in_memory(folder: &Path, size: u64) -> anyhow::Result<Self> {
        let disk = Self::at(folder, Kind::Memory)?;
        mount_memory(&disk.mount, size)?;
        Ok(disk)
    }

    fn at(folder: &Path, kind: Kind) -> anyhow::Result<Self> {
        let mount = folder.join("disk");
        fs::create_dir_all(&mount)?;
        Ok(Self {
            kind,
            mount,
            folders: Vec::new(),
        })
    }

    fn mount(&self) -> anyhow::Result<()> {
        if let Kind::File(image) = &self.kind {
            let mut mount = Command::new("mount");
            run(mount.args(["-o", "loop"]).arg(image).arg(&self.mount))?;
        }
        Ok(())
    }

    /// Mounts a folder of the disk at `at`.
    pub(super) fn mount_folder(&mut self, name: &str, at: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(self.mount.join(name))?;
        fs::create_dir_all(at)?;
        self.bind(name, at)?;
        self.folders.push((name.to_owned(), at.to_owned()));
        Ok(())
    }

    fn bind(&self, name: &str, at: &Path) -> anyhow::Result<()> {
        let mut mount = Command::new("mount");
        run(mount.arg("--bind").arg(self.mount.join(name)).arg(at))?;
        Ok(())
    }

    /// The path of a folder of the disk.
    pub(super) fn folder(&self, name: &str) -> PathBuf {
        self.mount.join(name)
    }

    /// Cuts the power: every use of the disk fails from now on, and unwritten data is lost.
    pub(super) fn cut_power(&self) -> anyhow::Result<()> {
        run(Command::new("perl").args(["-e", CUT]).arg(&self.mount))?;
        Ok(())
    }

    /// Mounts the disk again, with the data written to it. No process may still use it.
    pub(super) fn restore_power(&self) -> anyhow::Result<()> {
        let began = Instant::now();
        let mounts = self.folders.iter().map(|(_, at)| at).chain([&self.mount]);
        for mount_point in mounts {
            while let Err(error) = run(Command::new("umount").arg(mount_point)) {
                ensure!(began.elapsed() < UNMOUNTED_WITHIN, error);
                thread::sleep(Duration::from_millis(20));
            }
        }
        self.mount()?;
        for (name, at) in &self.folders {
            // An unsynced folder may be missing.
            fs::create_dir_all(self.mount.join(name))?;
            self.bind(name, at)?;
        }
        Ok(())
    }

    /// Fills the disk completely.
    pub(super) fn fill(&self) -> anyhow::Result<()> {
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(self.mount.join(FILL))?;
        // Smaller pieces fill the last bytes.
        for piece in [1 << 20, 4 << 10, 1] {
            let piece = vec![0; piece];
            loop {
                match file.write_all(&piece) {
                    Ok(()) => (),
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(())
    }

    /// Deletes the file that fills the disk.
    pub(super) fn free(&self) -> anyhow::Result<()> {
        fs::remove_file(self.mount.join(FILL)).context("free the disk")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // A process that still uses it keeps it until it ends. The mount namespace ends with this process.
        let mut mounts: Vec<&Path> = self.folders.iter().map(|(_, at)| at.as_path()).collect();
        mounts.push(&self.mount);
        if let Kind::File(image) = &self.kind {
            mounts.extend(image.parent());
        }
        for mount_point in mounts {
            let _ = Command::new("umount").arg("--lazy").arg(mount_point).output();
        }
    }
}

fn mount_memory(at: &Path, size: u64) -> anyhow::Result<()> {
    let options = format!("size={size}m,mode=755");
    let mut mount = Command::new("mount");
    run(mount.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(at))?;
    Ok(())
}

fn run(command: &mut Command) -> anyhow::Result<Output> {
    let output = command.output().with_context(|| format!("run {command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?}: {}", errors.trim());
    Ok(output)
}
