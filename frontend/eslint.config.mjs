// Checks the built files against the oldest browsers: syntax, methods and APIs. oxlint checks the sources.
import compat from 'eslint-plugin-compat';
import es from 'eslint-plugin-es-x';
import { browsers } from './build/browsers.mjs';

/** New methods whose name an older method also has, such as `map` of arrays and of iterators. */
const ambiguous = /no-iterator-prototype-|no-array-prototype-findlast/;

/** New methods that @bufbuild/protobuf uses only after a check. */
const checked = /no-string-prototype-iswellformed|no-uint8array-prototype-(setfrom|to)base64/;

/** All features of these years. Older features have their own rules below. */
const newer = Object.keys(
  Object.assign(
    {},
    ...['es2023', 'es2024', 'es2025', 'esnext'].map((year) => es.configs[`flat/no-new-in-${year}`].rules),
  ),
).filter((rule) => !ambiguous.test(rule) && !checked.test(rule));

export default [
  {
    files: ['*/dist/assets/*.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    plugins: { compat, 'es-x': es },
    settings: {
      browsers,
      // Used only after a check. Without it, confetti falls on the page's own canvas, packers use a scanner, and a phone does not vibrate.
      polyfills: ['OffscreenCanvas', 'BarcodeDetector', 'navigator.vibrate'],
      // Built files have no types, so methods are matched by name.
      'es-x': { aggressive: true },
    },
    rules: {
      ...Object.fromEntries(newer.map((rule) => [rule, 'error'])),
      'es-x/no-class-static-block': 'error',
      'compat/compat': 'error',
      // APIs that the plugins do not know. `URL.canParse` is left out because valibot checks for it first.
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
