// Copies small pictures of the shop's first products into the built office, whose pages load them from their own address. Uploaded photos
// come from the gateway.
import { copyFile, mkdir, readdir } from 'node:fs/promises';

const from = new URL('../../storefront/public/images/products/', import.meta.url);
const to = new URL('../dist/images/products/', import.meta.url);

await mkdir(to, { recursive: true });
const small = (await readdir(from)).filter((name) => name.endsWith('-400.webp'));
await Promise.all(small.map((name) => copyFile(new URL(name, from), new URL(name, to))));
