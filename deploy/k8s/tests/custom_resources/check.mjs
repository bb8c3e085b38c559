// Reads custom resources as a JSON list, and prints a line for each breach of their definitions.
//
// An API server drops a field that a definition does not know and says nothing, so the compiler looks for those: it refuses
// them in a literal. The packages' own check knows ranges and patterns, which types cannot say.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const MODELS = {
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
};
// The definition of an ObjectStore is in no package; what fills it is.
const STORE = '@kubernetes-models/cloudnative-pg/github.com/cloudnative-pg/barman-cloud/pkg/api';

const objects = JSON.parse(readFileSync(0, 'utf8'));
const breaches = [...misfits(), ...(await violations())];
process.stdout.write(breaches.map((breach) => `${breach}\n`).join(''));

function label(object) {
  return `${object.kind} ${object.metadata.name}`;
}

function model(object) {
  const models = MODELS[object.apiVersion.split('/')[0]];
  return models && `${models}/${object.apiVersion}/${object.kind}`;
}

function typed(object, n) {
  if (object.kind === 'ObjectStore') {
    const type = `import('${STORE}/BarmanObjectStoreConfiguration').IBarmanObjectStoreConfiguration`;
    return `export const o${n}: { configuration: ${type}; retentionPolicy?: string } = ${JSON.stringify(object.spec)};`;
  }
  return `export const o${n}: import('${model(object)}').I${object.kind} = ${JSON.stringify(object)};`;
}

/** The errors of the types: each object is one line of a file that is never written. */
function misfits() {
  const file = fileURLToPath(new URL('objects.ts', import.meta.url));
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const source = ts.createSourceFile(file, objects.map(typed).join('\n'), ts.ScriptTarget.Latest);
  host.getSourceFile = (name, ...rest) => (name === file ? source : getSourceFile.call(host, name, ...rest));
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options, host)).map((found) => {
    const about = found.file === source ? label(objects[source.getLineAndCharacterOfPosition(found.start).line]) : '';
    return `${about}: ${ts.flattenDiagnosticMessageText(found.messageText, ' ')}`;
  });
}

async function violations() {
  const found = [];
  for (const object of objects.filter(model)) {
    const { [object.kind]: Model } = await import(model(object));
    try {
      new Model(object).validate();
    } catch (error) {
      found.push(`${label(object)}: ${error.message}`);
    }
  }
  return found;
}
