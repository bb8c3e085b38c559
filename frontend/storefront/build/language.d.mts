import type { Plugin } from 'vite';

export const siteFolder: string;
export const drawingFolder: string;
export function siteFolderOf(name: string): string;
export const wordsOfLanguage: Plugin;
