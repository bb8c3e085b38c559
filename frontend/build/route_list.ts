import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { patterns } from '../src/paths.ts';

/** Writes dist/routes.json, by which the server tells a page (200) from a path that leads nowhere (404). */
export function routeList(): Plugin {
  let folder = '';
  return {
    name: 'route-list',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      await writeFile(join(folder, 'routes.json'), `${JSON.stringify(Object.values(patterns))}\n`);
    },
  };
}
