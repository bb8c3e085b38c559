//! The program of the payment service. See `lib.rs`.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("payment", payment::service, payment::command)
}
