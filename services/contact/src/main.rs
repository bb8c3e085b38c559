//! The contact service as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main_with_command(
        "contact",
        contact::service,
        outbox::Replay::COMMAND,
        contact::replay,
    )
}
