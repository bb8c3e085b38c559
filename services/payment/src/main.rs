//! The payment service as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("payment", payment::service, payment::command)
}
