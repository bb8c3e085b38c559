//! The review service as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main("review", review::service)
}
