// The fake API of products, photos, packs on sale, and phone orders. It checks little.
import { needsMe, needsProof, ok, refused } from './fake_answers.mjs';

const SHELF = [
  ['Karela Powder', 'करेला', 'pouch', 249, 'karela', 'published'],
  ['Jamun Powder', 'जामुन', 'pouch', 229, 'jamun', 'published'],
  ['Ashwagandha Powder', 'अश्वगंधा', 'box', 299, 'ashwagandha', 'published'],
  ['Moringa Powder', 'सहजन', 'pouch', 199, 'moringa', 'archived'],
  ['Triphala Powder', 'त्रिफला', 'box', 189, undefined, 'draft'],
];
const WEIGHTS = { box: [75, 100, 250], pouch: [100, 200] };
const CURE = { rule: 'fssai-cure', explanation: 'No food may be said to cure (FSS Act, section 53).' };

const packsOf = (number, { type, basePriceRupees }) =>
  WEIGHTS[type].map((weightInGrams, index) => ({
    weightInGrams,
    sku: `P000${number}-${weightInGrams}`,
    price: Math.round(basePriceRupees * (1 + index * 0.7)),
  }));

function makeProduct([productName, hindiName, type, basePriceRupees, photo, state], index) {
  const benefits = [
    'Traditionally used as part of a balanced diet',
    'Single herb, shade-dried and stone-milled',
  ];
  const content = {
    productName,
    hindiName,
    tagline: 'Whole, dried in the shade',
    type,
    basePriceRupees,
    discountPercent: 20,
    photos: photo ? [`/images/products/${photo}-800.webp`, `/images/products/${photo}-detail-800.webp`] : [],
    description:
      'Washed, sliced, dried slowly in the shade and stone-milled in small batches in Surat. Nothing is added.',
    ingredients: [`Dried ${productName.replace(' Powder', '').toLowerCase()}, 100 %`],
    benefits: state === 'draft' ? [...benefits, 'Cures diabetes in 30 days'] : benefits,
    otherNames: [productName.toLowerCase()],
    concerns: ['digestion'],
    howToUse: 'Stir 1 level teaspoon (3 g) into half a glass of water, once a day before a meal.',
    cautions: 'Not for use in pregnancy. If you take medicine for diabetes, ask your doctor first.',
    storage: 'Keep the pack closed, cool and dry.',
    taxClass: index === 0 ? 'gst_5' : 'unclassified',
    hsnCode: '1211',
  };
  const id = `0190c1a0-0000-7000-8000-00000000010${index}`;
  return { id, version: 3, state, content, packs: packsOf(index + 1, content), claims: claimsIn(content) };
}

/** Marks every word "cures", as the claims check does. */
function claimsIn(content) {
  const texts = [
    ['description', content.description],
    ...content.benefits.map((text, index) => [`benefits[${index}]`, text]),
  ];
  return texts.flatMap(([field, text]) => {
    const start = text.search(/\bcures?\b/i);
    if (start < 0) return [];
    return [{ field, start, end: start + 5, text: text.slice(start, start + 5), isAccepted: false, ...CURE }];
  });
}

/** The initial products of a fake office. `edited`: products that a colleague changes first. */
export const openProducts = () => ({ products: SHELF.map(makeProduct), edited: new Set(), changes: [] });

const find = ({ products }, id) => products.find((each) => each.id === id);

function write(state, product, change, fields) {
  const { me } = state;
  Object.assign(product, change, { version: product.version + 1 });
  product.claims = claimsIn(product.content);
  product.packs = packsOf(state.products.indexOf(product) + 1, product.content);
  Object.assign(product, { changedAt: new Date().toISOString(), changedBy: me.staffId });
  const { version, changedAt, changedBy } = product;
  state.changes.unshift({ id: product.id, version, changedAt, changedBy, fields });
  return ok(structuredClone(product));
}

const changing =
  (change) =>
  (state, { id, body }) => {
    const product = find(state, id);
    if (!product) return refused(404, 'There is no such product.');
    if (state.edited.delete(id)) {
      const content = { ...product.content, tagline: 'Milled on stone', storage: 'Cool, dry and dark.' };
      write(state, product, { content }, [
        { field: 'tagline', before: product.content.tagline, after: content.tagline },
      ]);
    }
    if (product.version !== body.version) {
      return refused(409, 'The product was changed meanwhile.', {
        code: 'PRODUCT_CHANGED',
        data: structuredClone(product),
      });
    }
    return change(state, product, body);
  };

function update(state, product, { content }) {
  const fields = Object.keys(content)
    .filter((key) => JSON.stringify(content[key]) !== JSON.stringify(product.content[key]))
    .map((key) => ({
      field: key,
      before: [product.content[key]].flat().join('\n'),
      after: [content[key]].flat().join('\n'),
    }));
  return write(state, product, { content }, fields);
}

function setState(state, product, { state: to }) {
  const { claims } = product;
  if (to === 'published' && claims.some(({ isAccepted }) => !isAccepted)) {
    return refused(409, 'It may not be published with these words.', { code: 'FORBIDDEN_CLAIMS', claims });
  }
  if (to === 'published' && product.content.photos.length === 0) {
    const errors = [{ field: 'photos', message: 'Add at least one photo.' }];
    return refused(409, 'It is not complete.', { code: 'INCOMPLETE', errors });
  }
  return write(state, product, { state: to }, [{ field: 'state', before: product.state, after: to }]);
}

function list({ products }, { url }) {
  const state = url.searchParams.get('state');
  const text = (url.searchParams.get('text') ?? '').toLowerCase();
  const found = products.filter(
    (each) => (!state || each.state === state) && each.content.productName.toLowerCase().includes(text),
  );
  return ok({ products: structuredClone(found) });
}

const packsOnSale = ({ products }) =>
  products
    .filter(({ state }) => state === 'published')
    .flatMap(({ id, content, packs }) =>
      packs.map((pack, index) => ({
        ...pack,
        productId: id,
        productName: content.productName,
        hindiName: content.hindiName,
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
  [/^GET products$/, needsMe(list)],
  [/^POST products\/claims$/, needsMe((_, { body }) => ok({ claims: claimsIn(body.content) }))],
  [
    /^GET products\/([^/]+)$/,
    needsMe((state, { id }) => {
      const product = find(state, id);
      return product ? ok(structuredClone(product)) : refused(404, 'There is no such product.');
    }),
  ],
  [
    /^GET products\/([^/]+)\/changes$/,
    needsMe(({ changes }, { id }) => ok({ changes: changes.filter((each) => each.id === id) })),
  ],
  [
    /^POST products$/,
    needsMe((state, { body }) => {
      state.products.push({
        id: body.id,
        version: 0,
        state: 'draft',
        content: body.content,
        packs: [],
        claims: [],
      });
      return { ...write(state, find(state, body.id), {}, []), status: 201 };
    }),
  ],
  [/^PUT products\/([^/]+)$/, needsMe(changing(update))],
  [/^PUT products\/([^/]+)\/state$/, needsMe(changing(setState))],
  [
    /^POST products\/([^/]+)\/accepted-claims$/,
    needsProof(
      changing((state, product) => {
        const answered = write(state, product, {}, [{ field: 'claims', before: '', after: 'Cures' }]);
        product.claims = product.claims.map((claim) => ({ ...claim, isAccepted: true }));
        return { ...answered, body: { success: true, data: structuredClone(product) } };
      }),
    ),
  ],
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
