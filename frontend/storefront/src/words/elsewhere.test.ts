import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The shop's sources and the shared ones. */
const FOLDERS = [join(import.meta.dirname, '..'), join(import.meta.dirname, '../../../shared')];
/** Files where texts belong, generated files and test files. */
const ELSEWHERE = /^(words|content\/en)\/|\.(test|gen|config)\.tsx?$|(^|\/)test_|node_modules/;
/** Attributes whose values look like texts. */
const NO_WORDS = new Set(['className', 'sizes', 'sandbox', 'type', 'role', 'autoComplete', 'rel']);
/** Two words or more, or one capitalized word as in labels. A leading bracket is a media query. */
const WORDS = /^(?!\().*\p{L}{2,}[,.!?…:]? +\p{L}|^\p{Lu}\p{Ll}+[.!?…:]?$/u;
/** An API call: method and path. */
const CALL = /^(GET|POST|PUT|PATCH|DELETE) \S+$/;
/** A word between two values. */
const WORD_BETWEEN = /(^|\s)\p{L}{2,}(\s|$)/u;
/** Strings for services, browsers and search engines. */
const PROTOCOLS: Readonly<Record<string, readonly string[]>> = {
  'chrome/Disclosure.tsx': ['Escape'],
  'chrome/ProductChoice.tsx': ['Enter'],
  'chrome/Suggestions.tsx': ['Enter', 'Escape'],
  'ui/Dialog.tsx': ['Escape'],
  'drawn/structured_data.ts': ['Organization', 'Question', 'Answer', 'Article'],
  'rules/contact.ts': ['General Inquiry', 'Product Information', 'Order Status', 'Other'],
};

/** The texts that a file contains itself instead of taking them from `words`. */
function wordsIn(name: string, text: string): string[] {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const found: string[] = [];
  (function look(node: ts.Node) {
    if (said(node)) found.push(node.getText().trim());
    ts.forEachChild(node, look);
  })(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind));
  return found;
}

function said(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return /\p{L}/u.test(node.text);
  if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return WORD_BETWEEN.test(node.text) && !unheard(node);
  if (!ts.isStringLiteralLike(node) || CALL.test(node.text)) return false;
  return (WORDS.test(node.text) || isName(node)) && !unheard(node);
}

/** True if a string is an accessible name or a label. */
function isName({ parent, text }: ts.StringLiteralLike): boolean {
  if (!ts.isJsxAttribute(parent)) return false;
  return (
    /^(aria-(label|description|roledescription)|alt|title|placeholder|label)$/.test(parent.name.getText()) &&
    /\p{L}/u.test(text)
  );
}

/** True if shoppers do not see a string: an error, a name in the code, an attribute for the browser. */
function unheard({ parent }: ts.Node): boolean {
  if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isNewExpression(parent)) return parent.expression.getText() === 'Error';
  if (ts.isJsxAttribute(parent)) return NO_WORDS.has(parent.name.getText());
  if (ts.isTemplateLiteralTypeSpan(parent)) return true;
  return isPart(parent) && unheard(parent);
}

function isPart(node: ts.Node): boolean {
  return (
    ts.isTemplateSpan(node) ||
    ts.isTemplateExpression(node) ||
    ts.isJsxExpression(node) ||
    ts.isConditionalExpression(node) ||
    ts.isBinaryExpression(node)
  );
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => ({ file: file.replaceAll('\\', '/'), path: join(folder, file) }))
    .filter(({ file }) => /\.tsx?$/.test(file) && !ELSEWHERE.test(file)),
);

test('nothing is said but by the dictionary', () => {
  const found = files.flatMap(({ file, path }) => {
    const words = wordsIn(file, readFileSync(path, 'utf8'));
    return words
      .filter((text) => !PROTOCOLS[file]?.includes(text.slice(1, -1)))
      .map((text) => `${file}: ${text}`);
  });
  expect(files.length).toBeGreaterThan(150);
  expect(found).toEqual([]);
});

test.each([
  ['between tags', '<p>Reviews</p>'],
  ['as a name', '<nav aria-label="menu" />'],
  ['in an attribute', "<Field hint='Ten digits.' />"],
  ['by a function', "notifyError('Please try again.')"],
  ['as a label', "const label = 'Reviews';"],
  ['around a value', '`${count} reviews`'],
  ['between values', '<p>{`${first} of ${last}`}</p>'],
])('what is said %s is found', (_, line) => {
  expect(wordsIn('a.tsx', line)).toHaveLength(1);
});

test.each([
  '<p className="wrap narrow" />',
  '<p className={`wrap ${styles.text}`} />',
  "throw new Error('the document has no root')",
  "const media = '(max-width: 760px) 100vw, 600px';",
  "type Key = 'Order Status';",
  "request('POST users/orders/track', tracking)",
])('%s says nothing to a shopper', (line) => {
  expect(wordsIn('a.tsx', line)).toEqual([]);
});
