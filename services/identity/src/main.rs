//! The identity service as a program; see `lib.rs`.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("identity", identity::service, identity::command::run)
}
