import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    include: ['**/*.test.{ts,tsx}'],
    setupFiles: ['test_setup.ts'],
    // As in storefront/vite.config.ts.
    pool: 'vmThreads',
    restoreMocks: true,
    unstubGlobals: true,
  },
});
