// The fake catalog: products, packs on sale, and phone orders. It checks little.
import { Code } from '@connectrpc/connect';
import { BadRequestSchema } from '../contract/google/rpc/error_details_pb.js';
import { ProductType } from '../contract/shop/catalog/v1/catalog_pb.js';
import {
  FoundClaimsSchema,
  ProductEditingService,
  ProductState,
} from '../contract/shop/catalog/v1/product_editing_pb.js';
import { needsMe, ok, refusedCall } from './fake_answers.mjs';

const { BOX, POUCH } = ProductType;
const { DRAFT, PUBLISHED, ARCHIVED } = ProductState;

const SHELF = [
  ['Karela Powder', 'करेला', POUCH, 249, 'karela', PUBLISHED],
  ['Jamun Powder', 'जामुन', POUCH, 229, 'jamun', PUBLISHED],
  ['Ashwagandha Powder', 'अश्वगंधा', BOX, 299, 'ashwagandha', PUBLISHED],
  ['Moringa Powder', 'सहजन', POUCH, 199, 'moringa', ARCHIVED],
  ['Triphala Powder', 'त्रिफला', BOX, 189, undefined, DRAFT],
];
const WEIGHTS = { [BOX]: [75, 100, 250], [POUCH]: [100, 200] };
const CURE = { rule: 'fssai-cure', explanation: 'No food may be said to cure (FSS Act, section 53).' };

const packsOf = (number, { type, actualPricePaise }) =>
  WEIGHTS[type].map((weightInGrams, index) => ({
    weightInGrams,
    sku: `P000${number}-${weightInGrams}`,
    pricePaise: BigInt(Math.round((Number(actualPricePaise) / 100) * (1 + index * 0.7)) * 100),
  }));

function makeProduct([productName, hindiName, type, rupees, photo, state], index) {
  const benefits = [
    'Traditionally used as part of a balanced diet',
    'Single herb, shade-dried and stone-milled',
  ];
  const product = {
    id: `0190c1a0-0000-7000-8000-00000000010${index}`,
    version: 3n,
    productName,
    hindiName,
    tagline: 'Whole, dried in the shade',
    type,
    actualPricePaise: BigInt(rupees * 100),
    discountPercent: 20,
    photos: photo ? [`/images/products/${photo}-800.webp`, `/images/products/${photo}-detail-800.webp`] : [],
    description:
      'Washed, sliced, dried slowly in the shade and stone-milled in small batches in Surat. Nothing is added.',
    ingredients: [`Dried ${productName.replace(' Powder', '').toLowerCase()}, 100 %`],
    benefits: state === DRAFT ? [...benefits, 'Cures diabetes in 30 days'] : benefits,
    otherNames: [productName.toLowerCase()],
    concerns: ['digestion'],
    howToUse: 'Stir 1 level teaspoon (3 g) into half a glass of water, once a day before a meal.',
    cautions: 'Not for use in pregnancy. If you take medicine for diabetes, ask your doctor first.',
    storage: 'Keep the pack closed, cool and dry.',
  };
  product.variants = packsOf(index + 1, product);
  const taxClass = index === 0 ? 'gst_5' : 'unclassified';
  return { product, state, taxClass, hsnCode: '1211', claims: claimsIn(product) };
}

/** Marks every word "cures", as the claims check does. */
function claimsIn({ description, benefits }) {
  const entries = benefits.map((text, index) => [`benefits[${index}]`, text]);
  const texts = [['description', description], ...entries];
  return texts.flatMap(([field, text]) => {
    const start = text.search(/\bcures?\b/i);
    if (start < 0) return [];
    return [{ field, start, end: start + 5, text: text.slice(start, start + 5), isAccepted: false, ...CURE }];
  });
}

/** The initial products of a fake office. `edited`: products that a colleague changes first. */
export const openProducts = () => ({ products: SHELF.map(makeProduct), edited: new Set(), changes: [] });

function find({ products }, { productId }) {
  const found = products.find(({ product }) => product.id === productId);
  if (!found) throw refusedCall(Code.NotFound, 'There is no such product.', 'NO_PRODUCT');
  return found;
}

/** Changes a product and its history. */
function write(state, edited, { taxClass, hsnCode, ...content }, fields) {
  const { product } = edited;
  Object.assign(product, content, { version: product.version + 1n });
  product.variants = packsOf(state.products.indexOf(edited) + 1, product);
  const changedAt = new Date().toISOString();
  const changedBy = state.me.staffId;
  Object.assign(edited, { claims: claimsIn(product), changedAt, changedBy });
  Object.assign(edited, taxClass && { taxClass }, hsnCode && { hsnCode });
  state.changes.unshift({ id: product.id, version: product.version, changedAt, changedBy, fields });
  return { product: edited };
}

const changing = (change) => (state, request) => {
  const edited = find(state, request);
  const { id, tagline } = edited.product;
  if (state.edited.delete(id)) {
    const content = { tagline: 'Milled on stone', storage: 'Cool, dry and dark.' };
    write(state, edited, content, [{ field: 'tagline', before: tagline, after: content.tagline }]);
  }
  if (edited.product.version !== request.version) {
    throw refusedCall(Code.Aborted, 'The product was changed meanwhile.', 'PRODUCT_CHANGED');
  }
  return change(state, edited, request);
};

const { method } = ProductEditingService;

/** The fields of the content that messages have, with their names in the contract. */
const CONTENT = method.updateProduct.input.field.content.message.fields;

const lines = (value) => [value].flat().join('\n');

function update(state, edited, { content }) {
  const { product, taxClass, hsnCode } = edited;
  const known = { ...product, taxClass, hsnCode };
  const fields = CONTENT.map(({ name, localName }) => ({
    field: name,
    before: lines(known[localName]),
    after: lines(content[localName]),
  })).filter(({ before, after }) => before !== after);
  return write(state, edited, contentOf(content), fields);
}

const contentOf = (content) =>
  Object.fromEntries(CONTENT.map(({ localName }) => [localName, content[localName]]));

const named = (state) => ProductState[state].toLowerCase();

function setState(state, edited, { state: to }) {
  const { claims, product } = edited;
  if (to === PUBLISHED && claims.some(({ isAccepted }) => !isAccepted)) {
    const found = { desc: FoundClaimsSchema, value: { claims } };
    const words = 'It may not be published with these words.';
    throw refusedCall(Code.FailedPrecondition, words, 'FORBIDDEN_CLAIMS', found);
  }
  if (to === PUBLISHED && product.photos.length === 0) {
    const violation = { field: 'photos', description: 'Add at least one photo.' };
    const missing = { desc: BadRequestSchema, value: { fieldViolations: [violation] } };
    throw refusedCall(Code.FailedPrecondition, 'It is not complete.', 'INCOMPLETE', missing);
  }
  const fields = [{ field: 'state', before: named(edited.state), after: named(to) }];
  edited.state = to;
  return write(state, edited, {}, fields);
}

function acceptClaims(state, edited) {
  const written = write(state, edited, {}, [{ field: 'claims', before: '', after: 'Cures' }]);
  for (const claim of edited.claims) claim.isAccepted = true;
  return written;
}

function list({ products }, { state, query }) {
  const found = products.filter(
    (each) =>
      (!state || each.state === state) &&
      each.product.productName.toLowerCase().includes(query.toLowerCase()),
  );
  return { products: found };
}

function createProduct(state, { productId, content }) {
  const product = { ...contentOf(content), id: productId, version: 0n };
  const edited = { product, state: DRAFT };
  state.products.push(edited);
  return write(state, edited, contentOf(content), []);
}

/** The contract's methods of products with their answers. */
export const PRODUCT_METHODS = [
  [method.listEditedProducts, list],
  [method.getEditedProduct, (state, request) => ({ product: find(state, request) })],
  [method.createProduct, createProduct],
  [method.updateProduct, changing(update)],
  [method.setProductState, changing(setState)],
  [method.acceptClaims, changing(acceptClaims)],
  [method.checkClaims, (_, { content }) => ({ claims: claimsIn(content) })],
  [
    method.listProductChanges,
    ({ changes }, { productId }) => ({ changes: changes.filter(({ id }) => id === productId) }),
  ],
];

const packsOnSale = ({ products }) =>
  products
    .filter(({ state }) => state === PUBLISHED)
    .flatMap(({ product }) =>
      product.variants.map(({ pricePaise, ...pack }, index) => ({
        ...pack,
        price: Number(pricePaise) / 100,
        productId: product.id,
        productName: product.productName,
        hindiName: product.hindiName,
        availability: ['in_stock', 'low', 'sold_out'][index],
        available: [120, 4, 0][index],
      })),
    );

const QUOTE = {
  district: 'Surat',
  state: 'Gujarat',
  earliestOn: '2026-11-28',
  latestOn: '2026-11-30',
  prepaid: 40,
  codFee: 50,
  codUpTo: 5000,
  takesOnlinePayment: true,
};

export const PRODUCT_ROUTES = [
  [/^GET packs$/, needsMe((state) => ok({ packs: packsOnSale(state) }))],
  [/^GET orders\/quote$/, needsMe(() => ok(QUOTE))],
  [
    /^POST orders$/,
    needsMe((state, { body }) => {
      const { orderNumber } = state.orders[0];
      Object.assign(state.orders[0], { source: body.source, fullName: body.fullName });
      return { status: 201, body: { success: true, data: { number: orderNumber, total: body.total } } };
    }),
  ],
];
