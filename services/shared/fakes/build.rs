//! Generates the servers of the contract again, with a body for each method: it answers UNIMPLEMENTED. The
//! messages are those of `proto`.

use std::{env, fs, path::PathBuf};

use prost::Message as _;
use tonic_prost_build::FileDescriptorSet;

fn main() -> anyhow::Result<()> {
    let path = env::var_os("DEP_SHOP_CONTRACT_DESCRIPTORS").expect("the build script of `proto` prints it");
    let path = PathBuf::from(path);
    println!("cargo:rerun-if-changed={}", path.display());
    let descriptors = FileDescriptorSet::decode(fs::read(path)?.as_slice())?;
    tonic_prost_build::configure()
        .build_client(false)
        .generate_default_stubs(true)
        .extern_path(".shop", "::proto")
        .include_file("servers.rs")
        .compile_fds(descriptors)?;
    Ok(())
}
