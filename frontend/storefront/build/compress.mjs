// Compresses the built files. Runs last.
import { compress } from '../../build/compress.mjs';
import { site } from './language.mjs';

await compress(site);
