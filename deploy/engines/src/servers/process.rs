//! An engine as a child process: starts, awaits and stops it.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::state::folder::Folder;

/// Longer than either engine takes to recover from a crash on a slow disk.
const TIMEOUT: Duration = Duration::from_mins(1);
const POLL: Duration = Duration::from_millis(10);

/// A running engine, stopped on drop.
#[derive(Debug)]
pub(crate) struct Process {
    name: &'static str,
    child: Child,
    stop_signal: &'static str,
    log: PathBuf,
    folder: Arc<Folder>,
}

impl Process {
    /// Starts an engine that logs to `<folder>/<name>.log`.
    pub(crate) fn spawn(
        name: &'static str,
        command: &mut Command,
        stop_signal: &'static str,
        folder: &Arc<Folder>,
    ) -> Result<Self> {
        let log = folder.path().join(format!("{name}.log"));
        fs::rename(&log, log.with_extension("log.before")).ok();
        let file = File::create(&log).with_context(|| format!("create {}", log.display()))?;
        let child = command
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            // Ctrl-C in the terminal must reach the commands that use the engine, not the engine.
            .process_group(0)
            .spawn()
            .with_context(|| format!("start {}", command.get_program().display()))?;
        folder.guard().watch(child.id(), stop_signal)?;
        Ok(Self {
            name,
            child,
            stop_signal,
            log,
            folder: Arc::clone(folder),
        })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until `ready` returns true. Returns false if the engine has exited.
    pub(crate) fn becomes_ready(&mut self, ready: impl Fn() -> bool) -> Result<bool> {
        let deadline = Instant::now() + TIMEOUT;
        while self.is_running() {
            if ready() {
                return Ok(true);
            }
            if Instant::now() > deadline {
                bail!(
                    "{} is not ready after {TIMEOUT:?}. The end of its log:\n{}",
                    self.name,
                    self.log_tail()
                );
            }
            thread::sleep(POLL);
        }
        Ok(false)
    }

    /// The last lines of the engine's log.
    pub(crate) fn log_tail(&self) -> String {
        let log = fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// Asks the engine to stop, and waits for it.
    pub(crate) fn stop(&mut self) {
        self.end(self.stop_signal);
    }

    /// Ends the engine with `signal`, and with SIGKILL if it does not react. Does nothing if it has exited.
    pub(crate) fn end(&mut self, signal: &str) {
        if self.is_running() {
            send(signal, self.id());
            let deadline = Instant::now() + TIMEOUT;
            while self.is_running() && Instant::now() < deadline {
                thread::sleep(POLL);
            }
            self.child.kill().ok();
            self.child.wait().ok();
        }
        self.folder.guard().unwatch(self.id());
    }

    fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Stops the engine that an earlier run left behind: `pid`, if its arguments contain `path`, which is in our
/// state folder.
pub(crate) fn stop_leftover(pid: u32, path: &Path, signal: &str) {
    for signal in [signal, "KILL"] {
        let deadline = Instant::now() + Duration::from_secs(10);
        if names(pid, path) {
            send(signal, pid);
        }
        while names(pid, path) && Instant::now() < deadline {
            thread::sleep(POLL);
        }
    }
}

/// Returns true if `pid` runs with `path` among its arguments.
fn names(pid: u32, path: &Path) -> bool {
    let path = path.as_os_str().as_encoded_bytes();
    let arguments = fs::read(format!("/proc/{pid}/cmdline")).or_else(|_| {
        let ps = Command::new("ps")
            .args(["-ww", "-o", "args=", "-p", &pid.to_string()])
            .output();
        ps.map(|output| output.stdout)
    });
    arguments.is_ok_and(|arguments| arguments.windows(path.len()).any(|part| part == path))
}

/// Sends a signal with the shell's `kill`, which every machine has.
fn send(signal: &str, pid: u32) {
    Command::new("/bin/sh")
        .args(["-c", r#"kill -s "$1" "$2""#, "kill", signal, &pid.to_string()])
        .stderr(Stdio::null())
        .status()
        .ok();
}
