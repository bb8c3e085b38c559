//! Tests of `engines exec`.

use std::io::{BufRead, BufReader, Lines};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::clients::query;
use crate::{eventually, is_running, kill};

/// A running `engines exec` whose command printed its database's URL and its own pid.
pub(crate) struct Exec {
    pub(crate) program: Child,
    pub(crate) database_url: String,
    pub(crate) command: String,
    pub(crate) folder: String,
    pub(crate) postgres: String,
    pub(crate) nats: String,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Exec {
    pub(crate) fn start(script: &str) -> Self {
        let script = format!("echo $TEST_DATABASE_URL; echo $$; {script}");
        let mut program = program(&["sh", "-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let mut line = || lines.next().unwrap().unwrap();
        let (database_url, command) = (line(), line());
        let data = query(&database_url, "show data_directory").unwrap();
        let folder = data.strip_suffix("/postgres/data").unwrap().to_owned();
        let postgres = std::fs::read_to_string(format!("{data}/postmaster.pid")).unwrap();
        let postgres = postgres.lines().next().unwrap().to_owned();
        let nats = std::fs::read_to_string(format!("{folder}/nats/pid"))
            .unwrap()
            .trim()
            .to_owned();
        Self {
            program,
            database_url,
            command,
            folder,
            postgres,
            nats,
            lines,
        }
    }

    pub(crate) fn leaves_nothing(&self) {
        for (name, pid) in [
            ("command", &self.command),
            ("postgres", &self.postgres),
            ("nats", &self.nats),
        ] {
            eventually(&format!("the {name} is gone"), || !is_running(pid));
        }
        eventually("the folder is gone", || !std::fs::exists(&self.folder).unwrap());
    }
}

fn program(command: &[&str]) -> Command {
    // A shell that starts the tests in the background makes them ignore Ctrl-C. Child processes inherit that,
    // and shells cannot undo it. Perl can, and every Debian and Mac has it.
    let mut program = Command::new("perl");
    program.args(["-e", r#"$SIG{INT} = "DEFAULT"; exec { $ARGV[0] } @ARGV"#]);
    program
        .args([env!("CARGO_BIN_EXE_engines"), "exec", "--"])
        .args(command);
    program
}

#[test]
fn the_commands_exit_code_is_returned() {
    let check = |script, code| {
        let status = program(&["sh", "-c", script]).status().unwrap();
        assert_eq!(status.code(), Some(code));
    };
    check("true", 0);
    check("exit 7", 7);
    check("kill -s TERM $$", 128 + 15);
}

#[test]
fn everything_is_gone_when_the_command_ends() {
    let mut exec = Exec::start("read -r line");
    // Waiting closes its input, so it exits.
    exec.program.wait().unwrap();
    exec.leaves_nothing();
}

#[test]
fn ctrl_c_lets_the_command_finish_its_work_before_the_engines_go() {
    let script = r#"
        trap 'psql "$TEST_DATABASE_URL" -tAc "select 42"; exit 1' INT
        trap : TERM
        echo ready
        while :; do sleep 0.1; done"#;
    let mut exec = Exec::start(script);
    assert_eq!(exec.lines.next().unwrap().unwrap(), "ready");
    // Like the terminal: a signal to the whole foreground process group.
    kill("INT", &format!("-{}", exec.program.id()));
    assert_eq!(exec.lines.next().unwrap().unwrap(), "42");
    exec.program.wait().unwrap();
    exec.leaves_nothing();
}

#[test]
fn a_terminated_program_takes_command_and_engines_along() {
    let mut exec = Exec::start("exec sleep 1000");
    kill("TERM", &exec.program.id().to_string());
    exec.program.wait().unwrap();
    exec.leaves_nothing();
}
