import type { Plugin } from 'vite';

export const siteFolder: string;
export const drawingFolder: string;
export const wordsOfLanguage: Plugin;
