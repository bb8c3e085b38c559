//! Owners that are killed.

use engines::{Durability, Engines, External, Options};

use crate::clients::query;
use crate::exec::Exec;
use crate::{eventually, is_running, kill, shell};

#[test]
fn a_killed_program_leaves_nothing_running() {
    let mut exec = Exec::start("exec sleep 1000");
    exec.program.kill().unwrap();
    exec.program.wait().unwrap();
    exec.leaves_nothing();
}

#[test]
fn engines_of_a_killed_program_and_guard_are_stopped_by_the_next_start() {
    let mut exec = Exec::start("exec sleep 1000");
    query(&exec.database_url, "create table orders as select 7 as total").unwrap();
    let children = format!(
        "ps -A -o pid=,ppid=,args= | awk '$2 == {} && / guard /{{print $1}}'",
        exec.program.id()
    );
    let guard = shell(&children);
    kill("KILL", &guard);
    exec.program.kill().unwrap();
    exec.program.wait().unwrap();
    kill("KILL", &exec.command);
    assert!(is_running(&exec.postgres) && is_running(&exec.nats));

    let options = Options::at(exec.folder.as_ref(), engines::checkout(), Durability::None).unwrap();
    let engines = Engines::start(&options, External::default()).unwrap();
    assert!(!is_running(&exec.postgres) && !is_running(&exec.nats));
    assert_eq!(
        query(engines.maintenance_url(), "select total from orders"),
        Ok("7".to_owned())
    );
    engines.stop();
    std::fs::remove_dir_all(&exec.folder).unwrap();
}

#[test]
fn a_process_id_that_was_reused_is_left_alone() {
    let home = crate::Home::new("reused");
    let engines = Engines::start(&home.options(), External::default()).unwrap();
    engines.stop();
    // Our own process: as if the pid had been reused after a reboot.
    let us = std::process::id();
    let options = home.options();
    let pid_files = ["postgres/data/postmaster.pid", "nats/pid"];
    for file in pid_files {
        std::fs::write(options.state_folder().join(file), format!("{us}\n")).unwrap();
    }
    let engines = Engines::start(&options, External::default()).unwrap();
    assert_eq!(query(engines.maintenance_url(), "select 1"), Ok("1".to_owned()));
    eventually("we are still here", || is_running(&us.to_string()));
}
