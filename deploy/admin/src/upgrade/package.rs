//! The shop's Debian package: its fields, its files and its installation.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, ensure};

use crate::command::finish;

const NAME: &str = "vanmool";

/// The field that names the oldest version whose programs work with this version's databases. A release whose
/// migrations remove something sets it (deploy/server/works-from).
const WORKS_FROM: &str = "Works-From";

/// The variable for the package's script: the seconds that a program may take to be ready.
const READY_WITHIN: &str = "SHOP_READY_WITHIN";

/// A package file.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) file: PathBuf,
    pub(super) version: String,
    /// The oldest version that works with its databases; `None` if the field is absent.
    pub(super) works_from: Option<String>,
}

/// The installed version.
#[derive(Debug)]
pub(super) struct Installed {
    pub(super) version: String,
    /// The oldest version that works with its databases, as in [`Package`].
    pub(super) works_from: Option<String>,
}

impl Package {
    /// Reads a package. Fails if the file is not a package of the shop for this machine.
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let file = file
            .canonicalize()
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let field = |name| {
            let mut ask = Command::new("dpkg-deb");
            ask.arg("--field").arg(&file).arg(name);
            finish(&mut ask, &format!("{} is no package", file.display()))
        };
        let (name, architecture) = (field("Package")?, field("Architecture")?);
        ensure!(name == NAME, "{} is a package of {name}", file.display());
        let own_architecture = finish(
            Command::new("dpkg").arg("--print-architecture"),
            "this machine's architecture",
        )?;
        ensure!(
            architecture == own_architecture,
            "{} is for {architecture}, and this machine is {own_architecture}",
            file.display()
        );
        let (version, works_from) = (field("Version")?, field(WORKS_FROM)?);
        let works_from = Some(works_from).filter(|from| !from.is_empty());
        Ok(Self {
            file,
            version,
            works_from,
        })
    }

    /// Unpacks the files into a new folder.
    pub(super) fn unpack(&self, to: &Path) -> anyhow::Result<()> {
        if to.exists() {
            fs::remove_dir_all(to)?;
        }
        let mut unpack = Command::new("dpkg-deb");
        unpack.arg("--extract").arg(&self.file).arg(to);
        finish(&mut unpack, "unpack the package").map(drop)
    }

    /// Installs the package. Its script restarts one program at a time and fails if one is not ready in time.
    /// The output goes where ours goes.
    pub(super) fn install(&self, ready_within: Duration) -> anyhow::Result<()> {
        let status = Command::new("dpkg")
            .args(["--install", "--force-downgrade"])
            .arg(&self.file)
            .env(READY_WITHIN, ready_within.as_secs().to_string())
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .status()
            .context("dpkg does not start")?;
        ensure!(status.success(), "{} could not be installed", self.version);
        Ok(())
    }
}

/// The installed version of the package.
pub(super) fn installed() -> anyhow::Result<Installed> {
    let field = |name: &str| {
        let mut ask = Command::new("dpkg-query");
        ask.args(["--show", "--showformat", &format!("${{{name}}}"), NAME]);
        finish(&mut ask, "which version is installed")
    };
    let (version, works_from) = (field("Version")?, field(WORKS_FROM)?);
    let works_from = Some(works_from).filter(|from| !from.is_empty());
    Ok(Installed { version, works_from })
}

/// Returns true if one version is older than another in Debian's order.
pub(super) fn is_older(version: &str, than: &str) -> anyhow::Result<bool> {
    let mut compare = Command::new("dpkg");
    compare.args(["--compare-versions", version, "lt", than]);
    let status = compare.status().context("dpkg does not start")?;
    Ok(status.success())
}

/// Makes a package from the installed files, because the original package file is gone.
pub(super) fn repack_installed(folder: &Path, name: &str) -> anyhow::Result<Package> {
    let work = tempfile::tempdir_in(folder)?;
    let mut repack = Command::new("dpkg-repack");
    repack
        .arg("--deb-option=-Znone")
        .arg(NAME)
        .current_dir(work.path());
    finish(&mut repack, "repack the installed version")?;
    let made = fs::read_dir(work.path())?
        .next()
        .context("dpkg-repack made no package")??;
    let file = folder.join(name);
    fs::rename(made.path(), &file)?;
    Package::read(&file)
}
