//! The notification service as a program; see `lib.rs`.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("notification", notification::service, notification::command::run)
}
