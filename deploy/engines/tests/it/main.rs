//! Tests of the engines: start, failures, and killed owners.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking, in its helpers as well"
)]

mod abandoned;
mod clients;
mod exec;
mod lifecycle;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use engines::{Durability, Options};

/// The state folder of one test, deleted at its end.
struct Home(PathBuf);

impl Home {
    fn new(test: &str) -> Self {
        // Not TMPDIR, because PostgreSQL's account must reach it if the tests run as root.
        let path = Path::new("/tmp").join(format!("engines-{test}-{}", std::process::id()));
        Self(path)
    }

    fn options(&self) -> Options {
        Options::at(&self.0, engines::checkout(), Durability::None).unwrap()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Waits until a condition holds. Fails the test after a timeout.
fn eventually(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !condition() {
        assert!(Instant::now() < deadline, "it never came true that {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// The trimmed output of a shell script.
fn shell(script: &str) -> String {
    let output = Command::new("/bin/sh").args(["-c", script]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn kill(signal: &str, pid: &str) {
    shell(&format!("kill -s {signal} -- {pid}"));
}

fn is_running(pid: &str) -> bool {
    // An exited process whose parent has not waited for it is a zombie, state Z.
    let state = shell(&format!("ps -o stat= -p {pid}"));
    !state.is_empty() && !state.starts_with('Z')
}
