//! The review service as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("review", review::service, review::command::run)
}
