//! The review service as a program; see `lib.rs`.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("review", review::service, review::command::run)
}
