//! The catalog service as a program; `lib.rs` describes it.

fn main() -> std::process::ExitCode {
    runtime::main_with_commands("catalog", catalog::service, catalog::command)
}
