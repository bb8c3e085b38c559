import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compress } from './build/compress.ts';

export default defineConfig({
  plugins: [react(), compress()],
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    manifest: true,
    target: 'es2022',
    // Every browser of the target knows modulepreload.
    modulePreload: { polyfill: false },
    // Small fonts must stay files: the content security policy takes fonts from the shop itself only.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test_setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
