import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { target } from '../build/browsers.mjs';
import { unitTests } from '../build/unit_tests.ts';
import { drawingFolder, siteFolder, wordsOfLanguage } from './build/language.mjs';

/** Scopes the toasts' custom properties: a late change of `:root` restyles the whole page. */
const toastValues: Plugin = {
  name: 'toast-values',
  enforce: 'pre',
  transform: {
    filter: { id: /react-toastify\/.*\.css$/ },
    handler: (css) => css.replaceAll(':root', '.Toastify'),
  },
};

/** The shop's own scripts and styles; see SHOP in build/prerender.mjs. */
const ALWAYS_THERE = /\/(shop|pieces|preload|rolldown-runtime)-[\w-]{8}\.(js|css)$/;

/** The module of each short name. */
const modules = new Map<string, string>();

/** Class names with three letters for the module, shorter than the bundler's. */
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
    // The oldest browsers know all of it but static blocks; `npm run browsers` looks for those.
    target: 'es2022',
    cssTarget: target,
    // Every target browser supports modulepreload. Scripts need not list files that every document loads.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((file) => !ALWAYS_THERE.test(file)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The imports of the entry. Without a chunk of their own, they would be merged with `pieces`.
            {
              name: 'preload',
              test: /vite\/preload-helper|src\/start\/(until_loaded|reload_once)/,
              priority: 1,
            },
            // Modules that several pages share. Without a chunk of their own, they would be in the first script or duplicated.
            {
              name: 'pieces',
              test: /(?:src|shared)\/(content\/sent_shop|navigation\/use_page_head|words\/\w+\/(language|general)|start\/load_part|messages\/notify|stores\/(resource|cart|reviews|session)\.|api\/(request|lists)|product\/|ui\/(Icon|Picture|plate|Stars|PauseButton|use_(rotation|swipe))|rules\/(price|rupees|rating))/,
            },
            // Modules that most pages but the first share. As separate chunks, each would be listed in the first script.
            {
              name: 'more',
              test: /(?:src|shared)\/(api\/client|stores\/(login|own_orders|resource_changes|use_resource|rest_of_cart|product_reviews|payment_proof)\.|rules\/moment|navigation\/(way_back|use_query))/,
            },
            // The components of text pages.
            { name: 'reading', test: /src\/content\/(Opening|Prose|Rosette|ReachUs)/ },
            // The components of forms. As separate chunks, each would be listed in the first script.
            {
              name: 'forms',
              test: /(?:src|shared)\/(forms\/|ui\/(Field|FieldFrame|form|SelectField)\b|rules\/(mobile_number|email|tracking))/,
            },
          ],
        },
      },
    },
    // Small fonts stay files, because the content security policy allows fonts only from the shop itself.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  test: {
    ...unitTests,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test_setup.ts'],
  },
}));
