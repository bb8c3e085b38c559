#!/bin/sh
# Writes target/sbom/crates.cdx.json and packages.cdx.json, CycloneDX 1.5: the crates that the programs link, and the
# packages that the front end is built of and with. An image of deploy/images contains its own list, made by its build.
set -eu

cd "$(dirname "$0")/../.."
folder=target/sbom
mkdir -p "$folder"
cargo metadata --format-version 1 --locked | node deploy/local/sbom.mjs crates >"$folder/crates.cdx.json"
# Not `npm sbom`, which refuses a tree in which a tool asks for another version of an installed package.
node deploy/local/sbom.mjs packages <frontend/package-lock.json >"$folder/packages.cdx.json"
for file in crates packages; do
  node -e 'const file = process.argv[1], list = JSON.parse(require("fs").readFileSync(file, "utf8"));
    if (list.bomFormat !== "CycloneDX" || list.components.length < 100) throw new Error(`${file} is no list`);
    console.log(`${file}: ${list.components.length} components`);' "$folder/$file.cdx.json"
done
