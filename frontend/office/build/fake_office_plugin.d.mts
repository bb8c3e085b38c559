import type { Plugin } from 'vite';

/** Answers the office's API from made-up data. */
export function fakeOffice(): Plugin;
