//! The program of the billing service. See `lib.rs`.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("billing", billing::service, billing::command)
}
