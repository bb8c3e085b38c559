//! The office's gateway as a program; `lib.rs` says what it does.

fn main() -> std::process::ExitCode {
    runtime::main("office", office::service)
}
