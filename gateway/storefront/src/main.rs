//! The program of the storefront gateway; see `lib.rs`.

fn main() -> std::process::ExitCode {
    runtime::main("gateway", storefront::service)
}
