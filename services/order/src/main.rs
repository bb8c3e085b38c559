//! The program of the order service. `lib.rs` describes it.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("order", order::service, order::command::run)
}
