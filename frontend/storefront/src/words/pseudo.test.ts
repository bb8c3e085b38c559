import { expect, test } from 'vitest';
import { content, pseudo, unmarked, withoutContent } from '../../build/pseudo.mjs';

const sections = import.meta.glob<Record<string, unknown>>(['./en/*.ts', '../../../shared/words/en/*.ts'], {
  eager: true,
});

/** All texts of a words object. Functions are called with sample values. */
function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') return [String(words(2, 3, 4))];
  return Object.values(words as object).flatMap(textsOf);
}

test.each(Object.entries(sections))(
  '%s says as much in the pseudo-language, and nothing in plain letters',
  (_, section) => {
    const texts = textsOf(pseudo({ ...section }));
    expect(texts).toHaveLength(textsOf(section).length);
    for (const text of texts) expect(text).not.toMatch(/[A-Za-z]/);
  },
);

test('words have a name of their own, wherever they are', () => {
  const names = Object.keys(sections).map((file) => file.split('/').at(-1));
  expect(names).toContain('controls.ts');
  expect(new Set(names).size).toBe(names.length);
});

test('parameters of a sentence stay as they are', () => {
  const words = pseudo({
    remove: (label: string, count: number) => `Remove ${count} of ${label}, all ${label}`,
  });
  expect(words.remove('Karela, 100 g', 1)).toBe('Ŕéɱöṽé 1 öƒ Karela, 100 g, åļļ Karela, 100 g');
});

test('content is told from the words around it', () => {
  const { brand, lines } = content({ brand: { name: 'Vanmool', href: '/about' }, lines: ['Ring Road'] });
  expect(brand.href).toBe('/about');
  const words = pseudo({ title: `${brand.name} sells`, in: (place: string) => `sold in ${place}` });
  expect(withoutContent(words.title)).toBe(' šéļļš');
  expect(withoutContent(words.in(lines[0] ?? ''))).toBe('šöļð îñ ');
  expect(unmarked(words.in(lines[0] ?? ''))).toBe('šöļð îñ Ring Road');
});
