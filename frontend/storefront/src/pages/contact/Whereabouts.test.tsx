import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { shop } from '#content/shop';
import { Whereabouts } from './Whereabouts';

// Content of a template is inert, so the map is not loaded.
const template = document.createElement('template');
template.innerHTML = renderToStaticMarkup(<Whereabouts />);
const page = template.content;
const address = [shop.legalName, ...shop.address].join(', ');

test('the map is embedded from the one site the shop allows, has a name and waits until it is near', () => {
  const frame = page.querySelector('iframe');
  const source = new URL(frame?.getAttribute('src') ?? '');
  expect(source.origin).toBe('https://www.google.com');
  expect(source.pathname).toBe('/maps');
  expect(source.searchParams.get('q')).toBe(address);
  expect(source.searchParams.get('output')).toBe('embed');
  expect(frame?.getAttribute('title')).toBeTruthy();
  expect(frame?.getAttribute('loading')).toBe('lazy');
  expect(frame?.getAttribute('referrerpolicy')).toBe('no-referrer-when-downgrade');
});

test('the address and a link say the same where the map cannot be loaded', () => {
  for (const line of shop.address) expect(page.querySelector('address')?.textContent).toContain(line);
  const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    expect.stringMatching(/^tel:/),
    expect.stringMatching(/^mailto:/),
    expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/search\//),
  ]);
});
