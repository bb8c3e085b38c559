//! The billing service as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("billing", billing::service, billing::command)
}
