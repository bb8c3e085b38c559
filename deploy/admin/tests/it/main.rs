//! Tests `shop-admin` without a server; `deploy/server/tests` runs it on a whole server.

use std::{
    path::Path,
    process::{Command, Output},
};

use serde_json::Value;

fn shop_admin(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shop-admin"));
    for name in ["settings", "backups", "state"] {
        command.arg(format!("--{name}")).arg(folder.join(name));
    }
    command.args(arguments).output().expect("it starts")
}

#[test]
fn a_check_that_cannot_run_fails_and_the_others_still_run() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let ended = shop_admin(folder.path(), &["status", "--json"]);
    assert_eq!(ended.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&ended.stdout).expect("it is JSON");
    assert_eq!(report["isHealthy"], false);
    let checks = report["checks"].as_array().expect("there are checks");
    let failed = checks.iter().filter(|check| check["isHealthy"] == false);
    let failed: Vec<_> = failed.filter_map(|check| check["name"].as_str()).collect();
    for name in [
        "order",
        "gateway",
        "PostgreSQL",
        "NATS",
        "last backup",
        "disk of backups",
    ] {
        assert!(failed.contains(&name), "{name} is not among {failed:?}");
    }
}

#[test]
fn a_restore_without_a_backup_or_without_a_word_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let ended = shop_admin(folder.path(), &["restore", "--yes"]);
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(
        !ended.status.success() && errors.contains("there is no backup"),
        "{errors}"
    );
    let label = folder.path().join("backups/base/2026-01-05T02-30-00Z");
    std::fs::create_dir_all(&label).expect("a folder can be made");
    let backup = r#"{"name":"2026-01-05T02-30-00Z","madeAt":"2026-01-05T02:30:00Z",
        "firstWal":"000000010000000000000001","lastWal":"000000010000000000000002","postgres":"15"}"#;
    std::fs::write(label.join("backup.json"), backup).expect("it can be written");
    let ended = shop_admin(folder.path(), &["restore"]);
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(
        !ended.status.success() && errors.contains("say --yes"),
        "{errors}"
    );
}
