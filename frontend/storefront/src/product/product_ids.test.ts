import { expect, test } from 'vitest';
import catalogue from '../../../../services/catalog/seed/products.json';
import { homeWords } from '#words/home';
import { heroSlides } from '../pages/home/hero_slides';
import { productIds } from './product_ids';

const nameOf = (id: string) => catalogue.find((product) => product.id === id)?.productName;

test.each(Object.entries(productIds))('%s is in the catalogue by its id', (plant, id) => {
  expect(nameOf(id)?.toLowerCase()).toBe(`${plant} powder`);
});

test('a slide calls its product as the catalogue does', () => {
  for (const { product, words } of heroSlides) expect(words.product).toBe(nameOf(product));
  expect(heroSlides).toHaveLength(Object.keys(homeWords.slides).length);
});
