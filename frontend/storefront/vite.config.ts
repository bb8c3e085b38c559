import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { target } from '../build/browsers.mjs';
import { unitTests } from '../build/unit_tests.ts';
import { drawingFolder, siteFolder, wordsOfLanguage } from './build/language.mjs';

/** Values on `:root` that come after the page has all of it styled anew; the toasts' are for the toasts alone. */
const toastValues: Plugin = {
  name: 'toast-values',
  enforce: 'pre',
  transform: {
    filter: { id: /react-toastify\/.*\.css$/ },
    handler: (css) => css.replaceAll(':root', '.Toastify'),
  },
};

/** What the shop itself is made of, scripts and styles; see SHOP in build/prerender.mjs. */
const ALWAYS_THERE = /\/(shop|pieces|preload|rolldown-runtime)-[\w-]{8}\.(js|css)$/;

/** Which module has a name. */
const modules = new Map<string, string>();

/** A class is called as its module calls it, with a few letters for the module: shorter than the bundler would. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file);
  const letters = createHash('sha256').update(path).digest('base64url').slice(0, 3);
  const other = modules.get(letters) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} have the same letters: rename one of them`);
  modules.set(letters, path);
  return `${name}_${letters}`;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [wordsOfLanguage, react(), toastValues],
  css: { modules: { generateScopedName: scopedName } },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    outDir: isSsrBuild ? drawingFolder : siteFolder,
    manifest: true,
    // All of it but static blocks is known to the oldest browsers; `npm run browsers` looks for those.
    target: 'es2022',
    cssTarget: target,
    // Every browser of the target knows modulepreload. What every document brings, scripts need not name again.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((file) => !ALWAYS_THERE.test(file)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // All that the entry needs; without a place of its own it would bring the pieces along.
            {
              name: 'preload',
              test: /vite\/preload-helper|src\/start\/(until_loaded|reload_once)/,
              priority: 1,
            },
            // What several pages show: left alone, it is sewn into the first script or copied into many.
            {
              name: 'pieces',
              test: /(?:src|shared)\/(content\/sent_shop|navigation\/use_page_head|words\/\w+\/(language|general)|start\/load_part|messages\/notify|stores\/(resource|cart|reviews|session)\.|api\/(request|lists)|product\/|ui\/(Icon|Picture|plate|Stars|PauseButton|use_(rotation|swipe))|rules\/(price|rupees|rating))/,
            },
            // What most pages but the first share: in pieces, each of them has a name in the first script.
            {
              name: 'more',
              test: /(?:src|shared)\/(api\/client|stores\/(login|own_orders|resource_changes|use_resource|rest_of_cart|product_reviews|payment_proof)\.|rules\/moment|navigation\/(way_back|use_query))/,
            },
            // How texts are set.
            { name: 'reading', test: /src\/content\/(Opening|Prose|Rosette|ReachUs)/ },
            // What every form is made of: in pieces, each of them has a name in the first script.
            {
              name: 'forms',
              test: /(?:src|shared)\/(forms\/|ui\/(Field|FieldFrame|form|SelectField)\b|rules\/(mobile_number|email|tracking))/,
            },
          ],
        },
      },
    },
    // Small fonts must stay files: the content security policy takes fonts from the shop itself only.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  test: {
    ...unitTests,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test_setup.ts'],
  },
}));
