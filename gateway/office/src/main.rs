//! The program of the office gateway; see `lib.rs`.

fn main() -> std::process::ExitCode {
    runtime::main("office", office::service)
}
