//! The order service as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main_with_command("order", order::service, outbox::Replay::COMMAND, order::replay)
}
