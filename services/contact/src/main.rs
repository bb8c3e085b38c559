//! The contact service as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main("contact", contact::service)
}
