// Reads public pages, products, reviews and pincodes.
import { readFile } from 'node:fs/promises';

const PRERENDERED = new URL('../../../frontend/storefront/dist/pages.json', import.meta.url);
const UNKNOWN_PAGES = ['/404', '/nowhere', '/product', '/product/nothing', '/blog/99', '/cart/nowhere', '/assets/nothing.js'];
const FILES = ['/robots.txt', '/sitemap.xml', '/api/docs/', '/api/nothing', '/healthz', '/readyz'];
const CARD_QUERIES = [
  '',
  '?type=box',
  '?type=pouch',
  '?concern=sleep',
  '?type=box&concern=sleep',
  '?sort=price-asc',
  '?sort=price-desc',
  '?sort=nothing',
  '?search=karela',
  '?search=powder&sort=price-asc',
  '?search=%20',
  '?type=sack',
  '?after=nothing',
  '?ids=',
  '?ids=nothing',
];
const REVIEW_QUERIES = ['', '?limit=3', '?limit=0', '?limit=1000', '?limit=x', '?productname=karela%20powder', '?productname=nothing', '?productname='];
const PINCODES = ['395009', '400001', '110001', '560001', '781001', '744101', '190001', '682001', '999999', '39500', 'x', ''];

export async function readPublicPages(recorder) {
  const { data: products } = await recorder.get('products/');
  const { pages } = JSON.parse(await readFile(PRERENDERED, 'utf8'));
  for (const { pattern } of pages.filter(({ pattern }) => !pattern.includes(':'))) await recorder.get(pattern);
  for (const path of [...UNKNOWN_PAGES, ...FILES]) await recorder.get(path);
  for (const { _id } of products) {
    await recorder.get(`/product/${_id}`);
    await recorder.get(`products/${_id}`);
    await recorder.get(`products/${_id}/labels`);
  }
  await recorder.get('products/nothing');
  for (const query of CARD_QUERIES) await recorder.get(`products/cards${query}`);
  for (const query of REVIEW_QUERIES) await recorder.get(`users/getallreview${query}`);
  for (const pincode of PINCODES) await recorder.get(`delivery?pincode=${pincode}`);
}
