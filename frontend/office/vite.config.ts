import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { target } from '../build/browsers.mjs';
import { unitTests } from '../build/unit_tests.ts';
import { fakeOffice } from './build/fake_office_plugin.mjs';

export default defineConfig({
  // FAKE_API=1 answers from made-up orders instead of a gateway.
  plugins: [react(), process.env.FAKE_API ? fakeOffice() : undefined],
  server: { port: 5174, proxy: process.env.FAKE_API ? {} : { '/api': 'http://127.0.0.1:8081' } },
  build: {
    manifest: true,
    // All of it but static blocks is known to the oldest browsers; `npm run browsers` looks for those.
    target: 'es2022',
    cssTarget: target,
    // Every browser of the target knows modulepreload.
    modulePreload: { polyfill: false },
    // Nothing inline: the content security policy takes everything from the office itself only.
    assetsInlineLimit: 0,
  },
  test: {
    name: 'office',
    ...unitTests,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test_setup.ts'],
  },
});
