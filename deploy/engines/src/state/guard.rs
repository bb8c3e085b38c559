//! Ends processes when their owner is gone, even by SIGKILL.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// Reads commands until the owner closes the pipe, which the kernel does even after SIGKILL. Then ends the
/// watched processes, the latest first, so that a command ends before its engines.
const SCRIPT: &str = r#"
runs() {
  kill -s 0 "$1" || return
  # In a container whose first process reaps no child, the dead stay as zombies.
  read -r state <"/proc/$1/stat" || return 0
  case $state in *") Z "*) return 1 ;; esac
}
watched=
while read -r command pid signal; do
  case $command in
    watch) watched="$pid:$signal $watched" ;;
    unwatch)
      others=
      for entry in $watched; do
        case $entry in "$pid":*) ;; *) others="$others $entry" ;; esac
      done
      watched=$others ;;
  esac
done
for entry in $watched; do
  pid=${entry%%:*}
  kill -s "${entry#*:}" "$pid" || continue
  tries=0
  while runs "$pid" && [ "$tries" -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  kill -s KILL "$pid"
done
[ -z "$1" ] || rm -rf "$1"
"#;

/// A shell that outlives its owner until the owner's processes have ended.
#[derive(Debug)]
pub(crate) struct Guard {
    shell: Child,
}

impl Guard {
    /// Starts the guard. `remove` is a folder to delete at the end.
    pub(crate) fn start(remove: Option<&Path>) -> Result<Self> {
        let shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "guard"])
            .arg(remove.unwrap_or(Path::new("")))
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C in the terminal must not reach it.
            .process_group(0)
            .spawn()
            .context("start /bin/sh")?;
        Ok(Self { shell })
    }

    /// Makes sure that `pid` gets `signal` (a name without SIG) when the owner is gone.
    pub(crate) fn watch(&self, pid: u32, signal: &str) -> Result<()> {
        self.send(&format!("watch {pid} {signal}\n"))
            .context("tell the guard process about a new process")
    }

    /// Stops watching `pid`, which has ended. Its number may be reused.
    pub(crate) fn unwatch(&self, pid: u32) {
        // A guard that has exited watches nothing.
        self.send(&format!("unwatch {pid}\n")).ok();
    }

    fn send(&self, line: &str) -> std::io::Result<()> {
        self.shell
            .stdin
            .as_ref()
            .map_or(Ok(()), |mut pipe| pipe.write_all(line.as_bytes()))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Waiting closes the pipe first, which tells the guard to finish.
        self.shell.wait().ok();
    }
}
