//! Rebuilds the crate when a migration changes, because migrations are compiled in.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
