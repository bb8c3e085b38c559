// Holds what was built against the oldest browsers that are named: syntax, methods and APIs. Sources are held by oxlint.
import compat from 'eslint-plugin-compat';
import es from 'eslint-plugin-es-x';
import { browsers } from './build/browsers.mjs';

/** Newer than the oldest browsers, and mistaken for older ones of the same name: `[].map` for that of an iterator. */
const ambiguous = /no-iterator-prototype-|no-array-prototype-findlast/;

/** Everything of these years; what is older has its own rules below. */
const newer = Object.keys(
  Object.assign(
    {},
    ...['es2023', 'es2024', 'es2025', 'esnext'].map((year) => es.configs[`flat/no-new-in-${year}`].rules),
  ),
).filter((rule) => !ambiguous.test(rule));

export default [
  {
    files: ['*/dist/assets/*.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    plugins: { compat, 'es-x': es },
    settings: {
      browsers,
      // Asked for before they are used: confetti without it falls on the page's own canvas, a packer scans with a scanner, and a wrong
      // scan shakes a phone that can.
      polyfills: ['OffscreenCanvas', 'BarcodeDetector', 'navigator.vibrate'],
      // A built file has no types: a method counts by its name.
      'es-x': { aggressive: true },
    },
    rules: {
      ...Object.fromEntries(newer.map((rule) => [rule, 'error'])),
      'es-x/no-class-static-block': 'error',
      'compat/compat': 'error',
      // What those do not know of. `URL.canParse` is not among them: valibot asks for it before it uses it.
      'no-restricted-properties': [
        'error',
        ...[
          ['AbortSignal', 'timeout'],
          ['AbortSignal', 'any'],
          ['URL', 'parse'],
          ['Response', 'json'],
        ].map(([object, property]) => ({ object, property })),
      ],
    },
  },
];
