//! The simulator is in no image and no manifest of a shop. Only the cluster of the tests runs it.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn no_image_and_no_manifest_names_the_program() {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("it lies in deploy");
    let mut found = Vec::new();
    files(&deploy.join("images"), &mut found);
    files(&deploy.join("k8s"), &mut found);
    assert!(
        found.len() > 20,
        "the walk must have seen the manifests: {found:?}"
    );
    for file in found
        .iter()
        .filter(|file| !file.starts_with(deploy.join("k8s/cluster")))
    {
        let text = fs::read_to_string(file).unwrap_or_default();
        // The folder is copied to compile all programs; an image takes its program by name.
        assert!(!text.contains("payment-simulator"), "{} names it", file.display());
    }
}
