import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { target } from '../build/browsers.mjs';
import { unitTests } from '../build/unit_tests.ts';
import { fakeOffice } from './build/fake_office_plugin.mjs';

export default defineConfig({
  // FAKE_API=1 answers with fake data instead of a gateway.
  plugins: [react(), process.env.FAKE_API ? fakeOffice() : undefined],
  server: { port: 5174, proxy: process.env.FAKE_API ? {} : { '/api': 'http://127.0.0.1:8081' } },
  build: {
    manifest: true,
    // The oldest browsers support all of ES2022 except static blocks. `npm run browsers` checks for those.
    target: 'es2022',
    cssTarget: target,
    // Every supported browser has modulepreload.
    modulePreload: { polyfill: false },
    // No inline files, because the content security policy allows only files of the office itself.
    assetsInlineLimit: 0,
  },
  test: {
    name: 'office',
    ...unitTests,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test_setup.ts'],
  },
});
