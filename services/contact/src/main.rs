//! The contact service as a program; see `lib.rs`.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("contact", contact::service, contact::command::run)
}
