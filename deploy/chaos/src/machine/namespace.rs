use std::{
    env,
    os::unix::{fs::MetadataExt as _, process::CommandExt as _},
    path::Path,
    process::Command,
};

use anyhow::Context as _;

/// Set in the process with its own mounts.
const NAMESPACE_VARIABLE: &str = "CHAOS_HAS_ITS_OWN_MOUNTS";

/// Makes mounts propagate to the programs' namespaces below this one, so that an unmount here applies there
/// too.
const SHARED: &str = r#"mount --make-rshared / && exec "$0" "$@""#;

/// Restarts this program in a mount namespace that ends with it. Returns without that if it is not possible;
/// [`missing`] says why.
pub fn enter() -> anyhow::Result<()> {
    if env::var_os(NAMESPACE_VARIABLE).is_some() || missing().is_some() {
        return Ok(());
    }
    let program = env::current_exe().context("find this program")?;
    let mut again = Command::new("unshare");
    again
        .args(["--mount", "--propagation", "private"])
        .args(["/bin/sh", "-c", SHARED])
        .arg(program)
        .args(env::args_os().skip(1))
        .env(NAMESPACE_VARIABLE, "1");
    Err(again.exec()).context("run `unshare --mount`")
}

/// The reason why a file system in a file cannot be mounted here; `None` if it can.
pub(super) fn missing() -> Option<String> {
    if !cfg!(target_os = "linux") {
        return Some("only Linux mounts a file as a disk".to_owned());
    }
    let is_root = Path::new("/proc/self").metadata().is_ok_and(|me| me.uid() == 0);
    if !is_root {
        return Some("only root may mount a disk".to_owned());
    }
    if !Path::new("/dev/loop-control").exists() {
        return Some("the kernel has no loop devices".to_owned());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let has = |program: &str| env::split_paths(&path).any(|folder| folder.join(program).is_file());
    let program = ["unshare", "mount", "umount", "mkfs.ext4", "perl"];
    let program = program.into_iter().find(|program| !has(program))?;
    Some(format!("there is no {program}"))
}
