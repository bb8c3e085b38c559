//! The catalog as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main_with_command(
        "catalog",
        catalog::service,
        outbox::Replay::COMMAND,
        catalog::replay,
    )
}
