// Compresses the build. Runs last.
import { compress } from '../../build/compress.mjs';

await compress(new URL('../dist/', import.meta.url));
