import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { productTokens } from '../drawn/product_tokens';
import { Picture } from './Picture';

function show(photo?: string) {
  const { container } = render(<Picture photo={photo} alt="Karela" width={400} height={500} sizes="100vw" />);
  return container;
}

const image = () => screen.getByAltText('Karela');

test.each([
  ['a photo of the catalog', '/images/products/karela-800.webp'],
  ['a base path', '/images/products/karela'],
])('%s comes in two widths and two formats', (_, photo) => {
  const container = show(photo);
  expect(container.querySelector('source')).toHaveAttribute(
    'srcset',
    '/images/products/karela-400.avif 400w, /images/products/karela-800.avif 800w',
  );
  expect(image()).toHaveAttribute('src', '/images/products/karela-400.webp');
  expect(image()).toHaveAttribute('loading', 'lazy');
});

test('a photo that was uploaded comes in three widths and one format', () => {
  const base = '/photos/0123456789abcdef0123456789abcdef';
  const container = show(`${base}-800.webp`);
  const files = `${base}-400.webp 400w, ${base}-800.webp 800w, ${base}-1200.webp 1200w`;
  expect(container.querySelector('source')).toHaveAttribute('type', 'image/webp');
  expect(container.querySelector('source')).toHaveAttribute('srcset', files);
  expect(image()).toHaveAttribute('srcset', files);
});

test('the token of a drawn page stands for a base path', () => {
  const container = show(productTokens.photo);
  expect(container.querySelector('source')).toHaveAttribute('type', 'image/{{photoFormat}}');
  expect(container.querySelector('source')).toHaveAttribute(
    'srcset',
    '{{photoBase}}-400.{{photoFormat}} 400w, {{photoBase}}-800.{{photoFormat}} 800w',
  );
  expect(image()).toHaveAttribute('src', '{{photoBase}}-400.webp');
});

test.each([
  'https://example.com/karela.png?v=2',
  'https://example.com/photos/17',
  'https://example.com/images/karela?width=800',
  '/uploads/karela',
  '/images/photo?id=17',
  '/photos/17-800.webp',
  '/photos/0123456789abcdef0123456789abcdef/..',
])('the address %s is taken as it is', (address) => {
  show(address);
  expect(image()).toHaveAttribute('src', address);
  expect(image()).not.toHaveAttribute('srcset');
});

test('the seal stands in for a picture that is missing or fails', () => {
  show('/images/products/karela-800.webp');
  fireEvent.error(image());
  expect(image()).toHaveAttribute('src', '/favicon.svg');
});

test('other widths are named where a picture has others', () => {
  render(
    <Picture
      photo="/images/story/mill"
      alt="Mill"
      width={480}
      height={320}
      sizes="100vw"
      widths={[480, 960]}
    />,
  );
  const mill = screen.getByAltText('Mill');
  expect(mill).toHaveAttribute('src', '/images/story/mill-480.webp');
  expect(mill).toHaveAttribute(
    'srcset',
    '/images/story/mill-480.webp 480w, /images/story/mill-960.webp 960w',
  );
});
