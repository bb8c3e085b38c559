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

/// Stops a file system at once, as a lost disk would: nothing of what is still in memory is written, not even the journal.
/// The kernel calls it `FS_IOC_SHUTDOWN` with `FS_SHUTDOWN_FLAGS_NOLOGFLUSH`; the tests of file systems cut the power so.
const CUT: &str =
    r#"open(F, "<", $ARGV[0]) or die "$!"; my $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die "$!""#;

/// How long processes that die may keep a disk busy.
const BUSY: Duration = Duration::from_secs(20);

/// MiB that the memory below a disk has beside it.
const SPARE: u64 = 16;

/// What is filled up with.
const FILL: &str = "fill";

/// A file system whose folders stand where an engine keeps its data. Dropping it unmounts it.
#[derive(Debug)]
pub(super) struct Disk {
    kind: Kind,
    mount: PathBuf,
    provided: Vec<(String, PathBuf)>,
}

#[derive(Debug)]
enum Kind {
    /// ext4 in a file.
    File(PathBuf),
    Memory,
}

impl Disk {
    /// A disk in a file, of so many MiB. The file lies in memory and grows with what is written: what counts is what has
    /// left the file system above it, and no other load of the machine's disk makes the shop slow.
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

    /// A disk in memory, of so many MiB.
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
            provided: Vec::new(),
        })
    }

    fn mount(&self) -> anyhow::Result<()> {
        if let Kind::File(image) = &self.kind {
            let mut mount = Command::new("mount");
            run(mount.args(["-o", "loop"]).arg(image).arg(&self.mount))?;
        }
        Ok(())
    }

    /// Puts a folder of the disk in the place of the folder `at`.
    pub(super) fn provide_folder(&mut self, name: &str, at: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(self.mount.join(name))?;
        fs::create_dir_all(at)?;
        self.bind(name, at)?;
        self.provided.push((name.to_owned(), at.to_owned()));
        Ok(())
    }

    fn bind(&self, name: &str, at: &Path) -> anyhow::Result<()> {
        let mut mount = Command::new("mount");
        run(mount.arg("--bind").arg(self.mount.join(name)).arg(at))?;
        Ok(())
    }

    /// Where a folder of the disk lies.
    pub(super) fn folder(&self, name: &str) -> PathBuf {
        self.mount.join(name)
    }

    /// Cuts the power: from now on every use of the disk fails, and what was not on it is gone.
    pub(super) fn cut_power(&self) -> anyhow::Result<()> {
        run(Command::new("perl").args(["-e", CUT]).arg(&self.mount))?;
        Ok(())
    }

    /// The disk after the power is back: with what was on it. No process may use it any more.
    pub(super) fn restore_power(&self) -> anyhow::Result<()> {
        let began = Instant::now();
        let places = self.provided.iter().map(|(_, at)| at).chain([&self.mount]);
        for place in places {
            while let Err(error) = run(Command::new("umount").arg(place)) {
                ensure!(began.elapsed() < BUSY, error);
                thread::sleep(Duration::from_millis(20));
            }
        }
        self.mount()?;
        for (name, at) in &self.provided {
            // A folder that was not synced may be gone as a whole.
            fs::create_dir_all(self.mount.join(name))?;
            self.bind(name, at)?;
        }
        Ok(())
    }

    /// Writes until there is no room at all.
    pub(super) fn fill(&self) -> anyhow::Result<()> {
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(self.mount.join(FILL))?;
        // The last bytes need small pieces.
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

    /// Takes away what it was filled with.
    pub(super) fn free(&self) -> anyhow::Result<()> {
        fs::remove_file(self.mount.join(FILL)).context("free the disk")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // A process that still uses it keeps it until it ends; the namespace ends with this process anyhow.
        let mut places: Vec<&Path> = self.provided.iter().map(|(_, at)| at.as_path()).collect();
        places.push(&self.mount);
        if let Kind::File(image) = &self.kind {
            places.extend(image.parent());
        }
        for place in places {
            let _ = Command::new("umount").arg("--lazy").arg(place).output();
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
