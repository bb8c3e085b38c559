//! The machine and its software, which the numbers depend on.

use std::{fs, process::Command};

use engines::Engines;
use serde::Serialize;

/// The facts for a reader of the numbers.
#[derive(Debug, Serialize)]
pub(crate) struct Facts {
    cores: usize,
    processor: String,
    kernel: String,
    rustc: String,
    postgres: String,
    nats: String,
    /// The load average of the minute before: other work on the machine.
    load_at_start: String,
    /// The measured commit.
    commit: String,
}

impl Facts {
    /// Reads the facts before anything runs.
    pub(crate) fn of(engines: &mut Engines, load_at_start: String) -> Self {
        let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let processor = processor.lines().find_map(|line| line.strip_prefix("model name"));
        let postgres = engines
            .postgres()
            .map(|postgres| postgres.programs().join("postgres"));
        Self {
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            processor: processor
                .unwrap_or_default()
                .trim_matches([' ', '\t', ':'])
                .to_owned(),
            kernel: fs::read_to_string("/proc/sys/kernel/osrelease")
                .unwrap_or_default()
                .trim()
                .to_owned(),
            rustc: output_of("rustc", "--version"),
            postgres: postgres.map_or_else(String::new, |program| {
                output_of(&program.display().to_string(), "--version")
            }),
            nats: nats(),
            load_at_start,
            commit: output_of_command(Command::new("git").args(["describe", "--always", "--dirty"])),
        }
    }
}

/// The load averages of the last 1, 5 and 15 minutes.
pub(crate) fn load_averages() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// The version of the NATS server, which is on the PATH or among the project's tools.
fn nats() -> String {
    let on_path = output_of("nats-server", "--version");
    if !on_path.is_empty() {
        return on_path;
    }
    let tools = fs::read_dir(engines::checkout().join(".local/tools"));
    let mut programs = tools
        .into_iter()
        .flatten()
        .flatten()
        .map(|tool| tool.path().join("nats-server"));
    let program = programs.find(|program| program.is_file());
    program.map_or_else(String::new, |program| {
        output_of(&program.display().to_string(), "--version")
    })
}

fn output_of(program: &str, argument: &str) -> String {
    output_of_command(Command::new(program).arg(argument))
}

fn output_of_command(command: &mut Command) -> String {
    let output = command.current_dir(engines::checkout()).output();
    output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}
