import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { unitTests } from '../build/unit_tests.ts';

export default defineConfig({
  plugins: [react()],
  test: {
    ...unitTests,
    include: ['**/*.test.{ts,tsx}'],
    setupFiles: ['test_setup.ts'],
  },
});
