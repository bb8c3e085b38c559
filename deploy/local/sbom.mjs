// Makes a CycloneDX list from standard input: `sbom.mjs crates` from the output of `cargo metadata`, `sbom.mjs packages`
// from a package-lock.json.
import { readFileSync } from 'node:fs';

function component(kind, name, version, license) {
  const purl = `pkg:${kind}/${name.replace('@', '%40')}@${version}`;
  const licenses = license && [{ expression: license.replaceAll('/', ' OR ') }];
  return { type: 'library', 'bom-ref': purl, name, version, purl, ...(licenses && { licenses }) };
}

/** The crates that the programs link, without those of tests and builds only. */
function crates(metadata) {
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const linkedBy = (id) =>
    nodes
      .get(id)
      .deps.filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null))
      .map(({ pkg }) => pkg);
  const linked = new Set(metadata.workspace_members);
  for (const id of linked) for (const dependency of linkedBy(id)) linked.add(dependency);
  const packages = metadata.packages.filter(({ id }) => linked.has(id));
  const components = packages.map(({ name, version, license }) => component('cargo', name, version, license));
  const references = new Map(packages.map(({ id }, at) => [id, components[at].purl]));
  const dependencies = packages.map(({ id }) => ({
    ref: references.get(id),
    dependsOn: linkedBy(id).map((dependency) => references.get(dependency)),
  }));
  return { components, dependencies };
}

/** Packages for building and testing only are marked as such. Our own packages, which the lock file links, are left out. */
function packages(lock) {
  const all = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const components = all.map(([path, { version, license, dev, integrity }]) => {
    const [algorithm, hash] = integrity.split('-');
    return {
      ...component('npm', path.split('node_modules/').at(-1), version, license),
      scope: dev ? 'excluded' : 'required',
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
      ],
    };
  });
  return { components };
}

const list = { crates, packages }[process.argv[2]];
const told = JSON.parse(readFileSync(0, 'utf8'));
const document = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, ...list(told) };
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
