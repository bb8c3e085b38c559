import { beforeEach, expect, test, vi } from 'vitest';
import { type LoadPage, preloadPage, preloadWith } from './preload';

const load = vi.fn<LoadPage>();

function point(html: string) {
  document.body.innerHTML = html;
  document.querySelector('b')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
}

beforeEach(() => load.mockReset());

test('before the shop says how, nothing is loaded ahead', () => {
  expect(() => preloadPage('/faq')).not.toThrow();
  expect(load).not.toHaveBeenCalled();
});

test('the page of a link is loaded as soon as a pointer comes to it or into it', () => {
  preloadWith(load);
  point('<a href="/shop?type=box"><b>All boxes</b></a>');
  expect(load.mock.calls).toEqual([['/shop']]);
});

test('the page of a link is loaded as soon as the keyboard focus comes to it', () => {
  preloadWith(load);
  document.body.innerHTML = '<a href="/faq">Questions</a>';
  document.querySelector('a')?.focus();
  expect(load.mock.calls).toEqual([['/faq']]);
});

test.each([
  ['another site', '<a href="https://elsewhere.example/faq"><b>Elsewhere</b></a>'],
  ['a telephone', '<a href="tel:+910000000000"><b>Call</b></a>'],
  ['no link', '<p><b>words</b></p>'],
])('%s is no page to load', (_, html) => {
  preloadWith(load);
  point(html);
  expect(load).not.toHaveBeenCalled();
});

test('a page is loaded when it is asked for', () => {
  preloadWith(load);
  preloadPage('/cart');
  expect(load.mock.calls).toEqual([['/cart']]);
});
